import { decimalOf, fitsDecimal } from '../decimal.ts';
import type { ResolvedDecimal, ResolvedLong, ResolvedNumber } from '../resolved.ts';
import { decimalNumber, wholeNumber } from '../schema/forms.ts';
import { shown } from '../shown.ts';
import { validateRange } from './ranges.ts';

export function validateNumber(field: ResolvedNumber, value: unknown): string | undefined {
  if (typeof value !== 'number') return `${shown(value)} is not a number`;
  if (!Number.isFinite(value)) return `${value} is not a finite number`;
  if (field.type === 'integer' && !Number.isSafeInteger(value)) {
    return `${value} is not a whole number within ±9007199254740991`;
  }
  const { values } = field;
  if (values === undefined) return validateRange(value, field);
  return values.includes(value) ? undefined : `${value} is not one of ${values.join(', ')}`;
}

export function validateLong(field: ResolvedLong, value: unknown): string | undefined {
  return validateLongBound(value) ?? validateRange(String(value), field);
}

/** A whole number of 64 bits, as text or as a number that is still exact. */
export function validateLongBound(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? undefined : inexact(value, 'a whole number');
  }
  if (typeof value !== 'string' || !new RegExp(wholeNumber.pattern).test(value)) {
    return `${shown(value)} is not ${wholeNumber.says}`;
  }
  return BigInt.asIntN(64, BigInt(value)) === BigInt(value)
    ? undefined
    : `${value} exceeds 64 bits`;
}

export function validateDecimal(field: ResolvedDecimal, value: unknown): string | undefined {
  return validateDecimalBound(field, value) ?? validateRange(String(value), field);
}

/** A decimal number of this precision and scale, as text or as a number that is still exact. */
export function validateDecimalBound(
  { precision, scale }: { readonly precision: number; readonly scale: number },
  value: unknown,
): string | undefined {
  const isText = typeof value === 'string';
  if (isText ? !new RegExp(decimalNumber.pattern).test(value) : typeof value !== 'number') {
    return `${shown(value)} is not ${decimalNumber.says}`;
  }
  const decimal = decimalOf(isText ? value : Number(value));
  if (decimal === undefined) return inexact(value, 'a decimal');
  if (fitsDecimal(decimal, precision, scale)) return undefined;
  return `${value} does not fit ${precision} digits of which ${scale} are after the point`;
}

function inexact(value: unknown, kind: string): string {
  return `${String(value)} as a bare number is not exact; write ${kind} of that size in quotes`;
}
