import type { Issue, Path } from '../issue.ts';
import { atValue } from '../issue.ts';
import { resolveVersion } from '../resolve/versioning.ts';
import type { Version } from '../schema.ts';
import { shown } from '../shown.ts';
import { instantOf, startOf } from '../units.ts';
import { isDate } from '../values/calendar.ts';

/** One thing that happens in the last phase of a version, in milliseconds since 1970. */
interface Event {
  readonly path: Path;
  /** As the message names it. */
  readonly what: string;
  readonly from: number;
  /** When the version must still be there. */
  readonly to: number;
}

/**
 * Issues in what a version takes from its clients before its end: it begins when the version is deprecated or later,
 * and ends before the sunset; brownouts do not overlap. Days and instants that do not exist are passed over.
 */
export function lastPhaseIssues(label: string, version: Version): Issue[] {
  const place = ['versioning', 'versions', label];
  const events = eventsOf(version, place);
  return [...events.flatMap((event) => timeIssues(event, version)), ...overlaps(version, place)];
}

function eventsOf(version: Version, place: Path): Event[] {
  const { readOnly, limits, closed, withdrawn = [], exemptions = [] } = version;
  const begin = (path: Path, what: string, day: string | undefined, lasting = 1): Event[] =>
    day === undefined || !isDate(day)
      ? []
      : [{ path: [...place, ...path], what, from: startOf(day), to: startOf(day) + lasting }];
  return [
    ...windowsOf(version, place),
    ...begin(['readOnly'], 'readOnly', readOnly),
    ...begin(['limits', 'from'], 'the quota', limits?.from),
    ...begin(['closed'], 'closed', closed),
    ...withdrawn.flatMap(({ operation, from }, position) =>
      begin(['withdrawn', position, 'from'], `the end of ${operation}`, from),
    ),
    ...exemptions.flatMap(({ client, until }, position) =>
      begin(['exemptions', position, 'until'], `the exemption of ${shown(client)}`, until, 0),
    ),
  ];
}

function windowsOf(version: Version, place: Path): Event[] {
  return resolveVersion(version).brownouts.flatMap(({ from, to }, position) => {
    if (instantOf(version.brownouts?.[position]?.from ?? '') === undefined) return [];
    const path = [...place, 'brownouts', position];
    return [{ path, what: 'the brownout', from: Date.parse(from), to: Date.parse(to) }];
  });
}

function timeIssues({ path, what, from, to }: Event, { deprecated, sunset }: Version): Issue[] {
  if (deprecated === undefined) {
    const message = `${what} is for a version that is deprecated, and no day is written for that`;
    return [atValue(path, { code: 'without-stage', message })];
  }
  if (isDate(deprecated) && from < startOf(deprecated)) {
    const message = `${what} is before the version is deprecated, on ${deprecated}`;
    return [atValue(path, { code: 'out-of-order', message })];
  }
  if (sunset === undefined || !isDate(sunset) || to <= startOf(sunset)) return [];
  const message = `${what} is not over before the sunset of the version, on ${sunset}`;
  return [atValue(path, { code: 'out-of-order', message })];
}

function overlaps(version: Version, place: Path): Issue[] {
  const windows = windowsOf(version, place).toSorted((a, b) => a.from - b.from);
  return windows.slice(1).flatMap(({ path, from }, position) => {
    const last = windows[position];
    if (last === undefined || from >= last.to) return [];
    const message = `the brownout begins at ${written(from)}, before the one from ${written(last.from)} ends at ${written(last.to)}`;
    return [atValue(path, { code: 'overlap', message })];
  });
}

function written(instant: number): string {
  return new Date(instant).toISOString().replace(/(:00)?\.000Z$/, 'Z');
}
