import type { NewRow } from '../../src/resources/insert-row.ts';
import type { SystemMembers } from '../../src/resources/members.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Something that a POST to a segment below a resource does. */
export interface ActSample {
  readonly name: string;
  /** The states that it leads from, and the one that it leads to; absent where it leads to no other. */
  readonly from?: readonly string[];
  readonly to?: string;
  /** Whether a client can bring a resource into a state where it is possible, by these transitions. */
  readonly isReachable: boolean;
  readonly way: readonly string[];
  /** A body with which its conditions hold. */
  readonly input: Json;
  /** Members of a new resource with which the conditions hold, of this and of those on the way. */
  readonly meeting: Json;
  /** A member of a new resource with which a condition does not hold; absent where its value is. */
  readonly failing: readonly { readonly member: string; readonly value?: unknown }[];
  readonly required: readonly string[];
  /** Inputs that are members of the resource, and set them. */
  readonly shown: readonly string[];
  /** Inputs that are kept nowhere in clear. */
  readonly secret: readonly string[];
  readonly invalid: ResourceSample['invalid'];
}

/** A rule that rows have to meet to exist for a caller. */
export interface AttributeSample {
  readonly member: string;
  readonly claim: string;
  /** Grants for which everything exists. */
  readonly unless: readonly string[];
  /** The value in the rows that tests make, and another one. */
  readonly own: unknown;
  readonly other: unknown;
}

/** Grants of which any one is enough; absent: everybody who may do it at all. */
export interface RestrictedSample {
  readonly member: string;
  readonly readableBy?: readonly string[];
  readonly writableBy?: readonly string[];
}

/** What the tests of a resource need to know of it. */
export interface ResourceSample {
  /** Of the collection, with its version and placeholders: `/v1/orders/{orderId}/items`. */
  readonly path: string;
  /** What representations call the collection: `items`. */
  readonly collection: string;
  readonly idParameter: string;
  readonly parent?: ResourceSample;
  /** What has to exist before one can be made, by member. */
  readonly requiredReferences: Readonly<Record<string, ResourceSample>>;
  /** Two valid bodies that differ, without references. */
  readonly bodies: readonly [Json, Json];
  /** Distinct values of members that must be unique. */
  readonly unique: Readonly<Record<string, readonly unknown[]>>;
  /** Members that are unique alone or together. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Values that are refused, and the place that the answer must point at. */
  readonly invalid: readonly {
    readonly member: string;
    readonly value: unknown;
    readonly at: string;
  }[];
  readonly required: readonly string[];
  /** Members that claims of the caller decide about. */
  readonly attributes: readonly AttributeSample[];
  /** Members that not everybody sees or sets. */
  readonly restricted: readonly RestrictedSample[];
  /** What references refer to, by its `idParameter`. */
  readonly targets: Readonly<Record<string, string>>;
  /** The table that keeps it. */
  readonly table: string;
  readonly references: readonly string[];
  readonly immutable: readonly string[];
  readonly readOnly: readonly string[];
  readonly writeOnly: readonly string[];
  readonly filter: readonly string[];
  readonly sort: readonly string[];
  readonly methods: readonly ('list' | 'create' | 'read' | 'replace' | 'update' | 'delete')[];
  readonly preconditions: 'optional' | 'required';
  readonly createByReplace: boolean;
  readonly maxSize: number;
  readonly hasTotal: boolean;
  readonly hasCursor: boolean;
  readonly idempotencyKey: 'optional' | 'required';
  readonly acts?: readonly ActSample[];
  readonly machine?: {
    readonly field: string;
    readonly initial: string;
    readonly states: readonly string[];
  };
  /** Keeps one without a request. */
  insert(database: Database<Tables>, row: NewRow): Promise<SystemMembers>;
}
