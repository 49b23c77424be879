import type { Path } from '../fault.ts';

/** Keys that are designed and do nothing yet. `*` stands for any name. */
const later: Readonly<Record<string, readonly string[]>> = {
  service: ['kits'],
  'resources.*.fields.*': ['renamedFrom', 'extensible'],
  endpoints: ['actions', 'methods'],
  versioning: ['acknowledged'],
  'versioning.flags.*': ['changes'],
};

/** Whether a key, in the mapping at this path, is one that a coming version of the generator will know. */
export function isLater(path: Path, key: string): boolean {
  return Object.entries(later).some(([place, keys]) => keys.includes(key) && matches(place, path));
}

export function laterMessage(key: string): string {
  return `the key "${key}" is designed but not built yet; leave it out for now`;
}

function matches(place: string, path: Path): boolean {
  const parts = place === '' ? [] : place.split('.');
  return (
    parts.length === path.length &&
    parts.every((part, position) => part === '*' || part === path[position])
  );
}
