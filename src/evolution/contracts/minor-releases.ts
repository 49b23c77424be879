import type { ResolvedSpecification } from '../../specification/index.ts';
import type { Contracts } from './contracts.ts';

/** A release of a version that came after another one of the same version. */
export interface MinorRelease {
  readonly label: string;
  /** MAJOR.MINOR.PATCH. */
  readonly release: string;
  /** As the release before was frozen. */
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
}

/** Every release but the first one of each version, the oldest first. */
export function minorReleases({ releases }: Pick<Contracts, 'releases'>): MinorRelease[] {
  return releases.slice(1).flatMap(({ label, release, specification }, index) => {
    const before = releases[index];
    return before?.label === label
      ? [{ label, release, older: before.specification, newer: specification }]
      : [];
  });
}

/** A release as it was frozen, and its version as it is now. */
export interface ReleaseNow {
  readonly label: string;
  /** MAJOR.MINOR.PATCH, or a date. */
  readonly release: string;
  readonly was: ResolvedSpecification;
  readonly is: ResolvedSpecification;
}

/** The releases of versions that may be something else by now. */
export function releasesNow(
  { releases }: Pick<Contracts, 'releases'>,
  shapes: readonly { readonly label: string; readonly specification: ResolvedSpecification }[],
): ReleaseNow[] {
  return releases.flatMap(({ label, release, specification: was }) => {
    const is = shapes.find((shape) => shape.label === label)?.specification;
    return is === undefined || is === was ? [] : [{ label, release, was, is }];
  });
}
