import { hasPartialVersions, renamedIn, versionedCollections, versions } from '../../contract.ts';
import type { ApiVersion } from '../../../src/runtime/versioning/version.ts';
import { offering } from './conformance.ts';

export const second = 1000;

const unversioned = (path: string) => path.replace(/^\/v[\d-]+/, '');

/** Collections that have versions, and can be listed without making anything first where all of them have. */
export const listed = offering('list').filter(({ path, parent }) =>
  hasPartialVersions ? versionedCollections.includes(unversioned(path)) : parent === undefined,
);

/** A collection that has versions, over all parents. */
export const rest = hasPartialVersions
  ? (versionedCollections[0] ?? '').replaceAll(/\/\{\w+\}/g, '')
  : unversioned(listed[0]?.path ?? '/nothing');

/** Where there was never anything, in a version. */
export const nowhere = hasPartialVersions ? `${rest}/never/was` : '/never/was';

export function inVersion({ label }: ApiVersion, path = rest): string {
  return `/v${label}${path}`;
}

/** The same collection, as a version calls it. */
export function calledIn({ label }: ApiVersion): string {
  return renamedIn(label).paths[rest] ?? rest;
}

/** Whether a day has begun, as its text says it. */
export function has(day: string | undefined, now: Date): boolean {
  return day !== undefined && now.toISOString().slice(0, 10) >= day;
}

export function stateOf(
  { released, maintained, deprecated, sunset }: ApiVersion,
  now: Date,
): string {
  if (has(sunset, now)) return 'sunset';
  if (!has(released, now)) return 'draft';
  if (has(deprecated, now)) return 'deprecated';
  return has(maintained, now) ? 'maintained' : 'active';
}

export function inStates(now: Date, ...states: readonly string[]): readonly ApiVersion[] {
  return versions.filter((version) => states.includes(stateOf(version, now)));
}

function brownoutAt({ brownouts = [] }: ApiVersion, time: number) {
  return brownouts.find(({ from, to }) => Date.parse(from) <= time && time < Date.parse(to));
}

export function isSwitchedOff(version: ApiVersion, now: Date): boolean {
  return brownoutAt(version, now.getTime()) !== undefined;
}

/**
 * The version that clients of another one are led to: a newer one, if possible one that is neither deprecated nor limited,
 * else one that is not limited. Of several, the one that the specification names, or else the oldest.
 */
export function successorAt(version: ApiVersion, now: Date): ApiVersion | undefined {
  const newer = inStates(now, 'active', 'maintained', 'deprecated').filter(
    (each) => versions.indexOf(each) > versions.indexOf(version),
  );
  const isUnlimited = (each: ApiVersion) =>
    !has(each.readOnly, now) && !has(each.closed, now) && !isSwitchedOff(each, now);
  const isLasting = (each: ApiVersion) => isUnlimited(each) && stateOf(each, now) !== 'deprecated';
  const best = [isLasting, isUnlimited].map((isGood) => newer.filter((each) => isGood(each)));
  const candidates = best.find(({ length }) => length > 0) ?? newer;
  return candidates.find(({ label }) => label === version.successor) ?? candidates[0];
}

/** The first instant after one at which a version is not switched off, or the last one before it. */
export function switchedOn(
  version: ApiVersion,
  time: number,
  towards: 'later' | 'earlier' = 'later',
): number {
  const brownout = brownoutAt(version, time);
  if (brownout === undefined) return time;
  const { from, to } = brownout;
  const edge = towards === 'later' ? Date.parse(to) : Date.parse(from) - second;
  return switchedOn(version, edge, towards);
}
