import type { Field, Input, Item, Member } from '../../specification/index.ts';
import { membersOf, tokensOf } from './tokens.ts';

type Written = Readonly<Record<string, unknown>>;

/**
 * The shorthand of a field, so that it can be edited as it was typed. What the shorthand has no sign for (a description, a
 * pattern) is not in it.
 */
export function writeField(name: string, field: Field | Input | Member): string {
  return writeOne(name, field, tokensOf);
}

/** `split` takes apart what stands beside it. */
function writeOne(
  name: string,
  field: Field | Input | Member,
  split: (text: string) => string[],
): string {
  const keys: Written = { ...field };
  const flags = [
    keys['required'] === true ? '!' : '',
    keys['nullable'] === true ? '?' : '',
    keys['unique'] === true ? '*' : '',
  ].join('');
  const type = writeType(field);
  const bare = type === 'string' ? '' : `:${type}`;
  return `${name}${bare}${flags}${writeDefault(field.type, keys['default'], split)}`;
}

function writeType(field: Field | Input | Member | Item): string {
  if (field.type === 'array') {
    const { minItems, maxItems } = field;
    return `${writeType(field.items)}[${minItems === undefined ? (maxItems ?? '') : range(minItems, maxItems)}]`;
  }
  if (field.type === 'object') {
    const members = Object.entries(field.fields).map(([name, member]) =>
      writeOne(name, member, membersOf),
    );
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

/** In double quotes where the text would otherwise not end where it does, or take what follows along. */
function writeDefault(
  type: Field['type'],
  value: unknown,
  split: (text: string) => string[],
): string {
  if (value === undefined) return '';
  const written = typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value);
  const [first, ...others] = split(`${written} (x y)`);
  const isPlain = !written.startsWith('"') && first === written && others.length === 1;
  return isPlain ? `=${written}` : `="${written.replaceAll('"', '""')}"`;
}

function text(value: unknown): string {
  return value === undefined ? '' : String(value);
}
