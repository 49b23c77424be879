import { stringify } from 'yaml';
import { composeNewService } from '../../src/generate.ts';
import type { Mistake } from '../../src/specification/index.ts';
import type { Written } from './values.ts';

export interface Repaired {
  readonly specification: Written;
  /** What was refused on the way, the first mistake of each round. */
  readonly refused: readonly Pick<Mistake, 'path' | 'code' | 'message'>[];
}

export const yamlOf = (specification: unknown): string =>
  stringify(specification, { lineWidth: 0, aliasDuplicateObjects: false });

/** Takes away what is refused until nothing is; undefined where that does not end. */
export function repaired(candidate: Written): Repaired | undefined {
  const specification = structuredClone(candidate) as Record<string, unknown>;
  const refused: Pick<Mistake, 'path' | 'code' | 'message'>[] = [];
  for (let round = 0; round < 40; round += 1) {
    const mistakes = mistakesIn(specification);
    if (mistakes.length === 0) return { specification, refused };
    refused.push(...mistakes.slice(0, 1));
    // From the back, so that positions in lists stay right.
    const paths = mistakes
      .map(({ path }) => path)
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? 1 : -1));
    const removed = paths.filter((path) => removeAt(specification, path));
    if (removed.length === 0) return undefined;
  }
  return undefined;
}

/** Why a service of this specification is not generated; empty where it is. */
function mistakesIn(specification: Written): readonly Mistake[] {
  const composed = composeNewService(yamlOf(specification), 'service.yaml');
  return composed.ok ? [] : composed.mistakes;
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

/** Every path in a value, of what holds something before what it holds. */
export function pathsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    return [place, ...pathsOf(child, place)];
  });
}
