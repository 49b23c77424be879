import {
  changingFeatures,
  currentVersion,
  unknownDay,
  unknownMajor,
  versions,
} from '../../contract.ts';

/**
 * Tests name the version in front of every path, `/v1/orders?page=2`, wherever clients of this service have to name it.
 * What is sent for such an address, and what links show in its place, the selector of the contract tells.
 */
export const prefix = `/v${currentVersion.label}`;
export const documentPath = `/openapi${prefix}.json`;
/** The document with all changes that clients can ask for, as the tests ask for them. */
export const describedPath =
  changingFeatures === '' ? documentPath : `${documentPath}?features=${changingFeatures}`;

/** A version that does not exist, of the kind that the versions of this service are of. */
export const unknownLabel = currentVersion.label.includes('-') ? unknownDay : unknownMajor;

/** Those texts that no version is called. */
export function withoutLabels(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => versions.every(({ label }) => label !== text));
}
