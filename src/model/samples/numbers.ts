import type { ResolvedField } from '../../specification/index.ts';

type NumberField = Extract<ResolvedField, { type: 'integer' | 'number' }>;
type TextNumberField = Extract<ResolvedField, { type: 'long' | 'decimal' }>;

/** The index-th number of a field's range, counted in its smallest step from the lowest non-negative one. */
export function numberSample(field: NumberField, index: number): number | undefined {
  if (field.values !== undefined) return field.values[index % field.values.length];
  const isWhole = field.type === 'integer';
  const step = field.multipleOf ?? (isWhole ? 1 : stepWithin(field));
  const low = field.minimum ?? field.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = field.maximum ?? field.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  const isInside = (value: number) =>
    (field.exclusiveMinimum === undefined || value > field.exclusiveMinimum) &&
    (field.exclusiveMaximum === undefined || value < field.exclusiveMaximum) &&
    value >= low &&
    value <= high;
  // Counting up from zero reads best; where zero is too high, down from the top.
  const start = low > 0 ? Math.ceil(low / step) : high < 0 ? Math.floor(high / step) : 0;
  const direction = high < 0 ? -1 : 1;
  const multiples = [1, 0, 2].map((offset) => start + direction * (index + offset));
  const wanted = multiples.map((multiple) => multiple * step).find(isInside);
  const nearby = [start, start + 1, start - 1].map((multiple) => multiple * step);
  return wanted ?? nearby.find(isInside) ?? low;
}

/** A range that holds no whole numbers needs a smaller step. */
function stepWithin({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: NumberField): number {
  const width =
    (maximum ?? exclusiveMaximum ?? Infinity) - (minimum ?? exclusiveMinimum ?? -Infinity);
  return width < 100 ? width / 128 : 0.5;
}

/** The same, exactly, for numbers that are text on the wire. */
export function textNumberSample(
  field: TextNumberField,
  index: number,
  scale: number,
  precision: number,
): string {
  const units = (text: string) => toUnits(text, scale);
  const limit = 10n ** BigInt(precision) - 1n;
  const low =
    field.minimum === undefined
      ? field.exclusiveMinimum === undefined
        ? -limit
        : units(field.exclusiveMinimum) + 1n
      : units(field.minimum);
  const high =
    field.maximum === undefined
      ? field.exclusiveMaximum === undefined
        ? limit
        : units(field.exclusiveMaximum) - 1n
      : units(field.maximum);
  const step = field.multipleOf === undefined ? 1n : units(field.multipleOf);
  const start = low > 0n ? ceilTo(low, step) : high < 0n ? high - (high % step) : 0n;
  const wanted =
    start + (high < 0n ? -1n : 1n) * BigInt(index + 1) * wholeStep(step, scale, high, start);
  const value =
    wanted >= low && wanted <= high
      ? wanted
      : start + (BigInt(index) * step <= high - start ? BigInt(index) * step : 0n);
  return fromUnits(value, scale);
}

/** Whole numbers read better than hundredths, where there is room for them. */
function wholeStep(step: bigint, scale: number, high: bigint, start: bigint): bigint {
  const whole = 10n ** BigInt(scale);
  return whole % step === 0n && high - start > whole * 1000n ? whole : step;
}

function ceilTo(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}

function toUnits(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

function fromUnits(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
