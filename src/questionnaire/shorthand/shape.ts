import { kebabCaseOf } from '../../specification/names/casing.ts';
import { defined } from '../../specification/plain.ts';
import { constraintsOf } from './arguments.ts';
import { readRange, wholeOf } from './range.ts';
import { readToken, type Token } from './token.ts';
import { membersOf } from './tokens.ts';
import { isTypedType, noSuchType } from './types.ts';

/** A field, a member of an object or an item of an array, not yet checked. */
export type Shape = Readonly<Record<string, unknown>>;

/** What was typed after a name, as it would be written in the file; a text says what is wrong with it. */
export function shapeOf(token: Token): Shape | string {
  const base = typeShape(token);
  if (typeof base === 'string') return base;
  const shape = token.items === undefined ? base : listOf(base, token.items);
  if (typeof shape === 'string') return shape;
  const flagged = {
    ...shape,
    ...(token.flags.includes('!') ? { required: true } : {}),
    ...(token.flags.includes('?') ? { nullable: true } : {}),
    ...(token.flags.includes('*') ? { unique: true } : {}),
  };
  if (token.default === undefined) return flagged;
  const value = valueOf(token, token.default);
  return value === undefined
    ? `"${token.default}" is no ${token.type}`
    : { ...flagged, default: value };
}

function typeShape(token: Token): Shape | string {
  const { name, type, arguments: given = '' } = token;
  if (!isTypedType(type)) return noSuchType(type);
  // `book:reference` and `bookId:reference` refer to the resource of that name.
  if (type === 'reference' && token.arguments === undefined) {
    return { type, to: kebabCaseOf(name.replace(/Id$/, '')) };
  }
  if (type === 'object') return objectOf(given);
  const constraints = constraintsOf(type, given);
  return typeof constraints === 'string' ? constraints : { type, ...constraints };
}

/** `object(street city:string!)`. */
function objectOf(given: string): Shape | string {
  const members = membersOf(given).map((text) => ({ text, token: readToken(text) }));
  if (members.length === 0) return 'its members are missing: object(street city:string!)';
  const fields = new Map<string, Shape>();
  for (const { text, token } of members) {
    const shape = typeof token === 'string' ? token : shapeOf(token);
    if (typeof token === 'string' || typeof shape === 'string')
      return `member ${text}: ${String(shape)}`;
    if (fields.has(token.name)) return `member ${token.name} is there twice`;
    fields.set(token.name, shape);
  }
  return { type: 'object', fields: Object.fromEntries(fields) };
}

/** `string[]`, `string[20]` for at most 20 and `string[1..20]`. */
function listOf(items: Shape, size: string): Shape | string {
  const range = readRange(size);
  const minItems = wholeOf(range?.least);
  const maxItems = wholeOf(range === undefined ? size : range.most);
  if (size !== '' && minItems === undefined && maxItems === undefined) {
    return 'the number of items is written string[20] or string[1..20]';
  }
  return { type: 'array', items, ...defined({ minItems, maxItems }) };
}

/** The default in the notation of its type; undefined where it is none. */
function valueOf({ type, items }: Token, text: string): unknown {
  if (items !== undefined || type === 'object' || type === 'json') return parsed(text);
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (type !== 'integer' && type !== 'number') return text;
  return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
