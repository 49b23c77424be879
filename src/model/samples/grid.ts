import type { ResolvedField } from '../../specification/index.ts';
import {
  compareDecimals,
  decimalOf,
  decimalText,
  firstMultiple,
  negated,
  plus,
  type Decimal,
} from '../../specification/decimal.ts';

export type NumericField = Extract<
  ResolvedField,
  { type: 'integer' | 'number' | 'long' | 'decimal' }
>;

/** The least and the greatest value of a numeric field, and the step between its values. */
export interface Grid {
  readonly least: Decimal;
  readonly most: Decimal;
  readonly step: Decimal;
}

/**
 * Undefined where there is no such step: between two numbers without `multipleOf` there is always another one.
 */
export function gridOf(field: NumericField): Grid | undefined {
  const scale = field.type === 'decimal' ? field.scale : 0;
  const smallest = field.type === 'number' ? undefined : { digits: 1n, scale };
  const step = field.multipleOf === undefined ? smallest : decimalOf(String(field.multipleOf));
  const low = decimalOf(String(field.minimum ?? field.exclusiveMinimum));
  const high = decimalOf(String(field.maximum ?? field.exclusiveMaximum));
  if (step === undefined || low === undefined || high === undefined) return undefined;
  const first = firstMultiple(low, step);
  const last = negated(firstMultiple(negated(high), step));
  const isLowOut = field.exclusiveMinimum !== undefined && compareDecimals(first, low) === 0;
  const isHighOut = field.exclusiveMaximum !== undefined && compareDecimals(last, high) === 0;
  return {
    least: isLowOut ? plus(first, step) : first,
    most: isHighOut ? plus(last, negated(step)) : last,
    step,
  };
}

/** A number of the field, as it is on the wire. */
export function onWire(field: NumericField, value: Decimal): number | string {
  if (field.type === 'decimal') return decimalText(value, field.scale);
  const text = decimalText(value, field.type === 'number' ? value.scale : 0);
  return field.type === 'long' ? text : Number(text);
}

/**
 * Values from zero to both ends of the range, or from the end that is nearer to it; as many of each as are wanted. Small ones are values of
 * nearly every other type that a version may have had.
 */
export function nearestToZero(field: NumericField, wanted: number): (number | string)[] {
  if (field.type === 'integer' && field.values !== undefined) return [...field.values];
  const grid = gridOf(field);
  if (grid === undefined) return betweenBounds(field, wanted);
  const { least, most, step } = grid;
  const zero: Decimal = { digits: 0n, scale: 0 };
  const isInside = (value: Decimal) =>
    compareDecimals(least, value) <= 0 && compareDecimals(value, most) <= 0;
  // Multiples of the step are counted from zero.
  const middle = isInside(zero) ? zero : compareDecimals(least, zero) > 0 ? least : most;
  const values: (number | string)[] = isInside(middle) ? [onWire(field, middle)] : [];
  let [up, down] = [plus(middle, step), plus(middle, negated(step))];
  for (let count = 0; count < wanted && (isInside(up) || isInside(down)); count += 1) {
    if (isInside(up)) values.push(onWire(field, up));
    if (isInside(down)) values.push(onWire(field, down));
    [up, down] = [plus(up, step), plus(down, negated(step))];
  }
  return values;
}

/** Numbers that divide a range without steps evenly. */
function betweenBounds(field: NumericField, wanted: number): number[] {
  const low = Number(field.minimum ?? field.exclusiveMinimum);
  const high = Number(field.maximum ?? field.exclusiveMaximum);
  return Array.from(
    { length: wanted },
    (_, index) => low + ((high - low) / (wanted + 1)) * (index + 1),
  );
}
