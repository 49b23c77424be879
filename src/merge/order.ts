import { diff3MergeRegions } from 'node-diff3';

/** The keys of one level of a file, in their order. */
export interface Keys {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly next: readonly string[];
}

/**
 * The order in which parts stand after a merge. Where both sides put named parts in one place, all stand there: their order means nothing.
 * Undefined: both sides changed one place in which parts without a name stand, whose order may mean something.
 */
export function mergeOrder({ base, mine, next }: Keys): string[] | undefined {
  const merged: { readonly key: string; readonly isMine: boolean }[] = [];
  const add = (keys: readonly string[], isMine: boolean): void => {
    for (const key of keys) merged.push({ key, isMine });
  };
  for (const region of diff3MergeRegions([...mine], [...base], [...next])) {
    if (region.stable) add(region.bufferContent, region.buffer === 'a');
    else {
      const { aContent: a, oContent: o, bContent: b } = region;
      if (same(a, b)) add(a, true);
      else if ([...a, ...o, ...b].some(isNameless)) return undefined;
      else add(union(a, b), true);
    }
  }
  // A part that a person moved stands in two places: where they put it, and where the generator leaves it.
  const placed = new Set(merged.filter(({ isMine }) => isMine).map(({ key }) => key));
  const order = new Set<string>();
  for (const { key, isMine } of merged) if (isMine || !placed.has(key)) order.add(key);
  return [...order];
}

/** Keys of `missing` that are not in the order get their places, each after the one before it in `keys`. */
export function withMissing(
  order: readonly string[],
  missing: ReadonlySet<string>,
  keys: readonly string[],
): string[] {
  const result = [...order];
  for (const [index, key] of keys.entries()) {
    if (!missing.has(key) || result.includes(key)) continue;
    const before = keys.slice(0, index).findLast((each) => result.includes(each));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key);
  }
  return result;
}

export function isNameless(key: string): boolean {
  return key.startsWith('=');
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return withMissing(a, new Set(b), b);
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
