import type { Field, Input, Item, Member } from '../../specification/index.ts';

type Written = Readonly<Record<string, unknown>>;

/**
 * The shorthand of a field, so that it can be edited as it was typed. What the shorthand has no sign for (a description, a
 * pattern) is not in it.
 */
export function writeField(name: string, field: Field | Input | Member): string {
  const keys: Written = { ...field };
  const flags = [
    keys['required'] === true ? '!' : '',
    keys['nullable'] === true ? '?' : '',
    keys['unique'] === true ? '*' : '',
  ].join('');
  const type = writeType(field);
  const bare = type === 'string' ? '' : `:${type}`;
  return `${name}${bare}${flags}${writeDefault(keys['default'])}`;
}

function writeType(field: Field | Input | Member | Item): string {
  if (field.type === 'array') {
    const { minItems, maxItems } = field;
    return `${writeType(field.items)}[${minItems === undefined ? (maxItems ?? '') : range(minItems, maxItems)}]`;
  }
  if (field.type === 'object') {
    const members = Object.entries(field.fields).map(([name, member]) => writeField(name, member));
    return `object(${members.join(' ')})`;
  }
  const given = writeArguments(field).filter((each) => each !== '');
  return given.length === 0 ? field.type : `${field.type}(${given.join(',')})`;
}

function writeArguments(field: Written): string[] {
  const {
    values,
    enum: numbers,
    to,
    onDelete,
    precision,
    scale,
    minimum,
    maximum,
    minLength,
    maxLength,
  } = field;
  if (Array.isArray(values)) return values.map(String);
  if (field.type === 'integer' && Array.isArray(numbers)) return numbers.map(String);
  if (typeof to === 'string') return [to, text(onDelete)];
  const sizes =
    precision === undefined && scale === undefined ? [] : [text(precision ?? 18), text(scale)];
  const length = minLength === undefined ? text(maxLength) : range(minLength, maxLength);
  return [...sizes, range(minimum, maximum), length];
}

function range(least: unknown, most: unknown): string {
  return least === undefined && most === undefined ? '' : `${text(least)}..${text(most)}`;
}

function writeDefault(value: unknown): string {
  if (value === undefined) return '';
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return /[\s"]/.test(written) && typeof value === 'string' ? `="${written}"` : `=${written}`;
}

function text(value: unknown): string {
  return value === undefined ? '' : String(value);
}
