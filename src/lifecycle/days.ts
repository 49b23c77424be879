/** The day of an instant in UTC, YYYY-MM-DD: dates of versions mean 00:00 UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The later of some days; undefined where there is none. */
export function latestDay(...days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
}

/** The earlier of some days; undefined where there is none. */
export function earliestDay(...days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(0);
}
