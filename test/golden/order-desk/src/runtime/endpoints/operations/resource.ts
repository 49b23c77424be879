import type { Caller } from '../../authentication/caller.ts';
import type { Database } from '../../storage/database.ts';
import type { ListQuery } from '../../storage/list.ts';
import type { AncestorFilter, AllowedValues } from '../../storage/row-filter.ts';
import type { Connection } from '../../storage/statement.ts';
import type { Store } from '../../storage/store.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { ResourceRules } from '../../resources/rules.ts';
import type { ResourceDescription } from '../resource-description.ts';
import type { RequestContext } from '../route.ts';
import type { ChangeListener } from './change-listener.ts';

/** Which rows of one kind of resource exist for a caller. */
export interface Visibility {
  /** The values that members of a row must have, for the row to exist for a caller. Absent: all rows exist. */
  allowedValues?(caller: Caller): AllowedValues;
  /** Its parents, the outermost one first. Below a parent that does not exist for a caller, no row does. */
  readonly ancestors?: readonly (Pick<AncestorFilter, 'table'> &
    Pick<Visibility, 'allowedValues'>)[];
}

/**
 * One kind of resource as its endpoints see it.
 *
 * @typeParam Draft what can be decided of it; the service sets the rest
 */
export interface ResourceEndpoints<Draft extends object, Tables>
  extends ResourceDescription, Visibility {
  /** Placeholder of its own identifier: `orderId`. */
  readonly idParameter: string;
  /** Placeholders of the resources it lives in, outermost first; the last one is also a member of the resource. */
  readonly parentParameters: readonly string[];
  /** What it lives in. */
  readonly parent?: Pick<Store<never>, 'exists'> & Visibility;
  /** What claims of the caller decide about it; absent: nothing. */
  readonly attributes?: AttributeChecks;
  /** Its members that only some callers see or set; absent: everybody does. */
  readonly memberAccess?: MemberAccessChecks;
  /** Members that every unique value is unique within. */
  readonly uniqueWithin?: readonly string[];
  /** Members that are unique together, some of which every unique value is unique within. */
  readonly uniqueAcross?: readonly (readonly string[])[];
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
  /** Change listeners, which store data of their own about each change. */
  readonly listeners?: readonly ChangeListener[];
  readonly database: Database<Tables>;
  readonly newId: () => string;
}

/** What claims of callers decide about the rows of one kind of resource. */
export interface AttributeChecks {
  /** The members that they decide by. */
  readonly members: readonly string[];
  /**
   * The members that the claims of its caller give a new resource, besides those that it has. A caller for whom several
   * values would do says which one.
   *
   * @throws {Problem} 403 where it would not exist for its caller, 400 where it is not said what it is
   */
  assign(caller: Caller, draft: object): Readonly<Record<string, unknown>>;
  /**
   * Refuses to hand a resource to somebody else: by its members, or by an input that sets one of them.
   *
   * @param stored absent: it is new
   * @throws {Problem} 403 that names every such member
   */
  refuseForeign(caller: Caller, draft: object, stored?: object): void;
  /**
   * The same, and refuses to refer to what does not exist for the caller.
   *
   * @param stored absent: it is new
   * @throws {Problem} 403, or 409 as for a reference to nothing
   */
  check(connection: Connection, caller: Caller, draft: object, stored?: object): Promise<void>;
}

/** What callers may not see or set of one kind of resource. */
export interface MemberAccessChecks {
  /** Members that a caller does not see. */
  hiddenFrom(caller: Caller): readonly string[];
  /** Members that a body without them leaves as they are: its caller does not see them, or does not set them. */
  untouchable(caller: Caller): readonly string[];
  /**
   * Refuses a new resource with a member that its caller does not set. Its default says nothing.
   *
   * @throws {Problem} 403 that names every such member
   */
  refuseNew(caller: Caller, body: Members): void;
  /**
   * Refuses a change of what its caller does not set. What is seen may be sent back as it is; of what is not seen even
   * that would tell something.
   *
   * @param isChanged whether a member differs from what is stored
   * @throws {Problem} 403 that names every such member
   */
  refuseChanges(caller: Caller, body: Members, isChanged: (name: string) => boolean): void;
  /**
   * Defaults of what is absent; without one it must be there, where every resource has it.
   *
   * @param present names of the members that there are
   * @throws {Problem} 400 that names every member that is missing
   */
  defaults(present: ReadonlySet<string>): readonly [string, unknown][];
  /**
   * Refuses the parameters of a list that come to a member which its caller does not see.
   *
   * @param sortable members that the list can be sorted by
   * @throws {Problem} 400 that lists every such parameter
   */
  refuseParameters(
    context: Pick<RequestContext, 'caller' | 'queryNames'>,
    query: Pick<ListQuery<string>, 'filters' | 'sort'>,
    sortable: readonly string[],
  ): void;
}

type Members = Readonly<Record<string, unknown>>;

/** Identifiers of the parents that a request names, outermost first. */
export function parentsOf(
  { parentParameters }: { readonly parentParameters: readonly string[] },
  { parameters }: RequestContext,
): string[] {
  return parentParameters.map((name) => parameters[name] ?? '');
}
