import { hasCome, type ApiVersion } from './version.ts';

/** Where a version is in its life. */
export type VersionState =
  /** It may still change. */
  'draft' | 'active';

/** State of a version at an instant. It follows from the dates and the clock alone. */
export function stateOf(version: ApiVersion, now: Date): VersionState {
  if (!hasCome(version.released, now)) return 'draft';
  return 'active';
}
