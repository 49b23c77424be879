/**
 * TypeScript source text that was built by our own code and may be emitted as it is. A plain object, because
 * Handlebars reads own properties only. Text of a specification becomes part of one through `literal` alone.
 */
export interface Code {
  readonly code: string;
}

/** Marks what this module made. Nothing that is read from a text can have it. */
const made = Symbol('made here');

/** Characters that must not stand in source text as they are: controls, line separators, bidirectional controls. */
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A string literal, or any other JSON value, as TypeScript. Keys that could reach a prototype are computed. */
export function literal(value: unknown): Code {
  return mark(source(value));
}

function source(value: unknown): string {
  if (value === undefined) throw new TypeError('there is no literal for undefined');
  if (isCode(value)) return value.code;
  if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{ ${members.map(([name, member]) => property(name, member)).join(', ')} }`;
  }
  return JSON.stringify(value).replaceAll(unprintable, escapeCharacter);
}

/** A member whose value is the variable of its name is written once. */
function property(name: string, value: unknown): string {
  const written = source(value);
  return isCode(value) && key(name) === written ? written : `${key(name)}: ${written}`;
}

function key(name: string): string {
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : source(name);
}

/** Source text: what is interpolated becomes a literal, unless it is code already. */
export function code(strings: TemplateStringsArray, ...values: readonly unknown[]): Code {
  return mark(String.raw({ raw: strings }, ...values.map(source)));
}

/** Identifiers come from names that the specification layer has checked; this refuses all others. */
export function identifier(name: string): Code {
  if (!/^[A-Za-z_$][\w$]*$/.test(name))
    throw new TypeError(`not an identifier: ${JSON.stringify(name)}`);
  return mark(name);
}

/** Pieces of code with a separator between them. */
export function join(parts: readonly Code[], separator: string): Code {
  return mark(parts.map((part) => part.code).join(separator));
}

/** Data that merely looks like code is not: only what this module made. */
export function isCode(value: unknown): value is Code {
  return typeof value === 'object' && value !== null && made in value;
}

function mark(text: string): Code {
  return { code: text, [made]: true } as Code;
}
