import type { Contracts } from '../evolution/index.ts';
import { dayOf } from '../lifecycle/days.ts';
import type { ResolvedSpecification } from '../specification/index.ts';

/** What clients of a version know. */
export interface Release {
  readonly label: string;
  /** Absent: nothing is frozen, and the last generation tells. */
  readonly number?: string;
  readonly specification: ResolvedSpecification;
}

/**
 * The newest version as clients know it: as it was frozen last, or as it was generated last. Undefined: it is a draft, or new.
 *
 * @param before what was generated last; undefined: nothing, or it cannot be read any more
 * @param now decides which versions are released
 */
export function releaseOf(
  before: ResolvedSpecification | undefined,
  after: ResolvedSpecification,
  { releases }: Contracts,
  now: Date,
): Release | undefined {
  const label = newestOf(after);
  const frozen = releases.findLast((release) => release.label === label);
  if (frozen !== undefined) {
    return { label, number: frozen.release, specification: frozen.specification };
  }
  if (before === undefined || newestOf(before) !== label) return undefined;
  const { released } = before.versioning.versions[label] ?? {};
  const isReleased = released !== undefined && released <= dayOf(now.getTime());
  return isReleased ? { label, specification: before } : undefined;
}

function newestOf({ versioning }: ResolvedSpecification): string {
  return Object.keys(versioning.versions).at(-1) ?? '';
}
