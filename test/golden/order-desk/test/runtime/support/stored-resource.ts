import type { Tables } from '../../contract.ts';
import type { SystemMembers } from '../../../src/runtime/resources/members.ts';
import type { Database } from '../../../src/runtime/storage/database.ts';
import type { Store } from '../../../src/runtime/storage/store.ts';
import type { ResourceSample } from './sample.ts';

/** A kind of resource, and what its rows are kept by. */
export interface StoredResource {
  readonly sample: ResourceSample;
  store(database: Database<Tables>): Store<SystemMembers & object>;
}
