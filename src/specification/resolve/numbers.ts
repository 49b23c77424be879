import { validateRange } from '../values/ranges.ts';
import { decimalOf, decimalText, largestDecimal } from '../decimal.ts';

type Side = 'least' | 'most';

/** The bounds of a number as they are written, in the notation of its type. */
export interface WrittenRange<V> {
  minimum?: V;
  maximum?: V;
  exclusiveMinimum?: V;
  exclusiveMaximum?: V;
  multipleOf?: V;
}

export const int64 = { least: '-9223372036854775808', most: '9223372036854775807' };

const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };
const safe = { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER };

/** Every bound that is written, translated, and on a side without one the standard bound. */
function complete<V, R>(
  written: WrittenRange<V>,
  defaultValue: Readonly<Record<Side, R>>,
  translate: (value: V) => R,
): WrittenRange<R> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = written;
  const range: WrittenRange<R> = {};
  if (exclusiveMinimum !== undefined) range.exclusiveMinimum = translate(exclusiveMinimum);
  else range.minimum = minimum === undefined ? defaultValue.least : translate(minimum);
  if (exclusiveMaximum !== undefined) range.exclusiveMaximum = translate(exclusiveMaximum);
  else range.maximum = maximum === undefined ? defaultValue.most : translate(maximum);
  if (multipleOf !== undefined) range.multipleOf = translate(multipleOf);
  return range;
}

/** An integer has 32 bits, unless a bound that is written is beyond them: then 53 on the other side too. */
export function integerRange(written: WrittenRange<number>): WrittenRange<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = written;
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  const small = bounds.every(
    (bound) => bound === undefined || (bound >= int32.least && bound <= int32.most),
  );
  return complete(written, small ? int32 : safe, (value) => value);
}

/**
 * The range of an integer, or its only values with the range that they lie in. An input that has the values of the field
 * of its name may bound them further.
 */
export function integers(
  written: WrittenRange<number> & { readonly enum?: readonly number[] },
): WrittenRange<number> & { values?: readonly number[] } {
  const range = written.enum === undefined ? integerRange(written) : written;
  const values = written.enum?.filter((value) => validateRange(value, range) === undefined);
  if (values === undefined) return range;
  if (values.length === 0) return { ...range, values };
  return { minimum: Math.min(...values), maximum: Math.max(...values), values };
}

/** Numbers stay where floating point still tells whole numbers apart. */
export function numberRange(written: WrittenRange<number>): WrittenRange<number> {
  return complete(written, safe, (value) => value);
}

export function longRange(written: WrittenRange<string | number>): WrittenRange<string> {
  return complete(written, int64, longText);
}

export function decimalRange(
  written: WrittenRange<string | number>,
  precision: number,
  scale: number,
): WrittenRange<string> {
  const most = decimalText(largestDecimal(precision, scale), scale);
  const least = `-${most}`;
  return complete(written, { least, most }, (value) => decimalTextOf(value, scale));
}

/** A 64-bit number as on the wire. What is no whole number is returned as it is. */
export function longText(value: string | number): string {
  return /^-?[0-9]{1,30}$/.test(String(value)) ? BigInt(value).toString() : String(value);
}

/** A decimal as on the wire. Text that is no number is returned as it is. */
export function decimalTextOf(value: string | number, scale: number): string {
  const decimal = decimalOf(value);
  return decimal === undefined ? String(value) : decimalText(decimal, scale);
}
