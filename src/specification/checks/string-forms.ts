import { atKey, atValue, type Issue } from '../issue.ts';
import { shown } from '../shown.ts';
import type { Site } from './sites.ts';

/** Keys of a string that say what a format or an enum says already. */
const spare = {
  enum: ['format', 'pattern', 'minLength', 'maxLength'],
  format: ['pattern', 'minLength'],
} as const;

/** One value that is written like several, as other documents write alternatives: `[low|high]`. */
export function alternativeForms({ path, field }: Site): Issue[] {
  const key = field.type === 'enum' ? 'values' : 'enum';
  const list = field.type === 'enum' ? field.values : field.type === 'string' ? field.enum : [];
  const [only, ...others] = list ?? [];
  const words = (only ?? '').split('|').map((word) => word.trim());
  const isWords = words.length > 1 && words.every((word) => /^[A-Za-z][\w-]+$/.test(word));
  if (others.length > 0 || !isWords) return [];
  const message = `${shown(only)} is a single value; several are written as a list`;
  const suggestion = `[${words.join(', ')}]`;
  return [atValue([...path, key], { code: 'single-value', message, suggestion })];
}

/** A string with a format or an enum has no other rule for the same thing. */
export function stringForms({ path, field }: Site): Issue[] {
  if (field.type !== 'string') return [];
  const main = field.enum === undefined ? 'format' : 'enum';
  if (field[main] === undefined) return [];
  const keys: readonly (keyof typeof field)[] =
    field.format === 'uuid' && main === 'format' ? [...spare.format, 'maxLength'] : spare[main];
  return keys
    .filter((key) => field[key] !== undefined)
    .map((key) => {
      const message = `"${key}" and "${main}" both say what the text looks like; leave one of them out`;
      return atKey([...path, key], { code: 'contradiction', message });
    });
}
