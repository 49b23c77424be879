import type { SystemMembers } from '../../resources/members.ts';
import { heldToClaims } from '../../versioning/held-to-claims.ts';
import { checkWrite, preconditionsOf } from '../preconditions.ts';
import type { Answer, RequestContext } from '../route.ts';
import { changeRow, isChanged } from './change.ts';
import { draftFrom, refuseChangedMembers } from './members.ts';
import { placeOf } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';
import { runChange } from './run-change.ts';

type Body = Readonly<Record<string, unknown>>;

/** How a request changes a resource, and what it answers. */
export interface Revision<Stored> {
  /** The whole new representation, checked against the schema. */
  bodyFor(stored: Stored): Body;
  answer(changed: Stored): Answer;
}

/**
 * What PUT and PATCH share: a new state is made of the stored one, and stored with the next revision. A request that
 * changes nothing stores nothing, so that repeating it changes nothing either.
 */
export function revise<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  { bodyFor, answer }: Revision<Draft & SystemMembers>,
): Promise<Answer> {
  const { rules, preconditions, attributes } = resource;
  const place = placeOf(resource, context);
  const conditions = preconditionsOf(context.headers);
  return runChange(resource, context, async (transaction) => {
    const changed = await changeRow(resource, transaction, context, place, {
      draftOf(stored) {
        checkWrite(conditions, stored.revision, preconditions === 'required');
        const body = bodyFor(stored);
        const draft = draftFrom(resource, body, stored, context.caller);
        refuseChangedMembers(resource, body, draft, stored, context.caller);
        heldToClaims(body, context.caller);
        return draft;
      },
      async before(draft, stored, rule) {
        await attributes?.check(transaction, context.caller, draft, stored);
        await rules.beforeUpdate?.(draft, stored, rule);
      },
      after: (updated, before, rule) => rules.afterUpdate?.(updated, before, rule),
      isStored: isChanged,
      tells: () => ({ kind: 'updated' }),
    });
    return answer(changed);
  });
}
