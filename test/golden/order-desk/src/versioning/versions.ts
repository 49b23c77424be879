import type { ApiVersion } from './uri-path.ts';

/** The version that the routes speak. */
export const currentVersion: ApiVersion = { major: 1 };

/** Every version that is served, the oldest first. */
export const versions: readonly ApiVersion[] = [currentVersion];
