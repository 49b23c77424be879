import type { Place } from '../../specification/yaml/tree.ts';
import { documentLimits } from './limits.ts';
import { Unreadable } from './unreadable.ts';

/** The value of a JSON text; undefined where it is none, as YAML in braces may be. */
export function readJson(text: string): unknown {
  checkDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Before anything recursive reads it. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > documentLimits.depth) {
      throw new Unreadable(`it is nested more than ${documentLimits.depth} levels deep`, at);
    }
  }
}

/** Where the parts of a JSON text stand that is known to be valid. */
export function placesIn(text: string): Place {
  let at = 0;
  return value();

  function value(key?: number): Place {
    skipSpace();
    const start = at;
    const children = new Map<string | number, Place>();
    const opening = text[at];
    if (opening === '{' || opening === '[') {
      at += 1;
      skipSpace();
      for (let position = 0; text[at] !== '}' && text[at] !== ']'; position += 1) {
        if (opening === '[') children.set(position, value());
        else member(children);
        skipSpace();
        if (text[at] === ',') at += 1;
        skipSpace();
        if (at >= text.length) break;
      }
      at += 1;
    } else if (opening === '"') at = endOfString(text, at);
    else while (at < text.length && !/[,\]}\s]/.test(text[at] ?? '')) at += 1;
    return { ...(key === undefined ? {} : { key }), start, end: at, children };
  }

  function member(children: Map<string | number, Place>): void {
    const key = at;
    at = endOfString(text, at);
    const name: unknown = JSON.parse(text.slice(key, at));
    skipSpace();
    at += 1;
    children.set(String(name), value(key));
  }

  function skipSpace(): void {
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
}

/** Behind the closing quote of the string that opens there. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
