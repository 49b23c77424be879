import type { Transaction } from 'kysely';
import type { SystemMembers } from '../../resources/members.ts';
import type { RequestContext } from '../route.ts';
import { tell } from './follower.ts';
import { checkAttributes, withAttributes } from './attributes.ts';
import { requireParents } from './parents.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';

/** Stores a new resource, between its rules. */
export async function insertNew<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  transaction: Transaction<Tables>,
  { id, body }: { readonly id: string; readonly body: Draft },
): Promise<Draft & SystemMembers> {
  const { schemas, store, rules } = resource;
  const parents = parentsOf(resource, context);
  await requireParents(resource, transaction, context, parents);
  const rule = {
    caller: context.caller,
    now: context.now,
    transaction,
  };
  const draft: Draft = {
    ...schemas.initial,
    ...body,
    ...parentMember(resource, parents),
    ...withAttributes(resource, context, body),
  };
  await checkAttributes(resource, transaction, context, draft);
  await rules.beforeCreate?.(draft, rule);
  const now = context.now.toISOString();
  const row = { ...draft, id, createdAt: now, updatedAt: now, revision: 1 };
  const stored = await store.insert(transaction, row);
  await rules.afterCreate?.(stored, rule);
  await tell(resource.followers, transaction, context, { kind: 'created', after: stored });
  return stored;
}

function parentMember(
  { parentParameters }: { readonly parentParameters: readonly string[] },
  parents: readonly string[],
): Record<string, string> {
  const name = parentParameters.at(-1);
  const id = parents.at(-1);
  return name === undefined || id === undefined ? {} : { [name]: id };
}
