import type { LinkedOperation, LinkedStep } from './link.ts';
import type { Member } from './members.ts';
import { redo, undo } from './operations.ts';

export type Link = LinkedStep['resources'][number];

/** The resource in every step, oldest first; undefined where one of the versions has not got it. */
export function namesAlong(steps: readonly LinkedStep[], name: string): Link[] | undefined {
  const links: Link[] = [];
  let current = name;
  for (const { resources } of steps.toReversed()) {
    const link = resources.find(({ newer }) => newer === current);
    if (link === undefined) return undefined;
    links.unshift(link);
    current = link.older;
  }
  return links;
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

/** A transition or an action in every step, oldest first; undefined where one of the versions has not got it. */
export function actAlong(
  links: readonly Link[],
  segment: string,
): Link['acts'][number][] | undefined {
  const along: Link['acts'][number][] = [];
  let current = segment;
  for (const { acts } of links.toReversed()) {
    const act = acts.find(({ newer }) => newer === current);
    if (act === undefined) return undefined;
    along.unshift(act);
    current = act.older;
  }
  return along;
}
