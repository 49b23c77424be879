import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../issue.ts';
import { isMapping, own } from '../plain.ts';
import { valueAt } from '../structure/locate.ts';

interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/** An edit as changes of the smallest parts that differ from what the data has. */
export function singleChanges(data: unknown, { path, value }: Change): Change[] {
  return differences(valueAt(data, path), value, path);
}

function differences(before: unknown, after: unknown, path: Path): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isMapping(before) && isMapping(after)) {
    const gone = Object.keys(before).filter((key) => own(after, key) === undefined);
    const there = Object.entries(after).filter(([, value]) => value !== undefined);
    if (there.length === 0) return [{ path, value: after }];
    return [
      ...there.flatMap(([key, value]) => differences(own(before, key), value, [...path, key])),
      ...gone.map((key) => ({ path: [...path, key], value: undefined })),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return after.flatMap((item, position) =>
      differences(before[position], item, [...path, position]),
    );
  }
  return [{ path, value: after }];
}
