import type { FieldModel } from '../../model/model.ts';
import { deprecationInShort, type ResolvedField } from '../../specification/index.ts';

/** What INTERFACE.md says of one member, as plain text. */
export interface FieldText {
  readonly name: string;
  readonly type: string;
  readonly rules: string;
  readonly description: string;
}

export function fieldText({ name, field, target }: FieldModel): FieldText {
  return {
    name,
    type: target === undefined ? typeText(field) : `reference to ${target.name}`,
    rules: rulesOf(field).join('; '),
    description: field.description ?? '',
  };
}

const types: Readonly<Record<ResolvedField['type'], string>> = {
  string: 'text',
  text: 'text',
  integer: 'whole number',
  number: 'number',
  long: '64-bit whole number, as text',
  decimal: 'decimal number, as text',
  boolean: 'boolean',
  date: 'date (YYYY-MM-DD)',
  time: 'local time (HH:MM:SS)',
  'date-time': 'instant (RFC 3339), kept in UTC to the millisecond',
  duration: 'duration (ISO 8601)',
  uuid: 'UUID',
  uri: 'URI',
  email: 'e-mail address',
  enum: 'one of several texts',
  json: 'any JSON value',
  binary: 'bytes, as base64',
  array: 'list',
  object: 'object',
  reference: 'reference',
};

function typeText(field: ResolvedField): string {
  if (field.type === 'array') return `list of: ${typeText(field.items)}`;
  if (field.type !== 'object') return types[field.type];
  const members = Object.entries(field.fields).map(
    ([name, member]) => `${name} (${[typeText(member), ...rulesOf(member)].join(', ')})`,
  );
  return `object: ${members.join('; ')}`;
}

function rulesOf(field: ResolvedField): string[] {
  const flags = {
    required: field.required,
    'may be null': field.nullable,
    unique: field.unique,
    'never changes': field.immutable,
    'set by the service': field.readOnly,
    'never shown': field.writeOnly,
    deprecated: field.deprecated === true,
  };
  return [
    ...Object.entries(flags).flatMap(([text, holds]) => (holds ? [text] : [])),
    ...(typeof field.deprecated === 'object'
      ? [`deprecated ${deprecationInShort(field.deprecated)}`]
      : []),
    ...(field.replacedBy === undefined ? [] : [`use ${field.replacedBy}`]),
    ...(field.type === 'enum'
      ? Object.entries(field.deprecatedValues ?? {}).map(
          ([value, deprecation]) => `${value} deprecated ${deprecationInShort(deprecation)}`,
        )
      : []),
    ...(field.default === undefined ? [] : [`default ${shown(field.default)}`]),
    ...boundsOf(field),
  ];
}

function boundsOf(field: ResolvedField): string[] {
  switch (field.type) {
    case 'string':
    case 'text': {
      const length =
        field.minLength > 0
          ? `${String(field.minLength)} to ${String(field.maxLength)} characters`
          : `at most ${String(field.maxLength)} characters`;
      return [length, ...(field.pattern === undefined ? [] : [`matches ${field.pattern}`])];
    }
    case 'integer':
      return field.values === undefined ? rangeOf(field) : [field.values.join(', ')];
    case 'number':
    case 'long':
      return rangeOf(field);
    case 'decimal':
      return [
        `${String(field.precision)} digits, ${String(field.scale)} after the point`,
        ...rangeOf(field),
      ];
    case 'enum':
      return [field.values.join(', ')];
    case 'uri':
    case 'email':
      return [`at most ${String(field.maxLength)} characters`];
    case 'json':
      return [`at most ${String(field.maxLength)} characters of JSON text`];
    case 'binary':
      return [`at most ${String(field.maxLength)} bytes`];
    case 'array':
      return [
        field.minItems > 0
          ? `${String(field.minItems)} to ${String(field.maxItems)} items`
          : `at most ${String(field.maxItems)} items`,
        ...(field.uniqueItems ? ['no item twice'] : []),
      ];
    case 'reference':
      return [
        {
          restrict: 'keeps what it refers to from being deleted',
          cascade: 'deleted with what it refers to',
          'set-null': 'goes when what it refers to is deleted',
        }[field.onDelete],
      ];
    default:
      return [];
  }
}

type Bounds = {
  readonly [
    Bound in 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'
  ]?: string | number;
};

function rangeOf(field: Bounds): string[] {
  const bound = (text: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${text} ${String(value)}`];
  return [
    ...bound('at least', field.minimum),
    ...bound('more than', field.exclusiveMinimum),
    ...bound('at most', field.maximum),
    ...bound('less than', field.exclusiveMaximum),
    ...bound('a multiple of', field.multipleOf),
  ];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
