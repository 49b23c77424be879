import { isDeepStrictEqual } from 'node:util';
import type { Column, ColumnType } from '../definition.ts';

/** Types that the library of a service makes of each other by rules of its own; of texts and to texts there is one for nearly all. */
const numbers: readonly string[] = ['integer', 'long', 'number', 'decimal'];
const instants: readonly string[] = ['date', 'dateTime'];

/** Whether a migration can convert the values by itself; rows whose values do not convert are found before anything is changed. */
export function converts(from: ColumnType, to: ColumnType): boolean {
  if (isDeepStrictEqual(from, to)) return true;
  const [one, other] = [nameOf(from), nameOf(to)];
  if (other === 'text') return true;
  if (one === 'text') return other !== 'json';
  return [numbers, instants].some((group) => group.includes(one) && group.includes(other));
}

/** Whether values become less exact. */
export function losesDigits({ type: from }: Column, { type: to }: Column): boolean {
  if (from === 'dateTime' && to === 'date') return true;
  if (typeof to !== 'object') return false;
  if (from === 'number') return true;
  return typeof from === 'object' && to.decimal[1] < from.decimal[1];
}

export function nameOf(type: ColumnType): string {
  return typeof type === 'object' ? 'decimal' : type;
}
