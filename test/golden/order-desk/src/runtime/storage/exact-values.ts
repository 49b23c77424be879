// Conversions that both engines share, so that what one refuses or rounds the other does too.

import { canonicalDuration } from './durations.ts';
import { InvalidValue } from './errors.ts';

/** @throws {InvalidValue} beyond 64 bits */
export function parseLong(text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw new InvalidValue('Not an integer');
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw new InvalidValue('An integer beyond 64 bits');
  return value;
}

/** "12.5" with a scale of 2 is 1250n. @throws {InvalidValue} for more digits than the scale has */
export function parseDecimal(text: string, scale: number): bigint {
  const [, whole, fraction = ''] = /^([+-]?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new InvalidValue('Not a decimal number');
  if (/[1-9]/.test(fraction.slice(scale))) {
    throw new InvalidValue(`More than ${scale} digits after the point`);
  }
  return parseLong(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

/** The digits of 1250 with a scale of 2 are "12.50". */
export function formatDecimal(units: string, scale: number): string {
  if (scale === 0) return units;
  const sign = units.startsWith('-') ? '-' : '';
  const digits = units.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** An instant as YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
export function canonicalDateTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return text;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) throw new InvalidValue('Not an instant');
  const canonical = new Date(milliseconds).toISOString();
  // An offset can carry the first and the last hours of the calendar into a year of six digits.
  if (canonical.length !== 24) throw new InvalidValue('An instant outside the years 0000 to 9999');
  return canonical;
}

/** A duration in its canonical form. @throws {InvalidValue} for other text */
export function exactDuration(text: string): string {
  const canonical = canonicalDuration(text);
  if (canonical === undefined) throw new InvalidValue('Not a duration');
  return canonical;
}
