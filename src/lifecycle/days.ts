const dayMs = 86_400_000;

/** The day of an instant in UTC, YYYY-MM-DD: dates of versions mean 00:00 UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Milliseconds since 1970 at which a day begins. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function plusDays(day: string, days: number): string {
  return dayOf(startOfDay(day) + days * dayMs);
}

/** How many days lie between two; negative where the second is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / dayMs);
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
