import type { Condition } from './filters.ts';
import type { Order } from './order.ts';
import { allowedCounts, type ChosenValues, type RowFilter } from './row-filter.ts';

/** Some of the rows that a list is about: those that have one of several values. */
export interface Part {
  readonly allowed: ChosenValues;
  /** By position of the condition: the position of its value. */
  readonly conditions: ReadonlyMap<number, number>;
}

/** More parts than that cost more than one statement that sorts what it finds. */
const most = 8;

/**
 * The parts of a list that an index has in the order of the list. Of rows that have one of several values, no index
 * has all in order: an engine would read and sort every one of them for each page. It reads those with one value in
 * order, and merges a few such parts without reading more than a page.
 *
 * @returns one part, without choices, where nothing is to be merged
 */
export function partsOf(
  rowFilter: RowFilter,
  conditions: readonly Condition[],
  order: readonly Order[],
): readonly Part[] {
  let parts: readonly Part[] = [{ allowed: {}, conditions: new Map() }];
  for (const [member, count] of allowedCounts(rowFilter)) {
    parts = timesEach(parts, count, (part, value) => ({
      ...part,
      allowed: { ...part.allowed, [member]: value },
    }));
  }
  // The index of a filter goes on with the key alone.
  if (order.length > 1) return parts;
  for (const [position, { operator, others, values }] of conditions.entries()) {
    if (operator !== 'in' || others !== undefined) continue;
    parts = timesEach(parts, values.length, (part, value) => ({
      ...part,
      conditions: new Map([...part.conditions, [position, value]]),
    }));
  }
  return parts;
}

/** Each part once for each value, unless that makes too many. */
function timesEach(
  parts: readonly Part[],
  count: number,
  choose: (part: Part, value: number) => Part,
): readonly Part[] {
  if (count === 1 || parts.length * count > most) return parts;
  return parts.flatMap((part) => Array.from({ length: count }, (_, value) => choose(part, value)));
}
