import type { StateMachine } from '../../../src/runtime/states/machine.ts';
import type { ResourceSample } from './sample.ts';
import type { StoredResource } from './stored-resource.ts';

/** A kind of resource whose state changes by the clock. */
export interface TimedResource extends StoredResource {
  readonly name: string;
  readonly machine: StateMachine;
  /** The collection that keeps its transitions, if one does. */
  readonly history?: { readonly segment: string; readonly sample: ResourceSample };
  /** Its events. */
  readonly events: readonly string[];
}
