import { compareDecimals } from '../decimal.ts';
import type { ResolvedField, ResolvedNumber, ResolvedString } from '../resolved.ts';
import { exactly, isEmptyRange } from './ranges.ts';
import { validateValue } from './value.ts';

/** A field that takes what two fields both take, or the key by which they take nothing in common. */
export type Shared =
  | { readonly field: ResolvedField; readonly key?: never }
  | { readonly key: string; readonly field?: never };

/**
 * What two fields have in common, of the types that a claim is compared with. Nothing tells what two patterns, or two steps,
 * have in common: where they differ, it is nothing.
 */
export function sharedValues(one: ResolvedField, other: ResolvedField): Shared {
  const shared = narrowed(one, other);
  if (shared.field === undefined) return shared;
  const { example, default: _, ...field } = { default: undefined, ...shared.field };
  const bare = field as ResolvedField;
  const isExample = example !== undefined && validateValue(bare, example) === undefined;
  return { field: isExample ? ({ ...bare, example } as ResolvedField) : bare };
}

function narrowed(one: ResolvedField, other: ResolvedField): Shared {
  if (one.type === 'string' && other.type === 'string') return narrowedText(one, other);
  if (one.type === 'integer' && other.type === 'integer') return narrowedNumber(one, other);
  if (one.type === 'enum' && other.type === 'enum') {
    const values = one.values.filter((value) => other.values.includes(value));
    return values.length === 0 ? { key: 'values' } : { field: { ...one, values } };
  }
  if (one.type === 'email' && other.type === 'email') {
    return { field: { ...one, maxLength: Math.min(one.maxLength, other.maxLength) } };
  }
  if (one.type === other.type) return { field: one };
  return { key: `type (${one.type} and ${other.type})` };
}

function narrowedText(one: ResolvedString, other: ResolvedString): Shared {
  const pattern = one.pattern ?? other.pattern;
  const format = one.format ?? other.format;
  if ((other.pattern ?? pattern) !== pattern) return { key: 'pattern' };
  if ((other.format ?? format) !== format) return { key: 'format' };
  const minLength = Math.max(one.minLength, other.minLength);
  const maxLength = Math.min(one.maxLength, other.maxLength);
  if (minLength > maxLength) return { key: 'minLength and maxLength' };
  return {
    field: {
      ...one,
      minLength,
      maxLength,
      ...(pattern === undefined ? {} : { pattern }),
      ...(format === undefined ? {} : { format }),
    },
  };
}

function narrowedNumber(one: ResolvedNumber, other: ResolvedNumber): Shared {
  const { multipleOf = other.multipleOf } = one;
  if ((other.multipleOf ?? multipleOf) !== multipleOf) return { key: 'multipleOf' };
  const range: ResolvedNumber = {
    ...one,
    ...stricter(one, other, 'minimum', 'exclusiveMinimum', 1),
    ...stricter(one, other, 'maximum', 'exclusiveMaximum', -1),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
  const { values: _, ...bounds } = range;
  if (isEmptyRange(bounds, 0)) return { key: 'minimum and maximum' };
  const listed = one.values ?? other.values;
  if (listed === undefined) return { field: bounds };
  const values = listed.filter((value) =>
    [one, other].every((field) => validateValue(field, value) === undefined),
  );
  if (values.length === 0) return { key: 'enum' };
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)];
  const { exclusiveMinimum: __, exclusiveMaximum: ___, ...rest } = bounds;
  return { field: { ...rest, minimum, maximum, values } };
}

type Bound = 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum';

/** The bound on one side that lets less through; `direction` is 1 for lower bounds. */
function stricter<I extends Bound, E extends Bound>(
  one: ResolvedNumber,
  other: ResolvedNumber,
  inclusive: I,
  exclusive: E,
  direction: 1 | -1,
) {
  const [first, second] = [one, other].map((field) => field[exclusive] ?? field[inclusive]);
  const [a, b] = [first, second].map((bound) => (bound === undefined ? undefined : exactly(bound)));
  const order = a === undefined ? -1 : b === undefined ? 1 : direction * compareDecimals(a, b);
  const isSecond = order < 0 || (order === 0 && other[exclusive] !== undefined);
  const from = isSecond ? other : one;
  return from[exclusive] === undefined
    ? { [exclusive]: undefined, [inclusive]: from[inclusive] }
    : { [inclusive]: undefined, [exclusive]: from[exclusive] };
}
