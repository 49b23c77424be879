import {
  compareDecimals,
  isMultiple,
  largestDecimal,
  type Decimal,
} from '../../../specification/decimal.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { exactly, type Range } from '../../../specification/values/ranges.ts';
import type { Found } from '../change.ts';
import { ifChanged } from '../lists.ts';
import type { Part } from '../parts/part.ts';
import { finding, row } from '../row.ts';
import type { Side } from './direction.ts';

const tighter = (change: string, harm: string) =>
  row(change, 'edge-case', 'non-breaking', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm,
  });
const looser = (change: string) =>
  row(change, 'non-breaking', 'edge-case', {
    trend: 'looser',
    harm: 'Readers may meet values that were refused before.',
  });

const rows = {
  C02: tighter('maxLength lowered', 'Requests with longer values are refused.'),
  C03: looser('maxLength raised (read-write)'),
  C05: tighter('minLength raised', 'Requests with shorter values are refused.'),
  C06: looser('minLength lowered (read-write)'),
  C07: tighter('maximum lowered', 'Requests with larger values are refused.'),
  C08: looser('maximum raised (read-write)'),
  C09: tighter('minimum raised', 'Requests with smaller values are refused.'),
  C10: looser('minimum lowered (read-write)'),
  C11: tighter('pattern added', 'Requests with values of another form are refused.'),
  C12: row('pattern changed', 'edge-case', 'edge-case', {
    action: 'version',
    lens: 'not-bridgeable',
    harm: 'Requests with values of the form of before may be refused.',
  }),
  C14: row('pattern removed or widened to match-all', 'non-breaking', 'non-breaking', {
    trend: 'looser',
  }),
  C15: tighter('minItems raised', 'Requests with fewer items are refused.'),
  C16: looser('minItems lowered (read-write)'),
  C17: tighter('maxItems lowered', 'Requests with more items are refused.'),
  C18: tighter('uniqueItems switched on', 'Requests with an item twice are refused.'),
  C19: tighter('multipleOf added/enlarged', 'Requests with values between the steps are refused.'),
  C20: row('values have to be unique', 'edge-case', 'non-breaking', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests with a value that another row has are refused with 409.',
  }),
  C21: row('values need not be unique any more', 'non-breaking', 'edge-case', {
    trend: 'looser',
    harm: 'Clients may find several rows where there was one at most.',
  }),
  C24: looser('maxItems raised (read-write)'),
  C25: looser('uniqueItems switched off'),
  C27: looser('multipleOf removed/reduced (read-write)'),
  C28: tighter('precision lowered', 'Requests with more digits are refused.'),
  C29: looser('precision raised (read-write)'),
  C30: tighter('scale lowered', 'Requests with more digits after the point are refused.'),
  C31: looser('scale raised (read-write)'),
  T04: row('int32 -> int64', 'non-breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Readers that keep numbers of 32 bits meet larger ones.',
  }),
  C32: tighter('format of text added', 'Requests with other texts are refused.'),
  C33: looser('format of text removed (read-write)'),
  C40: row('constraint loosened on what clients only send', 'non-breaking', 'n/a', {
    trend: 'looser',
  }),
  C41: row('constraint tightened on what only the service sets', 'n/a', 'non-breaking', {
    trend: 'tighter',
  }),
} as const;
const found = finding(rows);
type Id = keyof typeof rows;

/** What bounds values, in one direction or the other. */
export function compareConstraints(
  path: string,
  was: ResolvedField,
  is: ResolvedField,
  side: Side,
): readonly Found[] {
  const at = (id: Id, key: string, before: unknown, after: unknown) =>
    found(onSide(id, side), `${path}.${key}`, before, after);
  const sizes = sizeKeys.flatMap(([key, less, more]) => {
    const [before, after] = [numberOf(was, key), numberOf(is, key)];
    if (before === undefined || after === undefined || before === after) return [];
    return [at(after < before ? less : more, key, before, after)];
  });
  const flag = (key: string, off: Id, on: Id) =>
    ifChanged(isOn(was, key), isOn(is, key), (before, after) =>
      at(after ? on : off, key, before, after),
    );
  return [
    ...sizes,
    ...(hasValues(was) || hasValues(is) ? [] : compareRange(was, is, at)),
    ...comparePresent(was, is, 'pattern', ['C11', 'C12', 'C14'], at),
    ...comparePresent(was, is, 'format', ['C32', 'C12', 'C33'], at),
    ...flag('uniqueItems', 'C25', 'C18'),
    ...flag('unique', 'C21', 'C20'),
  ];
}

/** Keys with a number: the row when it becomes smaller, and the row when it becomes larger. */
const sizeKeys = [
  ['maxLength', 'C02', 'C03'],
  ['minLength', 'C06', 'C05'],
  ['minItems', 'C16', 'C15'],
  ['maxItems', 'C17', 'C24'],
  ['precision', 'C28', 'C29'],
  ['scale', 'C30', 'C31'],
] as const satisfies readonly (readonly [string, Id, Id])[];

type At = (id: Id, key: string, before: unknown, after: unknown) => Found;

function comparePresent(
  was: object,
  is: object,
  key: string,
  [added, changed, removed]: readonly [Id, Id, Id],
  at: At,
): readonly Found[] {
  return ifChanged(valueOf(was, key), valueOf(is, key), (before, after) =>
    at(before === undefined ? added : after === undefined ? removed : changed, key, before, after),
  );
}

/** Bounds of a number; a bound itself and the value that must not be reached are one edge. */
function compareRange(was: ResolvedField & Range, is: ResolvedField & Range, at: At): Found[] {
  const edges = [
    ['minimum', 'exclusiveMinimum', 1, 'C09', 'C10'],
    ['maximum', 'exclusiveMaximum', -1, 'C07', 'C08'],
  ] as const;
  const bounds = edges.flatMap(([key, open, inward, less, more]): Found[] => {
    const [before, after] = [edgeOf(was, key, open), edgeOf(is, key, open)];
    const order = narrowing(before, after, inward);
    if (order === 0) return [];
    const wider = isOf32Bits(was) && !isOf32Bits(is) ? 'T04' : more;
    return [at(order > 0 ? less : wider, key, before?.shown, after?.shown)];
  });
  return [...bounds, ...compareSteps(was.multipleOf, is.multipleOf, at)];
}

/** Whether readers can keep every value of an integer in 32 bits. */
function isOf32Bits(field: ResolvedField & Range): boolean {
  const bounds = [field.minimum, field.exclusiveMinimum, field.maximum, field.exclusiveMaximum];
  const isSmall = (bound: string | number | undefined) =>
    bound === undefined || (Number(bound) >= -(2 ** 31) && Number(bound) <= 2 ** 31);
  return field.type === 'integer' && bounds.every(isSmall);
}

interface Edge {
  readonly value: Decimal;
  readonly isOpen: boolean;
  readonly shown: string | number;
}

/** A bound that follows from the precision of a decimal is none of its own. */
function edgeOf(
  range: ResolvedField & Range,
  key: 'minimum' | 'maximum',
  open: 'exclusiveMinimum' | 'exclusiveMaximum',
): Edge | undefined {
  const shown = range[open] ?? range[key];
  const value = shown === undefined ? undefined : exactly(shown);
  if (shown === undefined || value === undefined) return undefined;
  if (range.type === 'decimal' && range[open] === undefined) {
    const { digits, scale } = largestDecimal(range.precision, range.scale);
    const most = { digits: key === 'minimum' ? -digits : digits, scale };
    if (compareDecimals(value, most) === 0) return undefined;
  }
  return { value, isOpen: range[open] !== undefined, shown };
}

/** Positive where the edge of now permits less than that of before. `inward` is 1 for a lower edge. */
function narrowing(was: Edge | undefined, is: Edge | undefined, inward: 1 | -1): number {
  if (was === undefined || is === undefined) {
    return Number(is !== undefined) - Number(was !== undefined);
  }
  const order = compareDecimals(is.value, was.value) * inward;
  return order === 0 ? Number(is.isOpen) - Number(was.isOpen) : order;
}

/** Steps of which neither contains the other permit some values more and others less. */
function compareSteps(was: string | number | undefined, is: typeof was, at: At): readonly Found[] {
  const [before, after] = [was, is].map((step) => (step === undefined ? undefined : exactly(step)));
  const isIn = (step: Decimal | undefined, other: Decimal | undefined) =>
    other === undefined || (step !== undefined && isMultiple(step, other));
  return [
    ...(isIn(before, after) ? [] : [at('C19', 'multipleOf', was, is)]),
    ...(isIn(after, before) ? [] : [at('C27', 'multipleOf', was, is)]),
  ];
}

function onSide(id: Id, side: Side): Id {
  const { trend } = rows[id] as { readonly trend?: string };
  if (id === 'C20' || id === 'C21') return id;
  if (side === 'request' && trend === 'looser') return 'C40';
  return side === 'response' && trend === 'tighter' ? 'C41' : id;
}

function valueOf(field: object, key: string): unknown {
  return Object.entries(field).find(([name]) => name === key)?.[1];
}

function numberOf(field: object, key: string): number | undefined {
  const value = valueOf(field, key);
  return typeof value === 'number' ? value : undefined;
}

function isOn(field: object, key: string): boolean {
  return valueOf(field, key) === true;
}

function hasValues(field: ResolvedField): boolean {
  return field.type === 'integer' && field.values !== undefined;
}

/** Lengths, ranges, patterns, steps and uniqueness. */
export const constraints: Part = {
  title: 'Constraints',
  rows,
  keys: {
    'field.minLength': ['C05', 'C06', 'C40', 'C41'],
    'field.maxLength': ['C02', 'C03', 'C40', 'C41'],
    'field.pattern': ['C11', 'C12', 'C14'],
    'field.minimum': ['C09', 'C10', 'T04'],
    'field.exclusiveMinimum': ['C09', 'C10'],
    'field.maximum': ['C07', 'C08', 'T04'],
    'field.exclusiveMaximum': ['C07', 'C08'],
    'field.multipleOf': ['C19', 'C27'],
    'field.precision': ['C28', 'C29'],
    'field.scale': ['C30', 'C31'],
    'field.minItems': ['C15', 'C16'],
    'field.maxItems': ['C17', 'C24'],
    'field.uniqueItems': ['C18', 'C25'],
    'field.unique': ['C20', 'C21'],
    'field.format': ['C32', 'C33', 'T12', 'T13'],
  },
};
