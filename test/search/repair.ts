import { stringify } from 'yaml';
import { composeFlags } from '../../src/evolution/index.ts';
import {
  readSpecification,
  type Mistake,
  type ResolvedSpecification,
} from '../../src/specification/index.ts';
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
    const read = readSpecification(yamlOf(specification), 'service.yaml');
    const mistakes = read.ok ? flagMistakes(read.resolved) : read.mistakes;
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

/** What is wrong with flags shows only when what they change is undone. */
function flagMistakes(resolved: ResolvedSpecification) {
  const flags = composeFlags(resolved);
  return flags.ok ? [] : flags.faults;
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
