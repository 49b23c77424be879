import { isDeepStrictEqual } from 'node:util';
import { compareSpecifications, needsVersion } from '../evolution/compare/index.ts';
import type { Contracts } from '../evolution/contracts/contracts.ts';
import { hintsOf } from '../evolution/hints.ts';
import type {
  ResolvedAddition,
  ResolvedSpecification,
  Specification,
} from '../specification/index.ts';
import { additionName } from '../specification/versions/additions.ts';
import { minorAfter, promised } from './commands/release.ts';

/** What is frozen of a version, and what its next release would freeze besides. */
export interface VersionRelease {
  readonly label: string;
  /** The newest one: MAJOR.MINOR.PATCH, or a date and how often something was added since. */
  readonly release: string;
  /** What the next one would be called; absent: there is nothing to release, or something that only a new version can have. */
  readonly next?: string;
  /** What the next one adds: fields, such as `person.note`, and other places in the specification. */
  readonly pending: readonly string[];
  /** Changes of the newest version that belong into a new one: as long as they are there, it is not released again. */
  readonly breaking: readonly string[];
}

interface Described {
  readonly specification: Specification;
  readonly resolved: ResolvedSpecification;
}

/** The releases of every version of which something is frozen, the oldest version first. */
export function releasesOf(described: Described, { releases }: Contracts): VersionRelease[] {
  const versions = Object.entries(described.resolved.versioning.versions);
  return versions.flatMap(([label, { additions = [] }], index) => {
    const last = releases.findLast((each) => each.label === label);
    if (last === undefined) return [];
    const { pending, breaking } =
      index === versions.length - 1
        ? changedSince(last.specification, described)
        : { pending: additions.map(pendingOf), breaking: [] };
    const isReady = pending.length > 0 && breaking.length === 0;
    const next = !isReady ? {} : { next: minorAfter(last.release) };
    return [{ label, release: last.release, ...next, pending, breaking }];
  });
}

function changedSince(frozen: ResolvedSpecification, { specification, resolved }: Described) {
  if (isDeepStrictEqual(promised(frozen), promised(resolved))) return { pending: [], breaking: [] };
  const changes = compareSpecifications(frozen, resolved, hintsOf(specification, frozen)).filter(
    ({ path }) => !path.startsWith('versioning.'),
  );
  const placesOf = (all: typeof changes) => [...new Set(all.map(({ path }) => shortened(path)))];
  return {
    pending: placesOf(changes.filter((each) => !needsVersion(each))),
    breaking: placesOf(changes.filter((each) => needsVersion(each))),
  };
}

/** As the newest version names the same change. */
function pendingOf(addition: ResolvedAddition): string {
  const { resource, field, parameter } = addition;
  return parameter === undefined
    ? additionName(addition)
    : `endpoints.${resource}.${parameter}.${field}`;
}

/** A field is written as an addition is: `person.note`. */
function shortened(path: string): string {
  return path.replace(/^resources\.([^.]+)\.fields\.([^.]+)$/, '$1.$2');
}
