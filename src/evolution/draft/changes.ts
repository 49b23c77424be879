import { own } from '../../specification/plain.ts';
import type { Changes, ResourceStep } from '../steps/schema.ts';

/** What differs, with something else said of one resource; nothing is written where nothing is said. */
export function withResource(
  changes: Changes,
  name: string,
  change: (step: ResourceStep) => ResourceStep,
): Changes {
  const before = own(changes.resources, name);
  const after = change(before ?? {});
  if (before === undefined && Object.keys(after).length === 0) return changes;
  return { ...changes, resources: { ...changes.resources, [name]: after } };
}

/** The list with these behind what is there; undefined where both are empty. */
export function extended<T>(list: readonly T[] | undefined, more: readonly T[]): T[] | undefined {
  const all = [...(list ?? []), ...more];
  return all.length === 0 ? undefined : all;
}
