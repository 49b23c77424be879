import { hasCome, instantOf, type ApiVersion } from './version.ts';

/**
 * The wind-down of a version: the steps that limit it before it is removed. Everything is in the specification and the
 * same on every replica: nothing fails at random, and nothing is delayed.
 */

/** The time of the first step: milliseconds since 1970, or Infinity without one. */
export function windDownBegin({
  brownouts = [],
  readOnly,
  quota,
  withdrawn = [],
  closed,
}: ApiVersion): number {
  const days = [readOnly, quota?.from, closed, ...withdrawn.map(({ from }) => from)];
  return Math.min(
    ...brownouts.map(({ from }) => Date.parse(from)),
    ...days.filter((day) => day !== undefined).map(instantOf),
  );
}

/** The end of the time for which the version is switched off now; undefined where it is not. */
export function brownoutEnd({ brownouts = [] }: ApiVersion, now: Date): Date | undefined {
  let end = now.getTime();
  // One that begins before another ends goes on with it.
  for (const { from, to } of brownouts.toSorted(
    (a, b) => Date.parse(a.from) - Date.parse(b.from),
  )) {
    if (Date.parse(from) <= end && end < Date.parse(to)) end = Date.parse(to);
  }
  return end === now.getTime() ? undefined : new Date(end);
}

export function isReadOnly({ readOnly }: ApiVersion, now: Date): boolean {
  return hasCome(readOnly, now);
}

/** How many requests may be sent to the version by now, where it is less than to others. */
export function quotaOf(
  { quota }: ApiVersion,
  now: Date,
): NonNullable<ApiVersion['quota']> | undefined {
  return hasCome(quota?.from, now) ? quota : undefined;
}

/** Ids of the operations that the version has no more. */
export function withdrawnFrom({ withdrawn = [] }: ApiVersion, now: Date): ReadonlySet<string> {
  return new Set(
    withdrawn.filter(({ from }) => hasCome(from, now)).map(({ operation }) => operation),
  );
}

/** True when the version is closed to new clients. */
export function isClosed({ closed }: ApiVersion, now: Date): boolean {
  return hasCome(closed, now);
}

/** Ids of the clients that are exempt from the wind-down. */
export function exemptFrom({ exemptions = [] }: ApiVersion, now: Date): ReadonlySet<string> {
  return new Set(
    exemptions.filter(({ until }) => !hasCome(until, now)).map(({ client }) => client),
  );
}
