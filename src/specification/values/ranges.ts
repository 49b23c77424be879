import {
  compareDecimals,
  decimalOf,
  firstMultiple,
  isMultiple,
  plus,
  type Decimal,
} from '../decimal.ts';

/** Bounds of a number, in the notation of its type. */
export interface Range {
  readonly minimum?: string | number;
  readonly exclusiveMinimum?: string | number;
  readonly maximum?: string | number;
  readonly exclusiveMaximum?: string | number;
  readonly multipleOf?: string | number;
}

/** What bound the number breaks, in words. */
export function validateRange(value: string | number, range: Range): string | undefined {
  const number = exactly(value);
  if (number === undefined) return `${value} is not a number`;
  const side = (bound: string | number | undefined) => {
    const limit = bound === undefined ? undefined : exactly(bound);
    return limit === undefined ? undefined : compareDecimals(number, limit);
  };
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = range;
  if ((side(minimum) ?? 0) < 0) return `${value} is less than ${minimum}`;
  if ((side(exclusiveMinimum) ?? 1) <= 0) return `${value} is not greater than ${exclusiveMinimum}`;
  if ((side(maximum) ?? 0) > 0) return `${value} is greater than ${maximum}`;
  if ((side(exclusiveMaximum) ?? -1) >= 0) return `${value} is not less than ${exclusiveMaximum}`;
  const step = multipleOf === undefined ? undefined : exactly(multipleOf);
  if (step === undefined || step.digits === 0n || isMultiple(number, step)) return undefined;
  return `${value} is not a multiple of ${multipleOf}`;
}

/** The decimal number that the shortest notation of the value stands for. */
export function exactly(value: string | number): Decimal | undefined {
  return decimalOf(String(value));
}

/** Whether no number is within the bounds. `scale` as below. */
export function isEmptyRange(range: Range, scale: number | undefined): boolean {
  return hasFewerNumbers(range, scale, 1);
}

/**
 * Whether fewer numbers than that are within the bounds. `scale` is how many digits after the point a number may have,
 * undefined for any number of them.
 */
export function hasFewerNumbers(range: Range, scale: number | undefined, count: number): boolean {
  const low = edge(range.minimum, range.exclusiveMinimum, scale, 1n);
  const high = edge(range.maximum, range.exclusiveMaximum, scale, -1n);
  if (low === undefined || high === undefined) return false;
  const order = compareDecimals(low, high);
  const isOpen = range.exclusiveMinimum !== undefined || range.exclusiveMaximum !== undefined;
  if (order > 0 || (order === 0 && isOpen && scale === undefined)) return true;
  const step = stepOf(range, scale);
  if (step === undefined) return order === 0 && count > 1;
  const multiple = firstMultiple(low, step);
  const isLowOut =
    scale === undefined &&
    range.exclusiveMinimum !== undefined &&
    compareDecimals(multiple, low) === 0;
  const first = isLowOut ? plus(multiple, step) : multiple;
  const last = plus(first, { digits: step.digits * BigInt(count - 1), scale: step.scale });
  const left = compareDecimals(last, high);
  return left > 0 || (left === 0 && scale === undefined && range.exclusiveMaximum !== undefined);
}

function stepOf({ multipleOf }: Range, scale: number | undefined): Decimal | undefined {
  if (multipleOf !== undefined) return exactly(multipleOf);
  return scale === undefined ? undefined : { digits: 1n, scale };
}

/** The first number inside a bound: where numbers have steps, one step beyond a bound that is excluded. */
function edge(
  inclusive: string | number | undefined,
  exclusive: string | number | undefined,
  scale: number | undefined,
  direction: 1n | -1n,
): Decimal | undefined {
  if (exclusive === undefined) return inclusive === undefined ? undefined : exactly(inclusive);
  const bound = exactly(exclusive);
  if (bound === undefined || scale === undefined) return bound;
  return plus(bound, { digits: direction, scale });
}
