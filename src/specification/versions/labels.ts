/** A version's name, as clients write it: a major number (`4`) or a date (`2026-03-01`). */
export function isDateLabel(label: string): boolean {
  return label.includes('-');
}

/** The labels of one scheme in the order of their versions, the oldest first. */
export function oldestFirst(labels: readonly string[]): string[] {
  return [...labels].sort((a, b) =>
    isDateLabel(a) || isDateLabel(b) ? (a < b ? -1 : 1) : Number(a) - Number(b),
  );
}

/** MAJOR.MINOR.PATCH of the first release of a version; of a date the date. */
export function firstRelease(label: string): string {
  return isDateLabel(label) ? label : `${label}.0.0`;
}
