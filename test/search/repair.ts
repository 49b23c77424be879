import { stringify } from 'yaml';
import { readSpecification, type Mistake } from '../../src/specification/index.ts';
import type { Written } from './values.ts';

export interface Repaired {
  readonly specification: Written;
  /** What was refused on the way, the first mistake of each round. */
  readonly refused: readonly Mistake[];
}

export const yamlOf = (specification: unknown): string =>
  stringify(specification, { lineWidth: 0, aliasDuplicateObjects: false });

/** Takes away what is refused until nothing is; undefined where that does not end. */
export function repaired(candidate: Written): Repaired | undefined {
  const specification = structuredClone(candidate) as Record<string, unknown>;
  const refused: Mistake[] = [];
  for (let round = 0; round < 40; round += 1) {
    const read = readSpecification(yamlOf(specification), 'service.yaml');
    if (read.ok) return { specification, refused };
    refused.push(...read.mistakes.slice(0, 1));
    // From the back, so that positions in lists stay right.
    const paths = read.mistakes
      .map(({ path }) => path)
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? 1 : -1));
    const removed = paths.filter((path) => removeAt(specification, path));
    if (removed.length === 0) return undefined;
  }
  return undefined;
}

/** Removes what is at a path, or what holds it where that would leave nothing. */
export function removeAt(
  root: Record<string, unknown>,
  path: readonly (string | number)[],
): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const holder = path
      .slice(0, length - 1)
      .reduce<unknown>(
        (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
        root,
      );
    const key = path[length - 1];
    if (typeof holder !== 'object' || holder === null || key === undefined || !(key in holder))
      continue;
    if (Array.isArray(holder)) {
      holder.splice(Number(key), 1);
      if (holder.length > 0) return true;
      continue;
    }
    delete (holder as Record<string | number, unknown>)[key];
    if (Object.keys(holder).length > 0 || length === 1) return true;
  }
  return false;
}
