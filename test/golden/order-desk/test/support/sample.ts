import type { NewRow } from '../../src/resources/insert-row.ts';
import type { SystemMembers } from '../../src/resources/members.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What the tests of a resource need to know of it. */
export interface ResourceSample {
  /** Of the collection, with its version and placeholders: `/v1/orders/{orderId}/items`. */
  readonly path: string;
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
  /** Keeps one without a request. */
  insert(database: Database<Tables>, row: NewRow): Promise<SystemMembers>;
}
