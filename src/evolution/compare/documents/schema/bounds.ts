import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../../change.ts';
import { bySide, found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { order, shownEdge } from './edges.ts';
import { isOn, type Level } from './level.ts';

/** Keys with a number: what it is where it is not written, whether more than one holds as the smallest, and the rows. */
const sizes = [
  ['minLength', 0, 'C05', 'C06', 'C06'],
  ['maxLength', Infinity, 'C02', 'C03', 'C04'],
  ['minItems', 0, 'C15', 'C16', 'C16'],
  ['maxItems', Infinity, 'C17', 'C24', 'C24'],
  ['minProperties', 0, 'O62', 'O63', 'O63'],
  ['maxProperties', Infinity, 'O64', 'O65', 'O65'],
] as const;

/** What bounds values. */
export function compareBounds(schemas: Schemas): Found[] {
  const { before, after, place } = schemas;
  const at = (id: string, key: string, was: unknown, is: unknown) =>
    found(bySide(id, place.side), `${place.path}.${key}`, was, is);
  const amounts = sizes.flatMap(([key, none, tighter, looser, removed]) => {
    const [was, is] = [sizeOf(before, key, none), sizeOf(after, key, none)];
    if (was === is) return [];
    const isTighter = none === 0 ? is > was : is < was;
    const id = isTighter ? tighter : is === none ? removed : looser;
    return [at(id, key, written(was, none), written(is, none))];
  });
  return [
    ...amounts,
    ...compareEdges(schemas, at),
    ...compareMultiples(schemas, at),
    ...comparePatterns(schemas, at),
    ...(isOn(before, 'uniqueItems') === isOn(after, 'uniqueItems')
      ? []
      : [at(isOn(after, 'uniqueItems') ? 'C18' : 'C25', 'uniqueItems', undefined, undefined)]),
  ];
}

type At = (id: string, key: string, was: unknown, is: unknown) => Found;

function sizeOf({ keywords }: Level, key: string, none: number): number {
  const numbers = (keywords.get(key) ?? []).filter((value) => typeof value === 'number');
  return none === 0 ? Math.max(0, ...numbers) : Math.min(Infinity, ...numbers);
}

function written(value: number, none: number): number | undefined {
  return value === none ? undefined : value;
}

function compareEdges({ before, after }: Schemas, at: At): Found[] {
  const edges = [
    ['minimum', before.lower, after.lower, 1, 'C09', 'C10'],
    ['maximum', before.upper, after.upper, -1, 'C07', 'C08'],
  ] as const;
  return edges.flatMap(([key, was, is, inward, tighter, looser]) => {
    if (isDeepStrictEqual(was, is)) return [];
    const isTighter =
      was === undefined || (is !== undefined && inward * order(is, was, inward) > 0);
    return [at(isTighter ? tighter : looser, key, shownEdge(was), shownEdge(is))];
  });
}

/** A value has to be a multiple of all. */
function compareMultiples({ before, after }: Schemas, at: At): Found[] {
  const [was, is] = [multiplesOf(before), multiplesOf(after)];
  if (isDeepStrictEqual(was, is)) return [];
  const covers = (list: readonly number[], each: number) =>
    list.some((other) => Number.isInteger(Number((other / each).toPrecision(12))));
  // All that had to divide a value still has to: nothing more is permitted.
  const isTighter = was.every((each) => covers(is, each));
  const isLooser = is.every((each) => covers(was, each));
  return [at(isTighter ? 'C19' : isLooser ? 'C27' : 'O06', 'multipleOf', was[0], is[0])];
}

function multiplesOf({ keywords }: Level): number[] {
  return [...new Set(keywords.get('multipleOf'))]
    .filter((value) => typeof value === 'number')
    .toSorted((one, other) => one - other);
}

function comparePatterns({ before, after }: Schemas, at: At): Found[] {
  const [was, is] = [before, after].map(({ keywords }) => [
    ...new Set((keywords.get('pattern') ?? []).map(String)),
  ]) as [string[], string[]];
  if (new Set(was).symmetricDifference(new Set(is)).size === 0) return [];
  const isAdded = was.every((each) => is.includes(each));
  const isRemoved = is.every((each) => was.includes(each)) || is.every(isMatchAll);
  const id = isRemoved ? 'C14' : isAdded || was.every(isMatchAll) ? 'C11' : 'C12';
  const text = (list: readonly string[]) => (list.length === 0 ? undefined : list.join(' and '));
  return [at(id, 'pattern', text(was), text(is))];
}

function isMatchAll(pattern: string): boolean {
  return /^\^?\.\*\$?$/.test(pattern);
}
