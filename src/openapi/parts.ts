import type { Path } from '../specification/issue.ts';
import { isMapping, own } from '../specification/plain.ts';

/** A part of an OpenAPI document and its place. */
export interface Part {
  readonly value: unknown;
  readonly path: Path;
}

/** The reference that a part is. */
export function referenceIn({ value }: Part): string | undefined {
  const reference = isMapping(value) ? own(value, '$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** What a reference leads to in its document; undefined: nothing, or out of the document. */
export function targetOf(reference: string, root: unknown): Part | undefined {
  const path = pathOf(reference);
  if (path === undefined) return undefined;
  let value = root;
  for (const key of path) {
    if (Array.isArray(value))
      value = /^\d+$/.test(key) ? (value[Number(key)] as unknown) : undefined;
    else value = isMapping(value) ? own(value, key) : undefined;
  }
  return value === undefined ? undefined : { value, path };
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
