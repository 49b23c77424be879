import type { ResolvedField } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import type { Part } from '../parts/part.ts';
import { finding, harmless, row } from '../row.ts';
import type { Place, Side } from './direction.ts';

const retyped = 'Clients send and read values of the type of before.';

const rows = {
  T02: row('integer -> number', 'non-breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Readers may meet a fraction.',
  }),
  T03: row('number -> integer', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Requests with a fraction are refused.',
  }),
  T05: row('number -> text of a number (long, decimal), or back', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: retyped,
  }),
  T06: row('long <-> decimal', 'breaking', 'breaking', { lens: 'automatic', harm: retyped }),
  T07: row('anything else -> text, or back', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: retyped,
  }),
  T08: row('date <-> date-time', 'breaking', 'breaking', { lens: 'automatic', harm: retyped }),
  T09: harmless('string <-> text'),
  T10: row('enumeration -> any text', 'non-breaking', 'edge-case', {
    action: 'version',
    lens: 'hook',
    trend: 'looser',
    harm: 'Readers may meet a value that they do not know.',
  }),
  T11: row('any text -> enumeration', 'breaking', 'non-breaking', {
    lens: 'hook',
    trend: 'tighter',
    harm: 'Requests with other values are refused.',
  }),
  T12: row('any text -> text of a known form', 'breaking', 'non-breaking', {
    lens: 'hook',
    trend: 'tighter',
    harm: 'Requests with texts of another form are refused.',
  }),
  T13: row('text of a known form -> any text', 'non-breaking', 'edge-case', {
    action: 'version',
    lens: 'hook',
    trend: 'looser',
    harm: 'Readers may meet texts of another form.',
  }),
  T14: row('boolean -> enum', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: retyped,
  }),
  T15: row('enum -> boolean', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: retyped,
  }),
  T16: row('single value -> list', 'breaking', 'breaking', { lens: 'hook', harm: retyped }),
  T17: row('list -> single value', 'breaking', 'breaking', { lens: 'hook', harm: retyped }),
  T18: row('array item type changed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: retyped,
  }),
  T20: row('object -> something else, or back', 'breaking', 'breaking', {
    lens: 'hook',
    harm: retyped,
  }),
  T21: row('any JSON -> something else, or back', 'breaking', 'breaking', {
    lens: 'hook',
    harm: retyped,
  }),
  T97: row('type widened of what clients only send', 'non-breaking', 'n/a', { trend: 'looser' }),
  T98: row('type narrowed of what only the service sets', 'n/a', 'non-breaking', {
    trend: 'tighter',
  }),
  T99: row('type changed otherwise', 'breaking', 'breaking', { lens: 'hook', harm: retyped }),
} as const;
type Id = keyof typeof rows;
const found = finding(rows);

const formed = ['date', 'time', 'date-time', 'duration', 'uuid', 'uri', 'email'];
const texts = ['string', 'text'];
const numbers = ['integer', 'number'];
const numberTexts = ['long', 'decimal'];

/** The first that fits decides; `*` is any type. Those with two identifiers are different the other way round. */
const pairs: readonly (readonly [
  one: readonly string[],
  other: readonly string[],
  there: Id,
  back: Id,
])[] = [
  [['integer'], ['number'], 'T02', 'T03'],
  [numbers, numberTexts, 'T05', 'T05'],
  [['long'], ['decimal'], 'T06', 'T06'],
  [['date'], ['date-time'], 'T08', 'T08'],
  [['string'], ['text'], 'T09', 'T09'],
  [['enum'], texts, 'T10', 'T11'],
  [texts, formed, 'T12', 'T13'],
  [['boolean'], ['enum'], 'T14', 'T15'],
  [['object'], ['*'], 'T20', 'T20'],
  [['json'], ['*'], 'T21', 'T21'],
  [['array'], ['*'], 'T17', 'T16'],
  [texts, ['*'], 'T07', 'T07'],
];

/** What a change of the type means; nothing where the types are the same. */
export function compareTypes(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  { side, isItem = false }: Place,
): Found[] {
  if (was.type === is.type) return [];
  const id = onSide(idOfTypes(was.type, is.type), side);
  const isHarmless = rows[id].class === 'non-breaking';
  return [found(isItem && !isHarmless ? 'T18' : id, `${path}.type`, was.type, is.type)];
}

/** The row of a change between two types by their names, whichever side they are on. */
export function idOfTypes(was: string, is: string): Id {
  const has = (types: readonly string[], type: string) =>
    types.includes('*') || types.includes(type);
  for (const [one, other, there, back] of pairs) {
    if (has(one, was) && has(other, is)) return there;
    if (has(one, is) && has(other, was)) return back;
  }
  return 'T99';
}

function onSide(id: Id, side: Side): Id {
  const { trend } = rows[id] as { readonly trend?: string };
  if (side === 'request' && trend === 'looser') return 'T97';
  return side === 'response' && trend === 'tighter' ? 'T98' : id;
}

/** What a value is. */
export const types: Part = {
  title: 'Types',
  rows,
  keys: { 'field.items': ['T09', 'T18', 'T97', 'T98'] },
};
