import type { Path } from '../specification/issue.ts';
import { isMapping, own } from '../specification/plain.ts';
import { shown } from '../specification/shown.ts';
import type { Findings } from './finding.ts';

/** A part of the document and its place. */
export interface Part {
  readonly value: unknown;
  readonly path: Path;
}

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
      const target = targetOf(reference);
      if (target === undefined) {
        findings.add('dropped', current.path, missing(reference));
        return undefined;
      }
      current = target;
    }
    findings.add('dropped', part.path, 'its references lead around in a circle');
    return undefined;
  }

  function targetOf(reference: string): Part | undefined {
    const path = pathOf(reference);
    if (path === undefined) return undefined;
    let value: unknown = root;
    for (const key of path) {
      if (Array.isArray(value))
        value = /^\d+$/.test(key) ? (value[Number(key)] as unknown) : undefined;
      else value = isMapping(value) ? own(value, key) : undefined;
    }
    return value === undefined ? undefined : { value, path };
  }
}

/** The reference that a part is. */
export function referenceIn({ value }: Part): string | undefined {
  const reference = isMapping(value) ? own(value, '$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

function missing(reference: string): string {
  return reference.startsWith('#')
    ? `the reference ${shown(reference)} leads to nothing in the document`
    : `the reference ${shown(reference)} leads out of the document, and nothing else is read`;
}

/** The keys of a JSON Pointer in a fragment (RFC 6901, section 6). */
function pathOf(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(2))
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

/** A member of a mapping, if it has that. */
export function memberOf(part: Part, key: string): Part | undefined {
  const value = isMapping(part.value) ? own(part.value, key) : undefined;
  return value === undefined ? undefined : { value, path: [...part.path, key] };
}

/** The members of a mapping; none of anything else. */
export function membersOf(part: Part | undefined): [string, Part][] {
  if (part === undefined || !isMapping(part.value)) return [];
  return Object.entries(part.value).map(([key, value]) => [
    key,
    { value, path: [...part.path, key] },
  ]);
}

/** The items of a list; none of anything else. */
export function itemsOf(part: Part | undefined): Part[] {
  if (part === undefined || !Array.isArray(part.value)) return [];
  return part.value.map((value: unknown, position) => ({ value, path: [...part.path, position] }));
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
