import type { ApiVersion } from './version.ts';

export type VersionState = 'draft' | 'active';

/** State of a version at an instant. It follows from the dates and the clock alone. */
export function stateOf(version: ApiVersion, now: Date): VersionState {
  return version.released !== undefined && now.toISOString().slice(0, 10) >= version.released
    ? 'active'
    : 'draft';
}
