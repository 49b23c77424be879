import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { changeProblems, checkWrite, preconditionsOf } from '../preconditions.ts';
import type { Operation } from '../route.ts';
import { notifyListeners } from './change-listener.ts';
import { placeOf } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';
import { ruleContext } from './rule-context.ts';
import { ChangedMeanwhile, runChange } from './run-change.ts';

/** DELETE of one resource, with its children (RFC 9110, section 9.3.5). */
export function remove<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
): Operation {
  const { names, store, rules, listeners = [] } = resource;
  return {
    id: `delete${names.one}`,
    summary: `Delete one of the ${names.many.toLowerCase()}`,
    description: 'Whatever lives in it goes with it.',
    tag: names.many,
    resource,
    preconditions: resource.preconditions,
    answers: { 204: { description: 'It is gone.' } },
    problems: [builtIn.notFound, builtIn.referenced, ...changeProblems(resource.preconditions)],
    handle(context) {
      const { id, rowFilter } = placeOf(resource, context);
      const conditions = preconditionsOf(context.headers);
      return runChange(resource, context, async (transaction) => {
        const stored = await store.get(transaction, id, rowFilter);
        if (stored === undefined) throw new Problem(builtIn.notFound);
        checkWrite(conditions, stored.revision, resource.preconditions === 'required');
        const rule = ruleContext(context, transaction);
        await rules.beforeDelete?.(stored, rule);
        for (const { removing } of listeners) await removing?.(transaction, context, stored);
        // Another request changed it, which may forbid this, or deleted it, and has notified the listeners.
        const isRemoved = await store.remove(transaction, id, stored.revision, rowFilter);
        if (!isRemoved) throw new ChangedMeanwhile();
        await rules.afterDelete?.(stored, rule);
        await notifyListeners(listeners, transaction, context, { kind: 'deleted', after: stored });
        return { status: 204 };
      });
    },
  };
}
