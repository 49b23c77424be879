import type { Path } from '../issue.ts';

/** Keys that are designed and do nothing yet. `*` stands for any name. */
const later: Readonly<Record<string, readonly string[]>> = {
  'resources.*.fields.*': ['extensible'],
  endpoints: ['actions', 'methods'],
};

/** Whether a key, in the mapping at this path, is one that a coming version of the generator will know. */
export function isLater(path: Path, key: string): boolean {
  return Object.entries(later).some(([place, keys]) => keys.includes(key) && matches(place, path));
}

const flagged = 'versioning.flags.*.changes';

/** Keys of steps between versions that a flag cannot have, and what to do instead. */
const notOfFlags: readonly (readonly [place: string, keys: readonly string[], way: string])[] = [
  [
    flagged,
    ['behaviours'],
    'a flag is a behaviour by itself: rules ask context.behaves with its name; leave the key out',
  ],
  [
    flagged,
    ['events', 'errors'],
    'a flag changes the fields of resources alone; what differs in events and problems needs a version of its own, under another strategy',
  ],
  [
    `${flagged}.resources.*`,
    ['renamedFrom', 'existed', 'absent', 'actions'],
    'a flag changes the fields of resources alone; addresses, methods, transitions and actions are the same with and without it',
  ],
  [
    `${flagged}.resources.*`,
    ['parameters'],
    'what a list can be asked for without the flag follows from what it can be asked for with it; leave the key out',
  ],
  [
    `${flagged}.resources.*.operations.*.*`,
    ['by'],
    'a flag has no functions of its own; write what the operation says by itself, or change the field in a version',
  ],
];

/** Why a flag cannot have a key that a step between versions has; undefined where it is another matter. */
export function refusedOfFlags(path: Path, key: string): string | undefined {
  return notOfFlags.find(([place, keys]) => keys.includes(key) && matches(place, path))?.[2];
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
