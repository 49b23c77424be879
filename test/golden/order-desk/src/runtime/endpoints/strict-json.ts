import { BodyRefused } from './request-body.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const digitZero = 0x30;
const digitNine = 0x39;
const numeral = /[\d.eE+-]+/y;

/**
 * Parses JSON as RFC 8259 with the recommendations of RFC 7493 (I-JSON): no byte order mark, no
 * duplicate member names, no unpaired surrogates, no numbers beyond the range of a double, which would be kept
 * as null; nor NUL characters, which PostgreSQL cannot store, nor nesting deeper than `maxDepth`.
 *
 * @throws {BodyRefused}
 */
export function parseStrictJson(text: string, maxDepth: number): unknown {
  // Depth first: JSON.parse itself recurses.
  inspect(text, maxDepth);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BodyRefused(({ body }) => body.invalidJson, { cause: error });
  }
}

/**
 * One pass over the characters. It need not know the grammar, which JSON.parse checks afterwards: in a
 * valid text a string is a member name exactly if a colon follows it.
 */
function inspect(text: string, maxDepth: number): void {
  if (text.startsWith('\ufeff')) throw new BodyRefused(({ body }) => body.byteOrderMark);
  if (!text.isWellFormed()) throw new BodyRefused(({ body }) => body.surrogate);
  // In most texts every string is its own value, and ends with the next quotation mark.
  const isPlain = !text.includes('\\') && !text.includes('\u0000');
  const names: (Set<string> | undefined)[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text.charCodeAt(position);
    if (character === quote) {
      const end = isPlain ? text.indexOf('"', position + 1) + 1 : endOfString(text, position);
      if (end === 0) throw new BodyRefused(({ body }) => body.invalidJson);
      const isName = followedByColon(text, end);
      if (isName || !isPlain) {
        const value = valueOf(text.slice(position, end));
        const known = isName ? names.at(-1) : undefined;
        if (known?.has(value)) throw new BodyRefused(({ body }) => body.duplicateName);
        known?.add(value);
      }
      position = end;
      continue;
    }
    if (character === 0x7b || character === 0x5b) {
      names.push(character === 0x7b ? new Set() : undefined);
      if (names.length > maxDepth) {
        throw new BodyRefused(({ body }) => body.depth(maxDepth));
      }
    } else if (character === 0x7d || character === 0x5d) {
      names.pop();
    } else if (character >= digitZero && character <= digitNine) {
      position = endOfNumber(text, position);
      continue;
    }
    position += 1;
  }
}

function endOfNumber(text: string, start: number): number {
  numeral.lastIndex = start;
  const [number = ''] = numeral.exec(text) ?? [];
  // Only an exponent, or hundreds of digits, can make it too large.
  const mayOverflow = number.length > 300 || /e/i.test(number);
  if (mayOverflow && !Number.isFinite(Number.parseFloat(number))) {
    throw new BodyRefused(({ body }) => body.number);
  }
  // RFC 7493, section 2.2. What needs more digits is text on the wire.
  if (number.length > 15 && /^\d+$/.test(number) && !Number.isSafeInteger(Number(number))) {
    throw new BodyRefused(({ body }) => body.wholeNumber);
  }
  return start + number.length;
}

function endOfString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charCodeAt(position);
    if (character === backslash) position += 1;
    else if (character === quote) return position + 1;
  }
  throw new BodyRefused(({ body }) => body.invalidJson);
}

function followedByColon(text: string, from: number): boolean {
  let position = from;
  while (isBlank(text.charCodeAt(position))) position += 1;
  return text.charCodeAt(position) === colon;
}

/** RFC 8259, section 2. */
function isBlank(character: number): boolean {
  return character === 0x20 || character === 0x09 || character === 0x0a || character === 0x0d;
}

/** The value of a string, with its quotation marks. */
function valueOf(raw: string): string {
  const value = raw.includes('\\') ? unescape(raw) : raw.slice(1, -1);
  if (!value.isWellFormed()) throw new BodyRefused(({ body }) => body.surrogate);
  if (value.includes('\u0000')) throw new BodyRefused(({ body }) => body.nul);
  return value;
}

function unescape(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch (error) {
    throw new BodyRefused(({ body }) => body.invalidJson, { cause: error });
  }
}
