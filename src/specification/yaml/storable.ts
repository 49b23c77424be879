import { isMapping } from '../plain.ts';
import { validateKey } from './keys.ts';
import { unusableCharacter } from './text.ts';

/** Whether plain data has only keys and text that a file may have. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return unusableCharacter(value) === -1;
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isMapping(value)) return true;
  return Object.entries(value).every(
    ([key, part]) => validateKey(key) === undefined && isStorable(part),
  );
}
