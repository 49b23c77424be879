import { atKey, type Fault } from '../fault.ts';
import type { Site } from './sites.ts';

/** Keys of a string that say what a format or an enum says already. */
const spare = {
  enum: ['format', 'pattern', 'minLength', 'maxLength'],
  format: ['pattern', 'minLength'],
} as const;

/** A string with a format or an enum has no other rule for the same thing. */
export function stringForms({ path, field }: Site): Fault[] {
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
