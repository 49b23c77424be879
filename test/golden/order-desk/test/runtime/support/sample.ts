import type { Tables } from '../../contract.ts';
import type { NewRow } from '../../../src/runtime/resources/insert-row.ts';
import type { SystemMembers } from '../../../src/runtime/resources/members.ts';
import type { Database } from '../../../src/runtime/storage/database.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Something that a POST to a segment below a resource does. */
export interface CustomOperationSample {
  readonly name: string;
  /** The states that it leads from, and the one that it leads to; absent where it leads to no other. */
  readonly from?: readonly string[];
  readonly to?: string;
  /** Whether a client can bring a resource into a state where it is possible, by these transitions, and may do it. */
  readonly isReachable: boolean;
  readonly way: readonly { readonly name: string; readonly input: Json }[];
  /** A body with which its conditions hold. */
  readonly input: Json;
  /** Kinds of which there has to be the one that inputs refer to, by their parameter. */
  readonly referred: readonly string[];
  /** What inputs have that are not sent. */
  readonly defaults: Json;
  /** Members of a new resource with which the conditions hold, of this and of those on the way. */
  readonly meeting: Json;
  /** Members that it goes without, for the same reason. */
  readonly absent: readonly string[];
  /** Members that refer to something, though they need not. */
  readonly referring: readonly string[];
  /** Values of members that must be unique with which the conditions hold. */
  readonly distinct: Readonly<Record<string, readonly unknown[]>>;
  /** Members of a new resource with which a condition does not hold. */
  readonly failing: readonly FailingSample[];
  readonly required: readonly string[];
  /** Inputs that refer to something. */
  readonly references: readonly string[];
  /** Inputs that are members of the resource, and set them. */
  readonly shown: readonly string[];
  /** Inputs that are kept nowhere in clear. */
  readonly secret: readonly string[];
  /** Inputs that no history shows: these, and those of members that not everybody sees. */
  readonly notInHistory: readonly string[];
  readonly invalid: ResourceSample['invalid'];
}

/** A member that does not meet a condition. */
export interface FailingSample {
  readonly member: string;
  /** Absent: it is not there. */
  readonly value?: unknown;
  /** What meets the condition where it is sent along; absent: nothing does. */
  readonly mended?: unknown;
}

/** A rule that rows have to meet to exist for a caller. */
export interface AttributeSample {
  readonly member: string;
  readonly claim: string;
  /** Grants for which everything exists. */
  readonly unless: readonly string[];
  /** The value in the rows that tests make, and another one where there is any. */
  readonly own: unknown;
  readonly other?: unknown;
}

/** Grants of which any one is enough; absent: everybody who may do it at all. */
export interface MemberAccessSample {
  readonly member: string;
  readonly readableBy?: readonly string[];
  readonly writableBy?: readonly string[];
  /** A value that is not there by itself, and another one where there is any. */
  readonly value?: unknown;
  readonly other?: unknown;
  /** A value that lists take in a filter, whether or not any row has it; of members that can be filtered by. */
  readonly sought?: unknown;
  /** Whether null is a value, and not what takes one away. */
  readonly isNullable: boolean;
  /** Whether a new resource needs it. */
  readonly isRequired: boolean;
}

/** A value as it is sent, and as it is answered. */
export interface Spelling {
  readonly member: string;
  readonly sent: unknown;
  readonly shown: unknown;
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
  /** Two valid bodies without references, in the spelling that is answered, which differ in every member that can differ. */
  readonly bodies: readonly [Json, Json];
  /** Types of members, as the specification calls them. */
  readonly types: Readonly<Record<string, string>>;
  /** Members that both bodies have the same value of, and why. */
  readonly alike: Readonly<Record<string, string>>;
  /** What could not be made of it, and why. */
  readonly cannot: readonly string[];
  /** Values of members that must be unique, alone or together: those of one position collide with those of no other. */
  readonly unique: Readonly<Record<string, readonly unknown[]>>;
  /** How many there can be at once by the values that tests have; of sixty there may be more. */
  readonly room: number | 'unlimited';
  /** Unique members that a body leaves out, or sets to null, once their values are used up. */
  readonly vacant?: { readonly absent: readonly string[]; readonly empty: readonly string[] };
  /** Members that are unique alone or together. */
  readonly uniqueKeys: readonly (readonly string[])[];
  /** Their values in a request without them. */
  readonly uniqueDefaults: Json;
  /** Values in a legal spelling that is not the one that they are answered in. */
  readonly spellings: readonly Spelling[];
  /** Values at the bounds of members. */
  readonly bounds: readonly Spelling[];
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
  readonly memberAccess: readonly MemberAccessSample[];
  /** What references refer to, by its `idParameter`. */
  readonly targets: Readonly<Record<string, string>>;
  /** The table that keeps it. */
  readonly table: string;
  readonly references: readonly string[];
  readonly immutable: readonly string[];
  readonly readOnly: readonly string[];
  /** Members that no caller may read. */
  readonly writeOnly: readonly string[];
  readonly filter: readonly string[];
  readonly sort: readonly string[];
  readonly methods: readonly ('list' | 'create' | 'read' | 'replace' | 'update' | 'delete')[];
  readonly preconditions: 'optional' | 'required';
  /** True if responses to changes contain it; they do not if no caller may read it. */
  readonly isShown: boolean;
  readonly createByReplace: boolean;
  /** Grants of which any one is enough to make one by PUT; absent where POST makes them, or none is needed. */
  readonly grantsToCreate?: readonly string[];
  /** What a PUT to an identifier of nothing answers. */
  readonly replacingNothing: 201 | 403 | 404;
  readonly maxSize: number;
  readonly hasTotal: boolean;
  readonly hasCursor: boolean;
  readonly idempotencyKey: 'optional' | 'required';
  readonly customOperations?: readonly CustomOperationSample[];
  /** Those that go on after their answer. */
  readonly jobs?: readonly CustomOperationSample[];
  readonly machine?: {
    readonly field: string;
    readonly initial: string;
    readonly states: readonly string[];
  };
  /** Whether it is kept. */
  exists(database: Database<Tables>, id: string): Promise<boolean>;
  /** Those that are kept. */
  rows(database: Database<Tables>): Promise<readonly (SystemMembers & object)[]>;
  /** Removes one without a request. */
  remove(database: Database<Tables>, id: string): Promise<boolean>;
  /** Keeps one without a request. */
  insert(database: Database<Tables>, row: NewRow): Promise<SystemMembers>;
}
