/** An exact decimal number: `digits` × 10^−`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const plain = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/;

/**
 * Reads a number, or a text such as `-12.50`. Undefined for text that is no decimal number, and for a number that is
 * not finite or has more digits than binary floating point keeps (15), because it may no longer be what was written.
 */
export function decimalOf(value: string | number): Decimal | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  const match = String(value).length > 400 ? null : plain.exec(String(value));
  if (match === null || Math.abs(Number(match[4] ?? 0)) > 400) return undefined;
  const [, sign = '', units = '', fraction = '', exponent = '0'] = match;
  const significant = (units + fraction).replace(/^0+/, '').replace(/0+$/, '');
  if (typeof value === 'number' && significant.length > 15) return undefined;
  const digits = BigInt(`${sign}${units}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The digits of both numbers at one scale, for comparing and dividing. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint] {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)];
}

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether `value` is a whole multiple of `step`, which is not zero. */
export function isMultiple(value: Decimal, step: Decimal): boolean {
  const [dividend, divisor] = aligned(value, step);
  return dividend % divisor === 0n;
}

/** Whether the number has at most `scale` digits after the point and `precision` digits in all. */
export function fitsDecimal(value: Decimal, precision: number, scale: number): boolean {
  const [units, shift] = [value.digits < 0n ? -value.digits : value.digits, value.scale - scale];
  if (shift > 0 && units % 10n ** BigInt(shift) !== 0n) return false;
  const atScale = shift > 0 ? units / 10n ** BigInt(shift) : units * 10n ** BigInt(-shift);
  return atScale < 10n ** BigInt(precision);
}

/** The one way of writing the number with exactly `scale` digits after the point: `12.5` at 2 is `12.50`. */
export function decimalText(value: Decimal, scale: number): string {
  const shift = value.scale - scale;
  const atScale =
    shift > 0 ? value.digits / 10n ** BigInt(shift) : value.digits * 10n ** BigInt(-shift);
  const sign = atScale < 0n ? '-' : '';
  const digits = String(atScale < 0n ? -atScale : atScale).padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The largest number of this precision and scale: 5 and 2 is 999.99. */
export function largestDecimal(precision: number, scale: number): Decimal {
  return { digits: 10n ** BigInt(precision) - 1n, scale };
}

export function negated({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale };
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const [left, right] = aligned(a, b);
  return { digits: left + right, scale: Math.max(a.scale, b.scale) };
}

/** The least multiple of `step`, which is greater than zero, that is not less than `value`. */
export function firstMultiple(value: Decimal, step: Decimal): Decimal {
  const [dividend, divisor] = aligned(value, step);
  const rest = ((dividend % divisor) + divisor) % divisor;
  const digits = rest === 0n ? dividend : dividend + divisor - rest;
  return { digits, scale: Math.max(value.scale, step.scale) };
}
