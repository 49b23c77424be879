/** What differs between two specifications, for everything that asks: commands, the gate of a generation, CI. */
export { compareSpecifications, needsVersion, verdictOf } from './compare.ts';
export { storyOf, textOf } from './message.ts';
export { isRow, parts, rowOf } from './table.ts';
export { unseenRows } from './unseen-rows.ts';
export type { Action, Change, Row, Rows } from './change.ts';
