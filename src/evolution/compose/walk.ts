import type { LinkedOperation, LinkedStep } from './link.ts';
import type { Member } from './members.ts';
import { redo, undo } from './operations.ts';

export type Link = LinkedStep['resources'][number];

/** The resource in every step, oldest first; undefined where one of the versions has not got it. */
export function namesAlong(steps: readonly LinkedStep[], name: string): Link[] | undefined {
  return along(
    steps.map(({ resources }) => resources),
    name,
  );
}

/** A transition or an action in every step, oldest first; undefined where one of the versions has not got it. */
export function customOperationAlong(
  links: readonly Link[],
  segment: string,
): Link['customOperations'][number][] | undefined {
  return along(
    links.map(({ customOperations }) => customOperations),
    segment,
  );
}

/** From the newest name back, by what each step says of the name before it. */
function along<Named extends { readonly older: string; readonly newer: string }>(
  steps: readonly (readonly Named[])[],
  name: string,
): Named[] | undefined {
  const found: Named[] = [];
  let current = name;
  for (const named of steps.toReversed()) {
    const link = named.find(({ newer }) => newer === current);
    if (link === undefined) return undefined;
    found.unshift(link);
    current = link.older;
  }
  return found;
}

type Operations = readonly {
  readonly newer: string;
  readonly operations: readonly LinkedOperation[];
}[];

/** Every shape on the way down, by step and operation: those after it. */
type Stored = readonly (readonly (readonly Member[])[])[];

export function undoAll(
  members: readonly Member[],
  operations: Operations,
  steps: readonly LinkedStep[],
): [readonly Member[], Stored] {
  let shape = members;
  const stored: (readonly Member[])[][] = operations.map(() => []);
  for (const [at, { newer: resource, operations: links }] of [
    ...operations.entries(),
  ].toReversed()) {
    for (const [index, { operation, older }] of [...links.entries()].toReversed()) {
      const kept = stored[at];
      if (kept !== undefined) kept[index] = shape;
      shape = undo(shape, operation, {
        side: 'newest',
        step: steps[at]?.name ?? '',
        resource,
        other: older,
        isChecked: true,
      });
    }
  }
  return [shape, stored];
}

export function redoAll(
  members: readonly Member[],
  operations: Operations,
  steps: readonly LinkedStep[],
  stored: Stored,
): readonly Member[] {
  let shape = members;
  for (const [at, { newer: resource, operations: links }] of operations.entries()) {
    for (const [index, { operation, newer }] of links.entries()) {
      shape = redo(shape, operation, {
        side: 'older',
        step: steps[at]?.name ?? '',
        resource,
        other: stored[at]?.[index] ?? newer,
        isChecked: true,
      });
    }
  }
  return shape;
}
