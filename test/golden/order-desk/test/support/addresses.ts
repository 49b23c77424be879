import { currentVersion } from '../../src/versioning/versions.ts';

/**
 * Tests name the version in front of every path, `/v1/orders?page=2`, wherever clients of this service have to name it.
 * What is sent for such an address, and what links show in its place, `selector.ts` tells.
 */
export const prefix = `/v${currentVersion.label}`;
export const documentPath = `/openapi${prefix}.json`;
