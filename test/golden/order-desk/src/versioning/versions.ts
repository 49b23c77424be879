import type { ApiVersion } from '../runtime/versioning/version.ts';

/** The version that the routes speak. */
export const currentVersion: ApiVersion = { label: '1' };

/** Every version of the interface, the oldest first. */
export const versions: readonly ApiVersion[] = [currentVersion];
