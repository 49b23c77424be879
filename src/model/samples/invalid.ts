import type { ResolvedField } from '../../specification/index.ts';
import { negated, plus } from '../../specification/decimal.ts';
import { validateValue } from '../../specification/values/value.ts';
import { gridOf, onWire, type NumericField } from './grid.ts';
import { sampleOf, samplesOf } from './sample.ts';

/** A value that a member refuses, and where the answer must point. */
export interface InvalidSample {
  readonly member: string;
  readonly value: unknown;
  /** JSON Pointer into the body. */
  readonly at: string;
}

interface Wrong {
  readonly value: unknown;
  /** Below the member. */
  readonly below?: string;
}

/** Longer ones make bodies long and say nothing new. */
const longest = 1000;

/** Values of the wrong type, and just beyond the bounds; within lists and objects as well. */
export function invalidSamples(name: string, field: ResolvedField): InvalidSample[] {
  return wrongValues(field, name).map(({ value, below = '' }) => ({
    member: name,
    value,
    at: `/${name}${below}`,
  }));
}

function wrongValues(field: ResolvedField, label: string): Wrong[] {
  const values = [wrongType(field), ...beyond(field)].filter(
    (value) => isReadable(value) && isRefused(field, value),
  );
  const inside =
    field.type === 'array'
      ? wrongItems(field, label)
      : field.type === 'object'
        ? wrongMembers(field)
        : [];
  return [...values.map((value) => ({ value })), ...inside];
}

/** Whole numbers that a double does not hold exactly are refused while the body is read, whatever member they are for. */
function isReadable(value: unknown): boolean {
  return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
}

/** A specification may say a long or a decimal as a number; on the wire they are text. */
function isRefused(field: ResolvedField, value: unknown): boolean {
  const isNumberForText =
    typeof value === 'number' && (field.type === 'long' || field.type === 'decimal');
  return isNumberForText || validateValue(field, value) !== undefined;
}

function wrongType(field: ResolvedField): unknown {
  switch (field.type) {
    case 'integer':
    case 'number':
      return '5';
    case 'boolean':
      return 'true';
    case 'array':
    case 'object':
      return 'text';
    case 'json':
      return field.nullable ? 'x'.repeat(field.maxLength) : null;
    default:
      return 5;
  }
}

function beyond(field: ResolvedField): unknown[] {
  switch (field.type) {
    case 'string':
    case 'text':
      return [
        ...(field.maxLength <= longest ? ['x'.repeat(field.maxLength + 1)] : []),
        ...(field.minLength > 0 ? ['x'.repeat(field.minLength - 1)] : []),
        ...(field.pattern === undefined ? [] : mismatches(field, field.pattern)),
      ];
    case 'integer':
      return [0.5, ...(field.values === undefined ? outside(field) : besides(field.values))];
    case 'number':
      return outside(field);
    case 'decimal':
      return ['1,5', `0.${'0'.repeat(field.scale)}1`, ...outside(field)];
    case 'long':
      return ['9223372036854775808', '1.0', ...outside(field)];
    case 'date':
      return ['2026-02-30'];
    case 'time':
      return ['24:00:00'];
    case 'date-time':
      return ['2026-02-30T00:00:00Z', '2026-01-01T00:00:00'];
    case 'duration':
      return ['1 hour'];
    case 'uuid':
      return ['not-a-uuid'];
    case 'uri':
      return ['no uri'];
    case 'email':
      return ['nobody'];
    case 'enum':
      return ['\u0001'];
    case 'binary':
      return ['%%%'];
    case 'array':
      return counts(field);
    default:
      return [];
  }
}

/** A number that is none of the only values, between two of them where there is room. */
function besides(values: readonly number[]): number[] {
  const free = values.map((value) => value + 1).find((value) => !values.includes(value));
  return free === undefined || !Number.isSafeInteger(free) ? [] : [free];
}

/** The nearest numbers that are out of the range, or on no step of it. */
function outside(field: NumericField): (number | string)[] {
  const grid = gridOf(field);
  if (grid === undefined) {
    const { minimum, exclusiveMinimum } = field;
    if (exclusiveMinimum !== undefined) return [Number(exclusiveMinimum)];
    return minimum === undefined ? [] : [Number(minimum) - 1];
  }
  const { least, most, step } = grid;
  const values = [onWire(field, plus(least, negated(step))), onWire(field, plus(most, step))];
  // Beyond its bounds by more digits than it has, a number is refused for those.
  return field.type === 'decimal'
    ? values.filter((value) => String(value).replaceAll(/[-.]/g, '').length <= field.precision)
    : values;
}

/** Texts of a length that is permitted, which the pattern does not match. */
function mismatches(
  { minLength, maxLength }: Extract<ResolvedField, { type: 'string' | 'text' }>,
  pattern: string,
): string[] {
  const expression = new RegExp(pattern, 'u');
  const length = Math.min(Math.max(minLength, 1), maxLength);
  return ['x', ' ', '0', '%', '\n', 'X']
    .map((character) => character.repeat(length))
    .filter((text) => !expression.test(text))
    .slice(0, 1);
}

/** Lists that are too short or too long, or have an item twice. */
function counts(field: Extract<ResolvedField, { type: 'array' }>): unknown[] {
  const { items, minItems, maxItems, uniqueItems } = field;
  const values = samplesOf(items, 'item', 20);
  if (values.length === 0) return [];
  const list = (length: number) =>
    Array.from({ length }, (_, index) => values[index % values.length]);
  const isEnough = (length: number) => !uniqueItems || length <= values.length;
  return [
    ...(minItems > 0 && isEnough(minItems - 1) ? [list(minItems - 1)] : []),
    ...(maxItems < 20 && isEnough(maxItems + 1) ? [list(maxItems + 1)] : []),
    ...(uniqueItems && minItems <= 2 && maxItems >= 2 ? [[values[0], values[0]]] : []),
  ];
}

/** A list whose first item is wrong. */
function wrongItems(field: Extract<ResolvedField, { type: 'array' }>, label: string): Wrong[] {
  const valid = sampleOf(field, 0, label);
  const rest = Array.isArray(valid) ? valid.slice(1) : [];
  return wrongValues(field.items, label)
    .slice(0, 2)
    .map(({ value, below = '' }) => ({ value: [value, ...rest], below: `/0${below}` }));
}

/** An object without what it must have, and with a wrong member. */
function wrongMembers({ fields }: Extract<ResolvedField, { type: 'object' }>): Wrong[] {
  const valid = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = sampleOf(field, 0, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return Object.entries(fields).flatMap(([name, field]) => {
    const { [name]: _, ...others } = valid;
    const missing = field.required ? [{ value: others, below: `/${name}` }] : [];
    const wrong = wrongValues(field, name)
      .slice(0, 1)
      .map(({ value, below = '' }) => ({
        value: { ...valid, [name]: value },
        below: `/${name}${below}`,
      }));
    return [...missing, ...wrong];
  });
}
