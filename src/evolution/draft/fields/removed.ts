import type { FieldOperation } from '../../steps/schema.ts';
import { isAlways } from '../../verify/presence.ts';
import { hookChoice, isHook, placeOf, valueChoices, valueOf, type About } from '../about.ts';
import type { Found } from './differences.ts';

/** A field of the older version alone: what its clients are shown. */
export function draftRemoved({ path, field }: Found, about: About): FieldOperation[] {
  if (about.isInput || field.writeOnly) return [{ remove: { field: path } }];
  if (field.default !== undefined) return [{ remove: { field: path, value: field.default } }];
  if (field.nullable) return [{ remove: { field: path, value: null } }];
  if (!isAlways(field)) return [{ remove: { field: path } }];
  const shown = about.asked.ask<{ readonly value: unknown } | 'hook'>(
    {
      place: placeOf(about, path, 'shown'),
      text: `What are clients of the older version shown for "${path}" ${about.whose}, which they always have and which is gone now?`,
      help: `A value of the field (${field.type}), or {"by": "hook"} for a function that you write.`,
      choices: [...valueChoices(field), hookChoice],
      isOpen: true,
    },
    (answer) => (isHook(answer) ? { value: 'hook' } : valueOf(field)(answer)),
  );
  if (shown === undefined) return [];
  return shown === 'hook'
    ? [{ remove: { field: path, by: 'hook' } }]
    : [{ remove: { field: path, value: shown.value } }];
}
