import { isDeepStrictEqual } from 'node:util';
import type { Found } from './change.ts';
import { own } from '../../specification/plain.ts';

type Named<T> = Readonly<Record<string, T>>;

/** What is to be said of named things that came, went or stayed. */
export interface NamedHandlers<T> {
  readonly added?: (path: string, value: T, name: string) => readonly Found[];
  readonly removed?: (path: string, value: T, name: string) => readonly Found[];
  readonly kept?: (path: string, was: T, is: T, name: string) => readonly Found[];
}

/** Compares mappings by their names. */
export function compareNamed<T>(
  path: string,
  was: Named<T> = {},
  is: Named<T> = {},
  { added, removed, kept }: NamedHandlers<T>,
): Found[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.flatMap((name): readonly Found[] => {
    const [before, after] = [own(was, name), own(is, name)];
    const place = `${path}.${name}`;
    if (before === undefined) return after === undefined ? [] : (added?.(place, after, name) ?? []);
    if (after === undefined) return removed?.(place, before, name) ?? [];
    return kept?.(place, before, after, name) ?? [];
  });
}

/** Compares lists as sets: each value that came or went is a change of its own, at the path of the list and its name. */
export function compareSets<T>(
  path: string,
  was: readonly T[],
  is: readonly T[],
  {
    added,
    removed,
  }: {
    readonly added: (path: string, value: T) => readonly Found[];
    readonly removed: (path: string, value: T) => readonly Found[];
  },
): Found[] {
  const lacks = (list: readonly T[], value: T) =>
    !list.some((other) => isDeepStrictEqual(other, value));
  const at = (value: T) => `${path}.${nameOf(value)}`;
  return [
    ...is.filter((value) => lacks(was, value)).flatMap((value) => added(at(value), value)),
    ...was.filter((value) => lacks(is, value)).flatMap((value) => removed(at(value), value)),
  ];
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What changed, or nothing where both are the same. */
export function ifChanged<T>(
  was: T,
  is: T,
  changed: (was: T, is: T) => Found | readonly Found[],
): readonly Found[] {
  if (isDeepStrictEqual(was, is)) return [];
  const found = changed(was, is);
  return 'id' in found ? [found] : found;
}
