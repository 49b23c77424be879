import type { TObject } from 'typebox';
import type { ResourceSchemas } from '../resources/schemas.ts';
import type { CustomOperationAdapter, MemberAdapter, Members, VersionedList } from './adapter.ts';

/**
 * What of one kind of resource is different for clients that do not ask for a feature. Every member that it does not
 * mention is the same with and without it; whatever else changes those it mentions asks for it, or is asked for by it.
 */
export interface FeatureChange {
  /** Members that are there, or are so, with the feature only. */
  readonly made: readonly string[];
  /** Members that are there, or are so, without it only, as they are kept. */
  readonly members: TObject;
  /** Those of them that lists can be filtered by. */
  readonly filter?: readonly string[];
  /** Those of them that lists can be sorted by. */
  readonly sort?: readonly string[];
  /** Members without the feature, of those with it. */
  down(newest: Members): Members;
  /** Members with the feature, of those that a new resource is sent with. */
  create(body: Members): Members;
  /** The same of what takes the place of a resource: what is equal in `down(seen)` keeps the value that it has in `seen`. */
  replace(replacement: Replacement<Members, Members>): Members;
  /** How lists are asked for the members without the feature, by those with it. */
  readonly asked?: Readonly<Record<string, MemberAdapter>>;
  /** From a JSON Pointer into the members with the feature to the same place without it. */
  pointer?(newest: string): string;
  /** By segment: what can be done with it by a POST whose body is another one. */
  readonly customOperations?: Readonly<Record<string, CustomOperationAdapter>>;
}

/** What takes the place of a resource. */
export interface Replacement<Without, With> {
  /** As it is sent, by a client without the feature. */
  readonly body: Without;
  /** The resource with the feature, as that client sees it. */
  readonly seen: With;
}

/** A kind of resource that features change. */
export interface ChangedResource {
  /** As it is kept: with all features. */
  readonly members: TObject;
  /** Every shape of a resource of which that is kept. */
  schemasOf(members: TObject, example?: (example: Members) => Members): ResourceSchemas;
  /** What the collection offers with all features. */
  readonly list: VersionedList;
  /** By the name of the feature, in the order in which they are applied. */
  readonly changes: readonly (readonly [feature: string, change: FeatureChange])[];
}
