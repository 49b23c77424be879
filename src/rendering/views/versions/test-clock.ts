import type { VersionModel } from '../../../model/model.ts';

/** The day on which the tests of a service begin where its versions allow that. */
const usualDay = '2026-01-01';

/** Days ahead within which nothing should happen to the newest version: tests let time pass. */
const ahead = 365;

/**
 * The instant at which the clock of a service's tests begins. The newest version is released and nothing is taken from
 * it, the one that clients get who name none answers them, and as few others as possible have lost anything.
 */
export function testInstant(versions: readonly VersionModel[], pinned?: string): string {
  const newest = versions.at(-1);
  const released = newest?.released ?? versions.at(-2)?.released;
  const days = [usualDay, ...(released === undefined ? [] : [released, dayAfter(released, -1)])];
  const [best = usualDay] = days.toSorted(
    (a, b) => lossAt(versions, a, pinned) - lossAt(versions, b, pinned),
  );
  return `${best}T00:00:00.000Z`;
}

/** How much versions do less on a day than they do at their best: losses of the newest one count before all others. */
function lossAt(
  versions: readonly VersionModel[],
  day: string,
  pinned: string | undefined,
): number {
  const older = versions.slice(0, -1).filter((version) => isLess(version, day)).length;
  const newest = versions.slice(-1);
  const stages = [
    newest.some((version) => isLess(version, day)),
    newest.some(({ deprecated }) => hasCome(deprecated, day)),
    newest.some((version) => isLess(version, dayAfter(day, ahead))),
    versions.some((version) => version.label === pinned && isLess(version, day)),
  ];
  return stages.reduce((loss, isLost) => loss * 2 + Number(isLost), 0) * versions.length + older;
}

/** Whether a version is not released yet, or refuses anything that it did not refuse after its release. */
function isLess(version: VersionModel, day: string): boolean {
  const {
    released = day,
    sunset,
    readOnly,
    closed,
    quota,
    brownouts = [],
    withdrawn = [],
  } = version;
  const ends = [
    sunset,
    readOnly,
    closed,
    quota?.from,
    ...brownouts.map(({ from }) => from.slice(0, 10)),
    ...withdrawn.map(({ from }) => from),
  ];
  return !hasCome(released, day) || ends.some((end) => hasCome(end, day));
}

function hasCome(other: string | undefined, day: string): boolean {
  return other !== undefined && other <= day;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
