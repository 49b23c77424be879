import type { ApiVersion } from '../versioning/version.ts';
import type { StoredEvent } from './event.ts';

/** Events as clients of each version are told them. */
export interface EventShapes {
  /**
   * An event, of which a reader sees all that is left in it, in the names and the shape of a version. Who is told the same
   * gets the same object.
   *
   * @returns undefined where the version has no such event
   */
  at(event: StoredEvent, version: ApiVersion): StoredEvent | undefined;
  /** The version that such an object is told in; undefined for one as it is kept. */
  versionOf(event: StoredEvent): ApiVersion | undefined;
  /** Whether a version has events of a type of the newest. */
  has(type: string, version: Pick<ApiVersion, 'label'>): boolean;
}
