import { isWithin, type Fault } from './fault.ts';
import { placeOf } from './positions.ts';
import type { Place } from './yaml/tree.ts';

/** A fault and the offset that it is reported at. */
export interface Placed {
  readonly fault: Fault;
  readonly offset: number;
}

const absences = new Set(['missing-key', 'too-few']);

/**
 * Takes out what only follows from an error of syntax or from a key that was left out: faults on the same line, and
 * things that are missing where something unreadable stands.
 */
export function withoutEchoes(
  reading: readonly Placed[],
  checking: readonly Placed[],
  root: Place,
  lineOf: (offset: number) => number,
): Placed[] {
  const brokenLines = new Set(
    reading.filter(({ fault }) => fault.code === 'yaml-syntax').map(({ offset }) => lineOf(offset)),
  );
  const own = checking.filter(({ fault, offset }) => {
    if (brokenLines.has(lineOf(offset))) return false;
    return !absences.has(fault.code) || !reading.some((cause) => explains(cause, fault, root));
  });
  return [...reading, ...own];
}

/** Whether the cause stands inside of the mapping in which something is missing. */
function explains(cause: Placed, absence: Fault, root: Place): boolean {
  const container = absence.code === 'missing-key' ? absence.path.slice(0, -1) : absence.path;
  if (cause.fault.path.length > 0) return isWithin(cause.fault.path, container);
  const { start, end } = placeOf(container, root);
  return container.length === 0 || (cause.offset >= start && cause.offset <= end);
}
