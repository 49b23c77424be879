import { isDeepStrictEqual } from 'node:util';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { checkWrite, preconditionsOf } from '../preconditions.ts';
import type { RequestContext } from '../route.ts';
import { answering } from './constraints.ts';
import { draftFrom, refuseChangedMembers } from './members.ts';
import { placeOf } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';

type Body = Readonly<Record<string, unknown>>;

/** How often a change is worked out anew because another request changed the same row meanwhile. */
const attempts = 5;

/**
 * What PUT and PATCH share: a new state is made of the stored one, and stored with the next revision. A request that
 * changes nothing stores nothing, so that repeating it changes nothing either.
 *
 * @param bodyFor the whole new representation, checked against the schema
 */
export async function revise<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  bodyFor: (stored: Body) => Body,
): Promise<Draft & SystemMembers> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const updated = await answering(resource, () => tryToRevise(resource, context, bodyFor));
    if (updated !== undefined) return updated;
  }
  throw new Problem(builtIn.conflict);
}

/** Undefined when another request came first; nothing is stored then. */
async function tryToRevise<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  bodyFor: (stored: Body) => Body,
): Promise<(Draft & SystemMembers) | undefined> {
  const { database, store, rules, table } = resource;
  const { id, scope } = placeOf(resource, context);
  const conditions = preconditionsOf(context.headers);
  return database.transaction(async (transaction) => {
    const stored = await store.get(transaction, id, scope);
    if (stored === undefined) throw new Problem(builtIn.notFound);
    checkWrite(conditions, stored.revision, resource.preconditions === 'required');
    const body = bodyFor(stored as Body);
    const draft = draftFrom(resource, body, stored);
    refuseChangedMembers(resource, body, draft, stored);
    const rule = { caller: context.caller, now: context.now, transaction };
    await rules.beforeUpdate?.(draft, stored, rule);
    const next = { ...draft, ...systemMembersOf(stored) };
    if (isDeepStrictEqual(table.toRow(next), table.toRow(stored))) return stored;
    const changed = await store.update(transaction, id, stored.revision, {
      ...next,
      updatedAt: context.now.toISOString(),
    });
    if (changed !== undefined) await rules.afterUpdate?.(changed, stored, rule);
    return changed;
  });
}

function systemMembersOf({ id, createdAt, updatedAt, revision }: SystemMembers): SystemMembers {
  return { id, createdAt, updatedAt, revision };
}
