import type { FieldModel } from '../../model/model.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { fieldDeprecations } from './deprecation-text.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';

type Options = Readonly<Record<string, unknown>>;

/** Functions that schemas are made with, besides TypeBox itself. */
const schemaHelpers = [
  'binary',
  'decimal',
  'enumeration',
  'isoDuration',
  'json',
  'long',
  'nullable',
] as const;

/** Those of them that schemas use. */
export function helpersOf(schemas: readonly (Code | undefined)[]): string[] {
  const text = schemas.map((schema) => schema?.code ?? '').join('\n');
  return schemaHelpers.filter((helper) => new RegExp(`\\b${helper}\\(`).test(text));
}

/** The TypeBox schema of a member, as it is kept: what clients may leave out is decided by its flags. */
export function memberSchema({ field, isAlwaysPresent, mayBeOmitted }: FieldModel): Code {
  const schema = fieldSchema(field, {
    ...annotations(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.immutable ? { 'x-immutable': true } : {}),
    ...(field.readableBy === undefined ? {} : { 'x-readableBy': field.readableBy }),
    ...(field.writableBy === undefined ? {} : { 'x-writableBy': field.writableBy }),
  });
  // A nullable member that a body leaves out is null.
  const nullable = field.nullable
    ? mayBeOmitted && field.default === undefined
      ? code`${identifier('nullable')}(${schema}, { default: null })`
      : code`${identifier('nullable')}(${schema})`
    : schema;
  return isAlwaysPresent ? nullable : code`${identifier('Type')}.Optional(${nullable})`;
}

/**
 * The TypeBox schema of values that others were converted into: it knows of no other members.
 *
 * @param paths of these values, as their segments; `[]` stands for the items of a list
 */
export function convertedSchema(
  fields: Readonly<Record<string, ResolvedField>>,
  paths: readonly (readonly string[])[],
): Code {
  const names = [...new Set(paths.map(([name = '']) => name))];
  const members = names.flatMap((name) => {
    const field = fields[name];
    const rest = paths.filter(([first]) => first === name).map(([, ...others]) => others);
    if (field === undefined) return [];
    return [
      code`${identifier(name)}: ${identifier('Type')}.Optional(${convertedValue(field, rest)})`,
    ];
  });
  return code`${identifier('Type')}.Object({ ${join(members, ', ')} })`;
}

function convertedValue(field: ResolvedField, paths: readonly (readonly string[])[]): Code {
  const isWhole = paths.some(({ length }) => length === 0);
  const schema =
    field.type === 'object' && !isWhole
      ? convertedSchema(field.fields, paths)
      : field.type === 'array' && !isWhole
        ? code`${identifier('Type')}.Array(${convertedValue(
            field.items,
            paths.map(([, ...others]) => others),
          )})`
        : fieldSchema(field, {});
  return field.nullable ? code`${identifier('nullable')}(${schema})` : schema;
}

function annotations(field: ResolvedField): Options {
  return {
    ...(description(field) === undefined ? {} : { description: description(field) }),
    ...(field.readOnly ? { readOnly: true } : {}),
    ...(field.writeOnly ? { writeOnly: true } : {}),
    ...(field.deprecated ? { deprecated: true } : {}),
    ...(field.example === undefined ? {} : { examples: [field.example] }),
  };
}

function description(field: ResolvedField): string | undefined {
  const { description: written, readableBy, writableBy } = field;
  const parts = [
    written,
    ...fieldDeprecations(field),
    readableBy === undefined ? undefined : `Shown to ${inWords(readableBy)} alone.`,
    writableBy === undefined ? undefined : `Set by ${inWords(writableBy)} alone.`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function inWords(grants: readonly string[]): string {
  return grants.length === 0 ? 'nobody' : grants.map((grant) => `\`${grant}\``).join(', ');
}

/** Exported for items of lists and members of objects, which have no flags of their own. */
function fieldSchema(field: ResolvedField, options: Options): Code {
  switch (field.type) {
    case 'string':
    case 'text':
      return typed('String', {
        ...('format' in field ? { format: field.format } : {}),
        ...(field.minLength > 0 ? { minLength: field.minLength } : {}),
        maxLength: field.maxLength,
        ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
        ...options,
      });
    case 'integer':
      return typed('Integer', {
        ...(field.values === undefined ? range(field) : { enum: field.values }),
        ...options,
      });
    case 'number':
      return typed('Number', { ...range(field), ...options });
    case 'long':
      return helper('long', [], { ...textRange(field), ...options });
    case 'decimal':
      return helper('decimal', [field.precision, field.scale], { ...textRange(field), ...options });
    case 'boolean':
      return typed('Boolean', options);
    case 'date':
    case 'date-time':
      return typed('String', { format: field.type, ...options });
    case 'time':
      // What JSON Schema calls "time" has an offset.
      return typed('String', { format: 'time-local', ...options });
    case 'duration':
      return helper('isoDuration', [], options);
    case 'uuid':
      return typed('String', { format: 'uuid', ...options });
    case 'uri':
    case 'email':
      return typed('String', { format: field.type, maxLength: field.maxLength, ...options });
    case 'enum':
      return helper('enumeration', [field.values], options);
    case 'json':
      return helper('json', [field.maxLength], options);
    case 'binary':
      return helper('binary', [field.maxLength], options);
    case 'array':
      return helper('Type.Array', [nestedSchema(field.items, true)], {
        ...(field.minItems > 0 ? { minItems: field.minItems } : {}),
        maxItems: field.maxItems,
        ...(field.uniqueItems ? { uniqueItems: true } : {}),
        ...options,
      });
    case 'object':
      return helper('Type.Object', [objectMembers(field.fields)], {
        additionalProperties: false,
        ...options,
      });
    case 'reference':
      return typed('String', { format: 'uuid', ...options });
  }
}

function objectMembers(fields: Readonly<Record<string, ResolvedField>>): Code {
  const members = Object.entries(fields).map(
    ([name, field]) => code`${identifier(name)}: ${nestedSchema(field, field.required)}`,
  );
  return members.length === 0 ? code`{}` : code`{ ${join(members, ', ')} }`;
}

function nestedSchema(field: ResolvedField, isRequired: boolean): Code {
  const schema = fieldSchema(field, annotations(field));
  const nullable = field.nullable ? code`${identifier('nullable')}(${schema})` : schema;
  return isRequired ? nullable : code`${identifier('Type')}.Optional(${nullable})`;
}

type Ranged<Value> = {
  readonly [
    Bound in 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'
  ]?: Value;
};

function bounds<Value>(field: Ranged<Value>): [string, Value][] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field;
  return Object.entries({
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
  }).flatMap(([name, value]): [string, Value][] => (value === undefined ? [] : [[name, value]]));
}

function range(field: Ranged<number>): Options {
  return Object.fromEntries(bounds(field));
}

/** Numbers that are text on the wire have keywords of their own. */
function textRange(field: Ranged<string>): Options {
  return Object.fromEntries(bounds(field).map(([name, value]) => [`x-${name}`, value]));
}

function typed(type: string, options: Options): Code {
  return helper(`Type.${type}`, [], options);
}

/** A call of a function of ours, named `f` or `Type.F`, with the options last if there are any. */
function helper(name: string, parameters: readonly unknown[], options: Options): Code {
  const called = join(name.split('.').map(identifier), '.');
  const given = parameters.map((parameter) => literal(parameter));
  const last = Object.keys(options).length === 0 ? [] : [literal(options)];
  return code`${called}(${join([...given, ...last], ', ')})`;
}
