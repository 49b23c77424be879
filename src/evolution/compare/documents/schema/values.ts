import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../../change.ts';
import { compareSets } from '../../lists.ts';
import { bySide, found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { valueOf, type Level } from './level.ts';

interface Values {
  readonly list: readonly unknown[];
  readonly isExtensible: boolean;
}

/** The values that `enum`, `const` or `x-extensible-enum` name. */
export function compareValues({ before, after, place }: Schemas): Found[] {
  const { side } = place;
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const path = `${place.path}.enum`;
  if (was === undefined && is === undefined) return [];
  if (was === undefined || is === undefined) {
    const list = was ?? is;
    if (list?.isExtensible === true)
      return [found('O03', `${path}.extensible`, was?.list, is?.list)];
    return [found(bySide(ofList(after, was === undefined), side), path, was?.list, is?.list)];
  }
  const isExtensible = was.isExtensible && is.isExtensible;
  const others = compareSets(path, was.list, is.list, {
    added: (at, value) => [
      found(isExtensible ? 'E03' : side === 'request' ? 'E01' : 'E02', at, undefined, value),
    ],
    removed: (at, value) => [found(side === 'response' ? 'E05' : 'E04', at, value)],
  });
  const declared =
    was.isExtensible === is.isExtensible
      ? []
      : [found(bySide(is.isExtensible ? 'O79' : 'O80', side), `${path}.extensible`)];
  const isReordered = others.length === 0 && !isDeepStrictEqual(was.list, is.list);
  return [...declared, ...others, ...(isReordered ? [found('E09', path, was.list, is.list)] : [])];
}

function ofList({ kinds, isAny }: Level, isRestricted: boolean): string {
  const has = (kind: string) => !isAny && kinds.has(kind);
  if (has('string')) return isRestricted ? 'T11' : 'T10';
  if (has('integer')) return isRestricted ? 'E07' : 'E08';
  return isRestricted ? 'O68' : 'O69';
}

function valuesOf(level: Level): Values | undefined {
  const extensible = valueOf(level, 'x-extensible-enum');
  const isExtensible = extensible !== undefined && extensible !== false;
  const lists = [
    ...(level.keywords.get('enum') ?? []).filter(Array.isArray),
    ...(level.keywords.get('const') ?? []).map((value) => [value]),
  ] as unknown[][];
  if (lists.length === 0) {
    return Array.isArray(extensible)
      ? { list: distinct(extensible), isExtensible: true }
      : undefined;
  }
  const [first = [], ...rest] = lists;
  const list = rest.reduce(
    (one, other) => one.filter((value) => other.some((each) => isDeepStrictEqual(each, value))),
    first,
  );
  // The comparison of types reports whether null is permitted.
  return { list: distinct(list.filter((value) => value !== null)), isExtensible };
}

function distinct(list: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return list.filter((value) => {
    const key = JSON.stringify(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What is taken where nothing is sent. */
export function compareDefaults({ before, after, place }: Schemas): Found[] {
  const [was, is] = [valueOf(before, 'default'), valueOf(after, 'default')];
  if (isDeepStrictEqual(was, is)) return [];
  const path = `${place.path}.default`;
  const of = (added: string, changed: string, removed: string) =>
    found(was === undefined ? added : is === undefined ? removed : changed, path, was, is);
  if (place.side === 'response') return [of('Q15', 'Q15', 'Q15')];
  if (place.parameter === 'sort') return [of('P12', 'P12', 'P12')];
  if (place.parameter !== undefined) return [of('O25', 'O26', 'O27')];
  return [of('Q06', 'Q07', 'Q16')];
}
