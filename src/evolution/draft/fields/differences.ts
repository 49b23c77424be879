import type { ResolvedField } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import { systemFields } from '../../compose/shape.ts';

export type Fields = Readonly<Record<string, ResolvedField>>;

/** A field of one version alone. */
export interface Found {
  readonly path: string;
  readonly field: ResolvedField;
}

/** A field of both versions under one path. */
export interface Pair {
  readonly path: string;
  readonly older: ResolvedField;
  readonly newer: ResolvedField;
}

export interface Differences {
  readonly gone: readonly Found[];
  readonly fresh: readonly Found[];
  readonly pairs: readonly Pair[];
}

/** Matches fields by their names, also those in objects and in items of lists. */
export function differences(older: Fields, newer: Fields, within = ''): Differences {
  const all: { gone: Found[]; fresh: Found[]; pairs: Pair[] } = { gone: [], fresh: [], pairs: [] };
  for (const name of new Set([...Object.keys(older), ...Object.keys(newer)])) {
    if (within === '' && Object.hasOwn(systemFields, name)) continue;
    const path = within + name;
    const [was, is] = [own(older, name), own(newer, name)];
    if (was === undefined && is !== undefined) all.fresh.push({ path, field: is });
    if (is === undefined && was !== undefined) all.gone.push({ path, field: was });
    if (was === undefined || is === undefined) continue;
    const { gone, fresh, pairs } = pairedOf({ path, older: was, newer: is });
    all.gone.push(...gone);
    all.fresh.push(...fresh);
    all.pairs.push(...pairs);
  }
  return all;
}

/** One field of both versions, and what is in it. */
export function pairedOf(pair: Pair): Differences {
  const { path, older, newer } = pair;
  const inside = insideOf(path, older, newer);
  return { ...inside, pairs: [pair, ...inside.pairs] };
}

function insideOf(path: string, older: ResolvedField, newer: ResolvedField): Differences {
  if (older.type === 'object' && newer.type === 'object') {
    return differences(older.fields, newer.fields, `${path}.`);
  }
  if (older.type === 'array' && newer.type === 'array') {
    const [was, is] = [older.items, newer.items];
    const items = `${path}[]`;
    if (was.type === 'object' && is.type === 'object') {
      return differences(was.fields, is.fields, `${items}.`);
    }
    return { gone: [], fresh: [], pairs: [{ path: items, older: was, newer: is }] };
  }
  return { gone: [], fresh: [], pairs: [] };
}

/** The fields of an object, and those in its objects; a field that is none is its own leaf. */
export function leavesOf({ path, field }: Found): Found[] {
  if (field.type !== 'object') return [{ path, field }];
  return Object.entries(field.fields).flatMap(([name, each]) =>
    leavesOf({ path: `${path}.${name}`, field: each }),
  );
}
