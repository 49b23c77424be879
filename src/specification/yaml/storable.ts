import type { Path } from '../issue.ts';
import { isMapping } from '../plain.ts';
import { validateKey } from './keys.ts';
import { unusableCharacter } from './text.ts';

/** Whether plain data has only keys and text that a file may have at this path. */
export function isStorable(value: unknown, path: Path = []): boolean {
  if (typeof value === 'string') return unusableCharacter(value) === -1;
  if (Array.isArray(value))
    return value.every((part, position) => isStorable(part, [...path, position]));
  if (!isMapping(value)) return true;
  return Object.entries(value).every(
    ([key, part]) => validateKey(key, path) === undefined && isStorable(part, [...path, key]),
  );
}
