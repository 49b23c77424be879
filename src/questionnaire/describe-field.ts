import type { Field, Item, Member } from '../specification/index.ts';
import { defaults } from '../specification/schema/defaults.ts';
import { printable } from './printable.ts';

type Written = Readonly<Record<string, unknown>>;

/** One line for each field: its name and what was understood. */
export function fieldLines(fields: Readonly<Record<string, Field>>): string[] {
  const width = Math.max(0, ...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(
    ([name, field]) => `    ${printable(name).padEnd(width)}  ${describeField(field)}`,
  );
}

/** A field in words: `string, required, unique, up to 255 characters`. */
export function describeField(field: Field | Member): string {
  const keys: Written = { ...field };
  const flags = ['required', 'nullable', 'unique', 'immutable', 'readOnly', 'writeOnly'];
  const words = [
    describeType(field),
    ...flags.filter((flag) => keys[flag] === true),
    (keys['deprecated'] ?? false) === false ? '' : 'deprecated',
    ...amounts(keys),
    keys['readableBy'] === undefined ? '' : `read by ${grants(keys['readableBy'])}`,
    keys['writableBy'] === undefined ? '' : `written by ${grants(keys['writableBy'])}`,
    keys['pattern'] === undefined ? '' : `pattern ${text(keys['pattern'])}`,
    keys['default'] === undefined ? '' : `default ${text(keys['default'])}`,
    keys['description'] === undefined ? '' : `"${text(keys['description'])}"`,
  ];
  return words.filter((word) => word !== '').join(', ');
}

function describeType(field: Field | Member | Item): string {
  switch (field.type) {
    case 'array':
      return `list of ${describeType(field.items)}`;
    case 'object':
      return `object of ${Object.keys(field.fields).map(printable).join(' and ')}`;
    case 'enum':
      return `one of ${field.values.map(printable).join(' ')}`;
    case 'reference':
      return `reference to ${printable(field.to)}${field.onDelete === undefined ? '' : ` (${field.onDelete})`}`;
    case 'decimal':
      return `decimal(${field.precision ?? defaults.precision},${field.scale ?? defaults.scale})`;
    case 'integer':
      return field.enum === undefined ? 'integer' : `integer, one of ${field.enum.join(' ')}`;
    default:
      return field.type;
  }
}

function amounts(field: Written): string[] {
  return [
    between(field['minimum'], field['maximum'], ''),
    between(field['exclusiveMinimum'], field['exclusiveMaximum'], ' exclusive'),
    between(field['minLength'], field['maxLength'] ?? defaultLength(field), unitOf(field)),
    between(
      field['minItems'],
      field['type'] === 'array' ? (field['maxItems'] ?? defaults.items) : undefined,
      ' items',
    ),
  ];
}

function between(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `up to ${text(most)}${unit}`;
  return most === undefined
    ? `from ${text(least)}${unit}`
    : `${text(least)} to ${text(most)}${unit}`;
}

function unitOf(field: Written): string {
  return field['type'] === 'binary' ? ' bytes' : ' characters';
}

/** What holds where a string has no length of its own; for the other types it goes without saying. */
function defaultLength(field: Written): number | undefined {
  return field['type'] === 'string' && field['format'] === undefined && field['enum'] === undefined
    ? defaults.stringLength
    : undefined;
}

function grants(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.map(text).join(' or ') : 'nobody';
}

function text(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
