import { currentVersion, versions } from '../../src/versioning/versions.ts';

/**
 * Tests name the version in front of every path, `/v1/orders?page=2`, wherever clients of this service have to name it.
 * What is sent for such an address, and what links show in its place, `selector.ts` tells.
 */
export const prefix = `/v${currentVersion.label}`;
export const documentPath = `/openapi${prefix}.json`;

/** Versions that do not exist: a number, and a day. */
export const unknownMajor = '9998';
export const unknownDay = '9999-12-31';
/** One of the kind that the versions of this service are of. */
export const unknownLabel = currentVersion.label.includes('-') ? unknownDay : unknownMajor;

/** Those texts that no version is called. */
export function withoutLabels(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => versions.every(({ label }) => label !== text));
}
