import { isDeepStrictEqual } from 'node:util';
import type { ResolvedField } from '../../specification/index.ts';

/** Whether a client must send a value that is not null. */
function isNeeded({ required, nullable }: ResolvedField): boolean {
  return required && !nullable;
}

/** Whether readers find a value always. */
export function isAlways(field: ResolvedField): boolean {
  return !field.nullable && (field.required || field.default !== undefined);
}

function isSent(older: ResolvedField, newer: ResolvedField): boolean {
  return !newer.readOnly && !older.readOnly;
}

/** Whether clients of the older version may leave out what the newer one needs. */
export function lacksValue(older: ResolvedField, newer: ResolvedField): boolean {
  return isSent(older, newer) && isNeeded(newer) && !isNeeded(older);
}

/** Whether readers of the older version always find a value where the newer one may have none. */
export function mayLose(older: ResolvedField, newer: ResolvedField): boolean {
  const mayBeMissing = isAlways(older) && !isAlways(newer);
  return (mayBeMissing || (newer.nullable && !older.nullable)) && !newer.writeOnly;
}

/** Whether clients of the older version leave something out and mean another value by it. */
export function hasOtherDefault(older: ResolvedField, newer: ResolvedField): boolean {
  const { default: was } = older;
  return (
    isSent(older, newer) &&
    was !== undefined &&
    !isDeepStrictEqual(was, newer.default) &&
    !isNeeded(newer)
  );
}
