import type { AttributeRules } from '../../authentication/attribute-rules.ts';
import type { Caller } from '../../authentication/caller.ts';
import type { Database } from '../../storage/database.ts';
import type { Having } from '../../storage/scope.ts';
import type { Enclosing } from '../../storage/scope.ts';
import type { Store } from '../../storage/store.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { ResourceRules } from '../../resources/rules.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { RequestContext } from '../route.ts';
import type { Follower } from './follower.ts';

/** One kind of resource of which not everything exists for everybody. */
export interface Confined {
  /** Which rows exist for a caller, by what their members have to be; absent: all. */
  existsFor?(caller: Caller): Having;
  /** What it lives in, outermost first: below a row that does not exist for a caller nothing does. */
  readonly ancestors?: readonly (Pick<Enclosing, 'table'> & Pick<Confined, 'existsFor'>)[];
}

/**
 * One kind of resource as its endpoints see it.
 *
 * @typeParam Draft what can be decided of it; the service sets the rest
 */
export interface ResourceEndpoints<Draft extends object, Tables>
  extends ResourceDescription, Confined {
  /** Placeholder of its own identifier: `orderId`. */
  readonly idParameter: string;
  /** Placeholders of the resources it lives in, outermost first; the last one is also a member of the resource. */
  readonly parentParameters: readonly string[];
  /** What it lives in. */
  readonly parent?: Pick<Store<never>, 'exists'> & Confined;
  /** Members that claims of the caller decide about. */
  readonly attributes?: AttributeRules;
  /** Members that every unique value is unique within. */
  readonly uniqueWithin?: readonly string[];
  /** Members that are unique together, some of which every unique value is unique within. */
  readonly uniqueAcross?: readonly (readonly string[])[];
  /** By member: what it refers to, where that does not exist for everybody. */
  readonly targets?: Readonly<Record<string, Pick<Store<never>, 'exists'> & Confined>>;
  /** Whether a change must say which state it was made for. */
  readonly preconditions: 'optional' | 'required';
  /** Whether POST and PATCH must carry an Idempotency-Key. */
  readonly idempotencyKey: 'optional' | 'required';
  /** How it is kept. */
  readonly table: {
    readonly name: string;
    readonly columns: Readonly<Record<string, { readonly name: string }>>;
    toRow(entity: Draft & SystemMembers): object;
  };
  readonly store: Store<Draft & SystemMembers>;
  readonly rules: ResourceRules<Draft & SystemMembers, Draft, Tables>;
  /** Whoever keeps something of its own about each change. */
  readonly followers?: readonly Follower[];
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
