import { stateOn, type LifecycleState, type ResolvedVersion } from '../specification/index.ts';
import { earliestDay } from './days.ts';

/** Where a version is in its life. `limited`: deprecated, and already answering less than it did. */
export type Standing = LifecycleState | 'limited' | 'contracted';

/** One part of a version's life. */
export interface Period {
  readonly standing: Standing;
  /** The first day. */
  readonly from: string;
  /** The first day of what comes after it; absent: nothing does. */
  readonly to?: string;
}

/** How a version stands on a day. It follows from the dates alone. */
export function standingOn(version: ResolvedVersion, day: string): Standing {
  const has = (date: string | undefined) => date !== undefined && date <= day;
  if (has(version.contracted)) return 'contracted';
  const state = stateOn(version, day);
  return state === 'deprecated' && has(limitedFrom(version)) ? 'limited' : state;
}

/** The day on which a version begins to answer less than it did; undefined: nothing is planned. */
export function limitedFrom(version: ResolvedVersion): string | undefined {
  return earliestDay(
    ...version.brownouts.map(({ from }) => from.slice(0, 10)),
    ...version.withdrawn.map(({ from }) => from),
    version.readOnly,
    version.limits?.from,
    version.closed,
  );
}

/** The life of a version from its release on; empty for a draft that has no date. */
export function periodsOf(version: ResolvedVersion): Period[] {
  const days = [
    version.released,
    version.maintained,
    version.deprecated,
    limitedFrom(version),
    version.sunset,
    version.contracted,
  ];
  const dated = [...new Set(days.filter((day) => day !== undefined))].toSorted();
  const starts = dated
    .map((from): Period => ({ standing: standingOn(version, from), from }))
    .filter(({ standing }) => standing !== 'draft')
    .filter(({ standing }, position, all) => all[position - 1]?.standing !== standing);
  return starts.map((period, position) => {
    const to = starts[position + 1]?.from;
    return to === undefined ? period : { ...period, to };
  });
}

/** Whether clients can count on it. */
export function isSupported(standing: Standing): boolean {
  return supported.has(standing);
}

const supported: ReadonlySet<Standing> = new Set(['active', 'maintained', 'deprecated', 'limited']);
