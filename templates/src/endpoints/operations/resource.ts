import type { Caller } from '../../authentication/caller.ts';
import type { Database } from '../../storage/database.ts';
import type { Store } from '../../storage/store.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { ResourceRules } from '../../resources/rules.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { RequestContext } from '../route.ts';
// {{#if hasFollowers}}
import type { Follower } from './follower.ts';
// {{/if}}

/**
 * One kind of resource as its endpoints see it.
 *
 * @typeParam Draft what can be decided of it; the service sets the rest
 */
export interface ResourceEndpoints<Draft extends object, Tables> extends ResourceDescription {
  /** Placeholder of its own identifier: `orderId`. */
  readonly idParameter: string;
  /** Placeholders of the resources it lives in, outermost first; the last one is also a member of the resource. */
  readonly parentParameters: readonly string[];
  /** Store of the resource it lives in. */
  readonly parent?: Pick<Store<never>, 'exists'>;
  /**
   * Which rows exist for a caller, by what their members have to be; absent: all. The rows that they live in need the
   * same.
   */
  existsFor?(caller: Caller): Readonly<Record<string, unknown>>;
  /** Whether a change must say which state it was made for. */
  readonly preconditions: 'optional' | 'required';
  /** Whether POST and PATCH must carry an Idempotency-Key. */
  readonly idempotencyKey: 'optional' | 'required';
  /** How it is kept. */
  readonly table: {
    readonly columns: Readonly<Record<string, { readonly name: string }>>;
    toRow(entity: Draft & SystemMembers): object;
  };
  readonly store: Store<Draft & SystemMembers>;
  readonly rules: ResourceRules<Draft & SystemMembers, Draft, Tables>;
  // {{#if hasFollowers}}
  /** Whoever keeps something of its own about each change. */
  readonly followers?: readonly Follower[];
  // {{/if}}
  readonly database: Database<Tables>;
  readonly newId: () => string;
}

/** Identifiers of the parents that a request names, outermost first. */
export function parentsOf(
  { parentParameters }: { readonly parentParameters: readonly string[] },
  { parameters }: RequestContext,
): string[] {
  return parentParameters.map((name) => parameters[name] ?? '');
}
