import type { ApiVersion } from '../versioning/version.ts';
import type { StoredEvent } from './event.ts';

/** Events in the shape of each version. */
export interface EventShapes {
  /**
   * An event that has only the members that a reader may see, in the names and the shape of a version. Readers who see the
   * same get the same object.
   *
   * @returns undefined where the version has no such event
   */
  at(event: StoredEvent, version: ApiVersion): StoredEvent | undefined;
  /** The version whose shape an event has; undefined for an event as it is stored. */
  versionOf(event: StoredEvent): ApiVersion | undefined;
  /** Whether a version has events of a type of the newest. */
  has(type: string, version: Pick<ApiVersion, 'label'>): boolean;
}
