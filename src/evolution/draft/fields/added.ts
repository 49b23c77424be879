import { isNothing } from '../../compose/expression.ts';
import type { FieldOperation } from '../../steps/schema.ts';
import { byHook, type About } from '../about.ts';
import type { Found } from './differences.ts';
import { askFill } from './presence.ts';

/** A field of the newer version alone: what rows of the older version's clients have. */
export function draftAdded({ path, field }: Found, about: About): FieldOperation[] {
  const isNeeded = field.required && !field.readOnly;
  // One value for all would be that of another row each time.
  if (field.unique && (isNeeded || !isNothing(field.default))) {
    return [{ add: { field: path, ...byHook } }];
  }
  if (!isNeeded) return about.isInput ? [] : [{ add: { field: path } }];
  const fill = askFill({ path, field }, about);
  return fill === undefined ? [] : [{ add: { field: path, fill: fill.value } }];
}
