import type { Static, TObject, TSchema, TSchemaOptions } from 'typebox';
import { durationPattern } from '../storage/durations.ts';
import { Type } from './type.ts';

/** Members that the service sets itself, in every resource. */
export const systemMembers = {
  id: Type.String({ format: 'uuid', readOnly: true, description: 'Opaque identifier (UUIDv7).' }),
  createdAt: Type.String({
    format: 'date-time',
    readOnly: true,
    description: 'When it was created.',
  }),
  updatedAt: Type.String({
    format: 'date-time',
    readOnly: true,
    description: 'When it last changed.',
  }),
  revision: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    readOnly: true,
    description: 'Counts the changes, from 1.',
  }),
};

export interface SystemMembers {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
}

/** Bounds of a number that is text on the wire. */
export interface TextNumberOptions extends TSchemaOptions {
  readonly 'x-minimum'?: string;
  readonly 'x-maximum'?: string;
  readonly 'x-exclusiveMinimum'?: string;
  readonly 'x-exclusiveMaximum'?: string;
  readonly 'x-multipleOf'?: string;
}

/** An exact decimal number: text on the wire, because JSON numbers are read as binary floats. */
export function decimal(precision: number, scale: number, options: TextNumberOptions = {}) {
  const whole = precision - scale;
  const before = whole === 0 ? '0' : `(0|[1-9][0-9]{0,${String(whole - 1)}})`;
  const after = scale === 0 ? '' : `(\\.[0-9]{1,${String(scale)}})?`;
  return Type.String({
    format: 'decimal',
    pattern: `^-?${before}${after}$`,
    maxLength: precision + 3,
    ...options,
  });
}

/** A whole number of 64 bits: text on the wire, because JSON readers lose digits above 2^53. */
export function long(options: TextNumberOptions = {}) {
  return Type.String({
    format: 'int64',
    pattern: '^(0|-?[1-9][0-9]{0,18})$',
    maxLength: 20,
    'x-minimum': '-9223372036854775808',
    'x-maximum': '9223372036854775807',
    ...options,
  });
}

/** A duration of ISO 8601. What JSON Schema calls `duration` has no fractions of a second. */
export function isoDuration(options: TSchemaOptions = {}) {
  return Type.String({
    format: 'iso-duration',
    pattern: durationPattern,
    maxLength: 64,
    ...options,
  });
}

/** Bytes: canonical base64 (RFC 4648, section 4) on the wire. */
export function binary(maxBytes: number, options: TSchemaOptions = {}) {
  return Type.String({
    contentEncoding: 'base64',
    format: 'byte',
    maxLength: Math.ceil(maxBytes / 3) * 4,
    'x-maxBytes': maxBytes,
    ...options,
  });
}

/** One of several texts. */
export function enumeration<const Values extends string[]>(
  values: readonly [...Values],
  options: TSchemaOptions = {},
) {
  return Type.Enum([...values], { type: 'string', ...options });
}

export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** Any JSON value but null; `maxLength` counts the characters of its shortest text. */
export function json(maxLength: number, options: TSchemaOptions = {}) {
  return Type.Unsafe<JsonValue>({
    type: ['object', 'array', 'string', 'number', 'boolean'],
    // They say nothing, and many tools ask for the one, and take an object without the other for an empty one.
    items: {},
    additionalProperties: true,
    'x-maxLength': maxLength,
    ...options,
  });
}

/** The same, or null. One schema with two types, so that a violation is reported once and not for each branch. */
export function nullable<Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] };
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(values === undefined ? {} : { enum: [...new Set([...values, null])] }),
    ...options,
  });
}

/**
 * Schema of a merge patch (RFC 7396) for a representation: every member is optional, and null removes one that
 * may be absent. What is left after the patch is checked against the representation itself.
 */
export function mergePatchOf(schema: TObject, title: string): TSchema {
  const { examples = [] } = schema as { examples?: readonly object[] };
  const example = examples.map((whole) => patchExample(schema, whole));
  return { ...partial(schema), title, ...(example.length > 0 ? { examples: example } : {}) };
}

/** The first member of a body that may change, alone. */
function patchExample(schema: TObject, whole: object): object {
  const changing = Object.entries(whole).filter(
    ([name]) => !(schema.properties[name] as { 'x-immutable'?: boolean })['x-immutable'],
  );
  return Object.fromEntries(changing.slice(0, 1));
}

function partial(schema: TSchema): TSchema {
  const { default: _, ...own } = schema as TSchema & { default?: unknown };
  if (!hasProperties(own)) return own;
  const { required = [], properties, ...rest } = own;
  const members = Object.entries(properties).map(([name, member]) => {
    const changed = partial(member);
    return [name, required.includes(name) ? changed : nullable(changed)];
  });
  return { ...rest, properties: Object.fromEntries(members) };
}

function hasProperties(
  schema: TSchema,
): schema is TSchema & { properties: Record<string, TSchema>; required?: readonly string[] } {
  return 'properties' in schema;
}
