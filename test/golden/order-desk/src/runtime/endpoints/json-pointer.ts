import { isObject } from './json-object.ts';

/** Thrown where a pointer leads nowhere. */
export class Unreachable extends Error {}

type Members = Record<string, unknown>;

/** Reference tokens of a JSON Pointer (RFC 6901, section 3). */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @throws {Unreachable} */
export function valueAt(document: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce((value, token) => {
    if (Array.isArray(value)) return value[indexOf(token, value.length - 1)];
    // Inherited members are none of the document's.
    if (isObject(value) && Object.hasOwn(value, token)) return value[token];
    throw new Unreachable();
  }, document);
}

/**
 * Puts a value where the pointer leads, into a list before what is there (RFC 6902, section 4.1). The document is
 * changed, and is another one where the pointer is that of the whole.
 *
 * @throws {Unreachable}
 */
export function insertAt(document: unknown, tokens: readonly string[], value: unknown): unknown {
  const [parent, token] = placeOf(document, tokens);
  if (token === undefined) return value;
  if (Array.isArray(parent)) {
    parent.splice(token === '-' ? parent.length : indexOf(token, parent.length), 0, value);
  } else if (isObject(parent)) {
    setMember(parent, token, value);
  } else {
    throw new Unreachable();
  }
  return document;
}

/** @throws {Unreachable} unless something is there */
export function replaceAt(document: unknown, tokens: readonly string[], value: unknown): unknown {
  valueAt(document, tokens);
  const [parent, token] = placeOf(document, tokens);
  if (token === undefined) return value;
  setMember(parent as Members, token, value);
  return document;
}

/** @throws {Unreachable} unless something is there that is not the whole document */
export function removeAt(document: unknown, tokens: readonly string[]): unknown {
  valueAt(document, tokens);
  const [parent, token] = placeOf(document, tokens);
  if (token === undefined) throw new Unreachable();
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else Reflect.deleteProperty(parent as Members, token);
  return document;
}

/** What holds the value, and by which name; no name is that of the whole document. */
function placeOf(document: unknown, tokens: readonly string[]): [unknown, string | undefined] {
  return [valueAt(document, tokens.slice(0, -1)), tokens.at(-1)];
}

/** Plain assignment to `__proto__` would change what the object inherits. */
function setMember(object: Members, name: string, value: unknown): void {
  const attributes = { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(object, name, { value, ...attributes });
}

/** RFC 6901, section 4: digits without a zero in front. */
function indexOf(token: string, highest: number): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN;
  if (index <= highest) return index;
  throw new Unreachable();
}
