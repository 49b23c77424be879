/**
 * Merges what a person changed in a generated file with what the generator changes in it. Pure: texts in, text or conflicts out.
 */
export { marksIn, type Place } from './conflict-text.ts';
export { styleIn, type Style } from './formatting.ts';
export { merge, type Merged, type MergeInput } from './merge.ts';
export { bothOf, textWith } from './parts.ts';
export type { Conflict, Part } from './types.ts';
