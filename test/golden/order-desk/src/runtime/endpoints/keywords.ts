import type {
  AnySchemaObject,
  DataValidateFunction,
  FuncKeywordDefinition,
  SchemaValidateFunction,
} from 'ajv/dist/types/index.js';
import { formats } from './formats.ts';

/** No bound and no value of ours has more digits. Reading a million of them takes half a second. */
const maxLength = 100;

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Whole number and power of ten of a decimal text: `-1.50` is -150n and 2. */
function parse(text: string): { units: bigint; scale: number } | undefined {
  if (text.length > maxLength) return undefined;
  const match = decimal.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { units: BigInt(sign + whole + fraction), scale: fraction.length };
}

/** So many digits make another double for each decimal, in the order of the decimals (IEEE 754). */
const exactDigits = 15;

/** Sign of `a - b`, exactly. Text that is no such number compares as equal: its pattern refuses it already. */
function compare(a: string, b: string): number {
  if (isShort(a) && isShort(b)) return Number(a) - Number(b);
  const [left, right] = common(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function isShort(text: string): boolean {
  return text.length <= exactDigits && decimal.test(text);
}

function common(a: string, b: string): [bigint, bigint] {
  const left = parse(a);
  const right = parse(b);
  if (left === undefined || right === undefined) return [0n, 0n];
  const scale = Math.max(left.scale, right.scale);
  return [
    left.units * 10n ** BigInt(scale - left.scale),
    right.units * 10n ** BigInt(scale - right.scale),
  ];
}

function isMultiple(value: string, of: string): boolean {
  const [dividend, divisor] = common(value, of);
  return divisor === 0n || dividend % divisor === 0n;
}

function textKeyword(
  keyword: string,
  holds: (bound: string, value: string) => boolean,
): FuncKeywordDefinition {
  const validate: SchemaValidateFunction = (bound: string, value: string) => {
    if (holds(bound, value)) return true;
    validate.errors = [{ keyword, params: { limit: bound } }];
    return false;
  };
  return { keyword, type: 'string', schemaType: 'string', errors: true, validate };
}

/**
 * `uniqueItems` of JSON Schema in one pass. The one that comes with Ajv compares each object with all others, which
 * takes minutes for a body of a megabyte.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  compile:
    (isUnique: boolean, { maxItems = Infinity }) =>
    (items: readonly unknown[]) =>
      // Too many of them are refused for that alone.
      !isUnique || items.length > maxItems || new Set(items.map(canonical)).size === items.length,
};

/** `pattern` of JSON Schema, for texts that are not too long: the costliest ones take a time that grows with its square. */
export const pattern: FuncKeywordDefinition = {
  keyword: 'pattern',
  type: 'string',
  schemaType: 'string',
  errors: true,
  compile(source: string, parentSchema) {
    const expression = new RegExp(source, 'u');
    return textCheck('pattern', { pattern: source }, parentSchema, (text) => expression.test(text));
  },
};

/** `format` of JSON Schema, for texts that are not too long. */
export const format: FuncKeywordDefinition = {
  keyword: 'format',
  type: 'string',
  schemaType: 'string',
  errors: true,
  compile(name: string, parentSchema, { opts }) {
    // The schema of schemas has formats of its own.
    if (opts.validateFormats === false) return () => true;
    const known = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (known === undefined) throw new Error(`there is no format ${name}`);
    return textCheck('format', { format: name }, parentSchema, (text) =>
      known instanceof RegExp ? known.test(text) : known === true || known(text),
    );
  },
};

/** A check of texts up to their `maxLength`, which counts characters that may be two units of UTF-16 each. */
function textCheck(
  keyword: string,
  params: Readonly<Record<string, string>>,
  parentSchema: AnySchemaObject,
  holds: (text: string) => boolean,
): DataValidateFunction {
  const { maxLength = Infinity } = parentSchema;
  const validate: DataValidateFunction = (text: string) => {
    if (text.length > 2 * maxLength || holds(text)) return true;
    validate.errors = [{ keyword, params, parentSchema }];
    return false;
  };
  return validate;
}

/** `multipleOf` of JSON Schema for the decimals that were written: divided as binary floats, 0.07 is no multiple of 0.01. */
export const multipleOf: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: true,
  compile(factor: number) {
    const validate: DataValidateFunction = (value: number) => {
      if (isMultiple(digitsOf(value), digitsOf(factor))) return true;
      validate.errors = [{ keyword: 'multipleOf', params: { multipleOf: factor } }];
      return false;
    };
    return validate;
  },
};

/** Without an exponent: `1.5e-7` is `0.00000015`. */
function digitsOf(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?e(.+)$/.exec(String(value)) ?? [];
  if (exponent === '') return String(value);
  if (Number(exponent) > 0) return String(BigInt(value));
  return `${sign}0.${'0'.repeat(-1 - Number(exponent))}${whole}${fraction}`;
}

/** The same text for equal JSON values, in whatever order their members are. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

/** Rules of JSON Schema for numbers, for numbers that are text on the wire; and sizes JSON Schema cannot count. */
export const keywords: readonly FuncKeywordDefinition[] = [
  textKeyword('x-minimum', (bound, value) => compare(value, bound) >= 0),
  textKeyword('x-maximum', (bound, value) => compare(value, bound) <= 0),
  textKeyword('x-exclusiveMinimum', (bound, value) => compare(value, bound) > 0),
  textKeyword('x-exclusiveMaximum', (bound, value) => compare(value, bound) < 0),
  textKeyword('x-multipleOf', (bound, value) => isMultiple(value, bound)),
  {
    keyword: 'x-maxBytes',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, value: string) => Buffer.byteLength(value, 'base64') <= limit,
  },
  {
    keyword: 'x-maxLength',
    schemaType: 'number',
    validate: (limit: number, value: unknown) => JSON.stringify(value).length <= limit,
  },
];
