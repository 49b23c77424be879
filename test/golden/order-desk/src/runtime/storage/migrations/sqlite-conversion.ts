import { sqliteValues } from '../sqlite-values.ts';
import type { SqlValue } from '../engine.ts';
import type { Conversion } from '../values.ts';
import { doubleBounds, safeInteger, textPatterns, typeName, type TypeName } from './conversions.ts';
import { roundDecimal } from './decimals.ts';
import type { ColumnType } from './migration.ts';

/**
 * One value of a column as a value of another type, both as SQLite keeps them.
 *
 * @returns null where the value is null or does not convert
 */
export function convertStored(value: SqlValue, from: ColumnType, to: ColumnType): SqlValue {
  if (value === null) return null;
  const shown =
    typeName(from) === 'json' ? String(value) : codecOf(from).read(readable(value, from));
  const converted = convertShown(shown, from, to);
  if (converted === undefined) return null;
  if (typeName(to) === 'json') return String(converted);
  return codecOf(to).write(converted) as SqlValue;
}

function codecOf(type: ColumnType): Conversion<unknown, unknown> {
  const codec = sqliteValues as unknown as Record<string, Conversion<unknown, unknown>>;
  const found = typeof type === 'object' ? sqliteValues.decimal(type.decimal[1]) : codec[type];
  return found as Conversion<unknown, unknown>;
}

/** Of what the codec reads, booleans, integers and numbers are no bigint. */
function readable(value: SqlValue, type: ColumnType): unknown {
  const isNumber = type === 'boolean' || type === 'integer' || type === 'number';
  return isNumber ? Number(value) : value;
}

function convertShown(value: unknown, from: ColumnType, to: ColumnType): unknown {
  const [was, is] = [typeName(from), typeName(to)];
  if (was === 'text') return fromText(String(value), to);
  if (is === 'text') return typeof value === 'number' ? JSON.stringify(value) : String(value);
  if (typeof to === 'object') return roundDecimal(String(value), to.decimal);
  switch (is) {
    case 'integer':
    case 'long':
      return wholeNumber(String(value), was, is);
    case 'number':
      return exactNumber(value, was);
    case 'date':
      return String(value).slice(0, 10);
    case 'dateTime':
      return was === 'date' ? `${String(value)}T00:00:00.000Z` : value;
    default:
      return value;
  }
}

function wholeNumber(text: string, from: TypeName, to: 'integer' | 'long'): unknown {
  const digits =
    from === 'number' || from === 'decimal' ? roundDecimal(text, [40, 0], 'exact') : text;
  if (digits === undefined) return undefined;
  const whole = BigInt(digits);
  const most = to === 'integer' ? BigInt(safeInteger) : 2n ** 63n - 1n;
  if (whole > most || whole < -most) return undefined;
  return to === 'integer' ? Number(whole) : whole.toString();
}

function exactNumber(value: unknown, from: TypeName): number | undefined {
  const number = Number(value);
  // Beyond, several integers are one number.
  if (from === 'long' && Math.abs(number) > Number(safeInteger)) return undefined;
  return number;
}

function fromText(text: string, to: ColumnType): unknown {
  const name = typeName(to);
  if (name === 'text') return text;
  if (name === 'json' || !new RegExp(textPatterns[name]).test(text)) return undefined;
  if (typeof to === 'object') return roundDecimal(text, to.decimal, 'exact');
  switch (name) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'long':
      return wholeNumber(text, 'text', name);
    case 'number':
      return doubleOf(text);
    case 'date':
      return isDay(text) ? text : undefined;
    case 'dateTime':
      return instantOf(text);
    default:
      return text;
  }
}

function doubleOf(text: string): number | undefined {
  const size = Math.abs(Number(text));
  const isZero = !/[1-9]/.test(text.replace(/[eE].*/, ''));
  const fits = size >= Number(doubleBounds.least) && size <= Number(doubleBounds.most);
  return isZero || fits ? Number(text) : undefined;
}

function isDay(text: string): boolean {
  const instant = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text.slice(0, 10));
}

function instantOf(text: string): string | undefined {
  if (!isDay(text)) return undefined;
  const instant = new Date(text).toISOString();
  // An offset can carry the first and the last hours of the calendar into a year of six digits.
  return instant.length === 24 ? instant : undefined;
}
