import type { ListOptions } from '../endpoints/list-query.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import type { TObject } from 'typebox';

/**
 * Members of a resource or of a body. A member without a value is not there: no function sets one to undefined.
 */
export type Members = Readonly<Record<string, unknown>>;

/**
 * What an older version calls the things of the newest one, and how the one becomes the other. Routes, rules, storage
 * and events know the newest version only. What is not mentioned is the same in both.
 */
export interface VersionAdapter {
  /** By the newest `name` of their description: `shippingLabel`. Absent: the resource is the same. */
  readonly resources?: Readonly<Record<string, ResourceAdapter>>;
  /** By the path of the newest route, `/orders/{orderId}/items`: the path in this version. */
  readonly paths?: Readonly<Record<string, string>>;
  /** By the id of the newest operation: its id in this version, where names alone do not tell it. */
  readonly operations?: Readonly<Record<string, string>>;
  /** Ids of the newest operations that this version has not. */
  readonly absent?: readonly string[];
  /** Ids of the newest operations that create what they do not find, and do not in this version. */
  readonly replacesOnly?: readonly string[];
  /** By the id of the newest operation and the status of its success: the status in this version. */
  readonly statuses?: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** By the newest code of a problem: its code and its status in this version. */
  readonly errors?: Readonly<Record<string, { readonly code?: string; readonly status?: number }>>;
  /** By the newest type of an event, `order.submitted`: its type in this version. Null: clients do not receive it. */
  readonly events?: Readonly<Record<string, string | null>>;
  /** By the type of an event in this version: what documents say of it, where those of the newest say it otherwise. */
  readonly eventTexts?: Readonly<Record<string, string>>;
  /** Types of events of this version that the service no longer sends. Clients may ask for them, and get none. */
  readonly withdrawn?: readonly string[];
  /** Behaviours that came after this version: `context.behaves(name)` is false. */
  readonly lacks?: readonly string[];
}

/** One kind of resource in an older version. Every function but `description` may be left out: it is the identity. */
export interface ResourceAdapter {
  /** As this version describes it: names, collection, schemas, references, children, custom operations. Not `customOperationsNow`. */
  readonly description: ResourceDescription;
  /** Other descriptions of the same, by the name of one: what the newest version describes so is described so here. */
  readonly others?: Readonly<Record<string, ResourceDescription>>;
  /**
   * A resource as it is shown. Members that the reader does not see are absent, and so is what is made of them. The
   * identifier and the revision have the same names in every version.
   */
  down?(newest: Members): Members;
  /**
   * The body of a new resource, checked by the schema of this version, as a body of the newest one: with a value for each
   * member that must be there and that this version does not know.
   */
  create?(body: Members): Members;
  /**
   * Members that this version does not know and that claims decide about: where a claim of the caller has one value, that comes in the
   * place of what `create` gives them.
   */
  readonly claimed?: readonly string[];
  /** Rules of this version that the newest one has no more. */
  readonly formerRules?: FormerRules;
  /**
   * The body of PUT, checked by the schema of this version, as a body of the newest one. What is equal in `down(seen)`
   * keeps the value that it has in `seen`, exactly; what this version cannot say stays as it is there.
   *
   * @param seen the newest resource as its client sees it now
   * @param shown the same as this version shows it, where that is known already
   */
  replace?(body: Members, seen: Members, shown?: Members): Members;
  /**
   * What members of the newest version can be that are made of values of another type. A body of this version with a value that becomes
   * none of these is refused.
   */
  readonly converted?: TObject;
  /** By the names of this version; each that is not there under its own name in the newest one. */
  readonly members?: Readonly<Record<string, MemberAdapter>>;
  /** From a JSON Pointer into the newest members to the same place in those of this version. */
  pointer?(newest: string): string;
  /** By the segment of this version: what can be done with it by a POST. Absent ones are the same. */
  readonly customOperations?: Readonly<Record<string, CustomOperationAdapter>>;
  /** Segments of what can be done with it by a POST, in this version. Absent: the same as in the newest one. */
  readonly offers?: readonly string[];
  /** What this version calls a state of the newest one. */
  state?(newest: string): string;
  /** What the collection offers. Absent: as the newest one does. */
  readonly list?: VersionedList;
}

/**
 * What only an older version leaves to claims: its clients need not send these members, and may send no other value. Claims are compared
 * with bodies by the names and the values of that version, as soon as the operation of the newest one knows the caller may do it at all.
 */
export interface FormerRules {
  /** By the names of this version. */
  readonly members: readonly string[];
  /**
   * The body of a new resource.
   *
   * @param sent by this version
   * @param newestOf makes a body of the newest version of one with what claims say
   */
  holdNew(newest: Members, sent: Members, newestOf: (sent: Members) => Members): void;
  /**
   * A body that changes a resource.
   *
   * @param shown the resource as this version shows it; absent for an input, which sets what it has
   */
  holdChange(newest: Members, sent: Members, shown?: Members): void;
}

/** What a list of this version offers its readers, by its own names. */
export type VersionedList = Pick<ListOptions, 'filter' | 'sort' | 'size' | 'maxSize' | 'total'> & {
  /** Whether a page can be asked for by what comes before it, if the newest version has that too. */
  readonly cursor: boolean;
};

/** A member of an older version, as parameters of lists ask about it. */
export interface MemberAdapter {
  /** The newest members that it is made of; none where it has the same value in every resource. */
  readonly from: readonly string[];
  /** What a list is sorted by instead; `from` unless it is said. */
  readonly sort?: readonly string[];
  /**
   * All that the newest members in `from` can be where this one has the value, a list of values in their order each.
   * None: no resource has the value. Absent: the one member has the same value.
   */
  equal?(value: unknown): readonly (readonly unknown[])[];
  /** A bound of this member as one of the only member in `from`. Absent: the same value. */
  bound?(value: unknown): unknown;
  /** The value that it has in every resource, null for none. Absent: it depends on the members in `from`. */
  readonly always?: unknown;
}

/** What a POST to a segment below the address of a resource does. */
export interface CustomOperationAdapter {
  /** The segment in the newest version. */
  readonly newest: string;
  /** Schema of its body in this version. Absent: the same. */
  readonly schema?: TObject;
  /** The body, checked by that schema, as the newest one. */
  input?(body: Members): Members;
  /** What inputs of the newest version can be that are made of values of another type; see `ResourceAdapter`. */
  readonly converted?: TObject;
  /** From a JSON Pointer into the newest body to the same place in that of this version. */
  pointer?(newest: string): string;
}
