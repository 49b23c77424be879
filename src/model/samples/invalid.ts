import type { ResolvedField } from '../../specification/index.ts';

/** A value that a member refuses, and where the answer must point. */
export interface InvalidSample {
  readonly member: string;
  readonly value: unknown;
  /** JSON Pointer into the body. */
  readonly at: string;
}

/** Values of the wrong type, and just beyond the bounds. */
export function invalidSamples(name: string, field: ResolvedField): InvalidSample[] {
  const at = `/${name}`;
  const values = [wrongType(field), ...beyond(field)];
  return values.map((value) => ({ member: name, value, at }));
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
      return field.maxLength <= 1000 ? ['x'.repeat(field.maxLength + 1)] : [];
    case 'integer':
      return [0.5, ...(field.values === undefined ? below(field.minimum) : besides(field.values))];
    case 'number':
      return below(field.minimum);
    case 'decimal':
      return ['1,5', `0.${'0'.repeat(field.scale)}1`];
    case 'long':
      return ['9223372036854775808', '1.0'];
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
    default:
      return [];
  }
}

/** A number that is none of the only values, between two of them where there is room. */
function besides(values: readonly number[]): number[] {
  const free = values.map((value) => value + 1).find((value) => !values.includes(value));
  return free === undefined || !Number.isSafeInteger(free) ? [] : [free];
}

/** Whole numbers that a double does not hold exactly are refused while the body is read, whatever member they are for. */
function below(minimum: number | undefined): number[] {
  return minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [minimum - 1];
}
