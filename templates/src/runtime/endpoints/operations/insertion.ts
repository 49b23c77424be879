import type { Transaction } from 'kysely';
import type { SystemMembers } from '../../resources/members.ts';
import type { RequestContext } from '../route.ts';
// {{#if hasFollowers}}
import { tell } from './follower.ts';
// {{/if}}
// {{#if hasRules}}
import { checkAttributes, withAttributes } from './attributes.ts';
// {{/if}}
// {{#if hasBehaviours}}
import { behavesFor } from './behaves.ts';
// {{/if}}
import { requireParents } from './parents.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';
// {{#if hasRestricted}}
import { refuseFixed } from './restricted-members.ts';
// {{/if}}

/** Stores a new resource, between its rules. */
export async function insertNew<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  transaction: Transaction<Tables>,
  { id, body }: { readonly id: string; readonly body: Draft },
): Promise<Draft & SystemMembers> {
  const { schemas, store, rules } = resource;
  const parents = parentsOf(resource, context);
  // {{#if hasRestricted}}
  refuseFixed(resource, context, body as object as Readonly<Record<string, unknown>>);
  // {{/if}}
  await requireParents(resource, transaction, context, parents);
  const rule = {
    caller: context.caller,
    now: context.now,
    transaction,
    // {{#if hasBehaviours}}
    behaves: behavesFor(context),
    // {{/if}}
  };
  const draft: Draft = {
    ...schemas.initial,
    ...body,
    ...parentMember(resource, parents),
    // {{#if hasRules}}
    ...withAttributes(resource, context, body),
    // {{/if}}
  };
  // {{#if hasRules}}
  await checkAttributes(resource, transaction, context, draft);
  // {{/if}}
  await rules.beforeCreate?.(draft, rule);
  const now = context.now.toISOString();
  const row = { ...draft, id, createdAt: now, updatedAt: now, revision: 1 };
  const stored = await store.insert(transaction, row);
  await rules.afterCreate?.(stored, rule);
  // {{#if hasFollowers}}
  await tell(resource.followers, transaction, context, { kind: 'created', after: stored });
  // {{/if}}
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
