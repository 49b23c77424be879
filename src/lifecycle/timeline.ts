import type { ResolvedVersion } from '../specification/index.ts';
import { periodsOf, standingOn, type Period, type Standing } from './standing.ts';

/** The versions of an interface over time. */
export interface Timeline {
  readonly today: string;
  /** The oldest first. */
  readonly versions: readonly TimelineVersion[];
  /** What is still to come, the earliest first. */
  readonly next: readonly Coming[];
}

export interface TimelineVersion {
  readonly label: string;
  readonly standing: Standing;
  /** In the order of time. */
  readonly periods: readonly Period[];
}

export interface Coming {
  readonly on: string;
  readonly label: string;
  /** A sentence without its full stop. */
  readonly what: string;
}

export function timelineOf(
  versions: Readonly<Record<string, ResolvedVersion>>,
  today: string,
): Timeline {
  const all = Object.entries(versions);
  return {
    today,
    versions: all.map(([label, version]) => ({
      label,
      standing: standingOn(version, today),
      periods: periodsOf(version),
    })),
    next: all
      .flatMap(([label, version]) => comingOf(version).map((each) => ({ ...each, label })))
      .filter(({ on }) => on.slice(0, 10) > today)
      .toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1)),
  };
}

/** Everything that is dated in a version. */
function comingOf(version: ResolvedVersion): Omit<Coming, 'label'>[] {
  const { released, maintained, announced, deprecated, sunset, readOnly, limits, closed } = version;
  const dated = (on: string | undefined, what: string) => (on === undefined ? [] : [{ on, what }]);
  return [
    ...dated(released, 'is released'),
    ...dated(maintained, 'is only maintained'),
    ...dated(announced === deprecated ? undefined : announced, 'is announced to end'),
    ...dated(deprecated, 'is deprecated'),
    ...dated(closed, 'takes no new clients'),
    ...version.brownouts.flatMap(({ from, to }) => dated(from, `answers 503 until ${to}`)),
    ...dated(readOnly, 'refuses writes'),
    ...dated(
      limits?.from,
      `answers ${String(limits?.requests)} requests per ${String((limits?.per ?? 0) / 1000)} s and client`,
    ),
    ...version.withdrawn.flatMap(({ resource, operation, from }) =>
      dated(from, `answers ${resource}.${operation} with 410`),
    ),
    ...version.exemptions.flatMap(({ client, until }) =>
      dated(until, `limits ${client} as everybody else`),
    ),
    ...dated(sunset, 'is sunset: it answers 410'),
  ];
}
