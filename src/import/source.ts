import { shown } from '../specification/shown.ts';
import { memberOf, referenceIn, targetOf, type Part } from '../openapi/parts.ts';
import type { Findings } from './finding.ts';

export { itemsOf, memberOf, membersOf, referenceIn, type Part } from '../openapi/parts.ts';

/** The document with its references. */
export interface Source {
  readonly root: Part;
  readonly findings: Findings;
  /** What a reference leads to, through others; the part itself where it is none. Undefined, with a finding: nothing. */
  deref(part: Part): Part | undefined;
  /** Counts what is read of schemas; false when that is enough for one document. */
  mayRead(amount: number): boolean;
}

/** Schemas and properties that are read: references can name the same ones without end. */
const mostRead = 2_000_000;

/** References that lead to references. */
const mostHops = 20;

export function sourceOf(root: Readonly<Record<string, unknown>>, findings: Findings): Source {
  let read = 0;
  return {
    root: { value: root, path: [] },
    findings,
    deref,
    mayRead: (amount) => (read += amount) <= mostRead,
  };

  function deref(part: Part): Part | undefined {
    let current = part;
    for (let hop = 0; hop < mostHops; hop += 1) {
      const reference = referenceIn(current);
      if (reference === undefined) return current;
      const target = targetOf(reference, root);
      if (target === undefined) {
        findings.add('dropped', current.path, missing(reference));
        return undefined;
      }
      current = target;
    }
    findings.add('dropped', part.path, 'its references lead around in a circle');
    return undefined;
  }
}

function missing(reference: string): string {
  return reference.startsWith('#')
    ? `the reference ${shown(reference)} leads to nothing in the document`
    : `the reference ${shown(reference)} leads out of the document, and nothing else is read`;
}

/** The text that a member is, as far as databases keep it; undefined for an empty one. */
export function textOf(part: Part | undefined, key: string): string | undefined {
  const value = part === undefined ? undefined : memberOf(part, key)?.value;
  if (typeof value !== 'string') return undefined;
  const text = storable(value).trim();
  return text === '' ? undefined : text;
}

/** Without NUL and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '');
}

/** At most so many characters (Unicode code points). */
export function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
