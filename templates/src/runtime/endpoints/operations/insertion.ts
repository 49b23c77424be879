import type { Transaction } from 'kysely';
import type { SystemMembers } from '../../resources/members.ts';
import { heldToClaims } from '../../versioning/held-to-claims.ts';
import type { RequestContext } from '../route.ts';
import { notifyListeners } from './change-listener.ts';
import { requireParents } from './parents.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';
import { ruleContext } from './rule-context.ts';

/** Stores a new resource, between its rules. */
export async function insertNew<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  transaction: Transaction<Tables>,
  { id, body }: { readonly id: string; readonly body: Draft },
): Promise<Draft & SystemMembers> {
  const { schemas, store, rules, memberAccess, attributes } = resource;
  const parents = parentsOf(resource, context);
  memberAccess?.refuseNew(context.caller, body as object as Readonly<Record<string, unknown>>);
  await requireParents(resource, transaction, context, parents);
  const rule = ruleContext(context, transaction);
  const held = heldToClaims(body, context.caller);
  const draft: Draft = {
    ...schemas.initial,
    ...held,
    ...parentMember(resource, parents),
    ...attributes?.assign(context.caller, held),
  };
  await attributes?.check(transaction, context.caller, draft);
  await rules.beforeCreate?.(draft, rule);
  const now = context.now.toISOString();
  const row = { ...draft, id, createdAt: now, updatedAt: now, revision: 1 };
  const stored = await store.insert(transaction, row);
  await rules.afterCreate?.(stored, rule);
  await notifyListeners(resource.listeners, transaction, context, {
    kind: 'created',
    after: stored,
  });
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
