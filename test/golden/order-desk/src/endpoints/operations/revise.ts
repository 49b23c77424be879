import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { checkWrite, preconditionsOf } from '../preconditions.ts';
import type { Answer, RequestContext } from '../route.ts';
import { carryOut } from './carry-out.ts';
import { draftFrom, refuseChangedMembers } from './members.ts';
import { placeOf } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';

type Body = Readonly<Record<string, unknown>>;

/** How often a change is worked out anew because another request changed the same row meanwhile. */
const attempts = 5;

/** How a request changes a resource, and what it answers. */
export interface Revision<Stored> {
  /** The whole new representation, checked against the schema. */
  bodyFor(stored: Body): Body;
  answer(changed: Stored): Answer;
}

/**
 * What PUT and PATCH share: a new state is made of the stored one, and stored with the next revision. A request that
 * changes nothing stores nothing, so that repeating it changes nothing either.
 */
export async function revise<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  revision: Revision<Draft & SystemMembers>,
): Promise<Answer> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await carryOut(resource, context, async (transaction) => {
      const changed = await tryToRevise(resource, context, transaction, revision.bodyFor);
      return changed === undefined ? undefined : revision.answer(changed);
    });
    if (answer !== undefined) return answer;
  }
  throw new Problem(builtIn.conflict);
}

/** Undefined when another request came first; nothing is stored then. */
async function tryToRevise<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  transaction: Transaction<Tables>,
  bodyFor: (stored: Body) => Body,
): Promise<(Draft & SystemMembers) | undefined> {
  const { store, rules, table } = resource;
  const { id, scope } = placeOf(resource, context);
  const stored = await store.get(transaction, id, scope);
  if (stored === undefined) throw new Problem(builtIn.notFound);
  const conditions = preconditionsOf(context.headers);
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
}

function systemMembersOf({ id, createdAt, updatedAt, revision }: SystemMembers): SystemMembers {
  return { id, createdAt, updatedAt, revision };
}
