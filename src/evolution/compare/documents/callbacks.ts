import type { Found } from '../change.ts';
import { membersOf, type Part } from '../../../openapi/parts.ts';
import { namesOf, type Comparison, type Maybe, type Origin } from './comparison.ts';
import { found } from './found.ts';
import { itemOf, type CompareItem } from './path-item.ts';

const noPositions = { was: new Map<string, string>(), is: new Map<string, string>() };

/** What the service sends to clients: names of webhooks, or expressions of a callback. */
export function compareOutgoing(
  path: string,
  { was, is }: Maybe,
  comparison: Comparison,
  compareItem: CompareItem,
): readonly Found[] {
  const [before, after] = [itemsIn(was, comparison.was), itemsIn(is, comparison.is)];
  return namesOf(before, after).flatMap((name): readonly Found[] => {
    const [one, other] = [before.get(name), after.get(name)];
    const at = `${path}.${name}`;
    if (one === undefined) return [found('V01', at, undefined, name)];
    if (other === undefined) return [found('V02', at, name)];
    const item = { was: one, is: other };
    return compareItem({ path: at, item, positions: noPositions, side: 'response' }, comparison);
  });
}

function itemsIn(part: Part | undefined, origin: Origin): Map<string, Part> {
  return new Map(
    membersOf(part)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, each]) => [name, itemOf(each, origin)]),
  );
}

/** The callbacks of an operation by their names. */
export function compareCallbacks(
  path: string,
  { was, is }: Maybe,
  comparison: Comparison,
  compareItem: CompareItem,
): readonly Found[] {
  const [before, after] = [new Map(membersOf(was)), new Map(membersOf(is))];
  return namesOf(before, after).flatMap((name): readonly Found[] => {
    const [one, other] = [before.get(name), after.get(name)];
    const at = `${path}.callbacks.${name}`;
    if (one === undefined) return [found('V01', at, undefined, name)];
    if (other === undefined) return [found('V02', at, name)];
    const pair = { was: comparison.was.deref(one), is: comparison.is.deref(other) };
    return compareOutgoing(at, pair, comparison, compareItem);
  });
}
