import type { Issue } from './issue.ts';
import { placeOf } from './positions.ts';
import type { Place } from './yaml/tree.ts';

/** A issue and the offset that it is reported at. */
export interface Placed {
  readonly issue: Issue;
  readonly offset: number;
}

const absences = new Set(['missing-key', 'too-few']);

/**
 * Takes out what only follows from an error of syntax or from a key that was left out: issues on the same line, and
 * things that are missing where something unreadable stands.
 */
export function dropConsequentialErrors(
  reading: readonly Placed[],
  checking: readonly Placed[],
  root: Place,
  lineOf: (offset: number) => number,
): Placed[] {
  const brokenLines = new Set(
    reading.filter(({ issue }) => issue.code === 'yaml-syntax').map(({ offset }) => lineOf(offset)),
  );
  const causes = causesOf(reading);
  const own = checking.filter(({ issue, offset }) => {
    if (brokenLines.has(lineOf(offset))) return false;
    return !absences.has(issue.code) || !explains(causes, issue, root);
  });
  return [...reading, ...own];
}

/** What reading found, so that one look says whether any of it stands inside of a mapping: both may be hundreds of thousands. */
interface Causes {
  /** Every path of a cause and of what holds it, as JSON. */
  readonly paths: ReadonlySet<string>;
  /** Of those that only the text tells, in ascending order. */
  readonly offsets: readonly number[];
}

function causesOf(reading: readonly Placed[]): Causes {
  const paths = new Set<string>();
  for (const { path } of reading.map(({ issue }) => issue)) {
    for (let end = path.length; end >= 0 && path.length > 0; end -= 1) {
      const key = JSON.stringify(path.slice(0, end));
      if (paths.has(key)) break;
      paths.add(key);
    }
  }
  const offsets = reading
    .filter(({ issue }) => issue.path.length === 0)
    .map(({ offset }) => offset)
    .sort((a, b) => a - b);
  return { paths, offsets };
}

/** Whether a cause stands inside of the mapping in which something is missing. */
function explains({ paths, offsets }: Causes, absence: Issue, root: Place): boolean {
  const container = absence.code === 'missing-key' ? absence.path.slice(0, -1) : absence.path;
  if (paths.has(JSON.stringify(container))) return true;
  if (container.length === 0) return offsets.length > 0;
  const { start, end } = placeOf(container, root);
  const first = offsets[firstFrom(offsets, start)];
  return first !== undefined && first <= end;
}

/** The position of the first number that is not smaller, by halving. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
