import type { Issue } from '../issue.ts';
import { readingLimits } from './options.ts';

/** The text without a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** What keeps a text from being read at all. */
export function checkText(text: string): Issue[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > readingLimits.size) {
    const message = `the file has ${bytes} bytes; at most ${readingLimits.size} (1 MiB) are read`;
    return [{ path: [], at: 'value', offset: 0, code: 'too-large', message }];
  }
  const offset = unusableCharacter(text);
  if (offset === -1) return [];
  return [{ path: [], at: 'value', offset, code: 'unusable-text', message: unusableMessage }];
}

export const unusableMessage =
  'the text holds a NUL character or half of a surrogate pair, which databases and JSON cannot keep';

/** Where the first character stands that no database keeps: NUL, or half of a surrogate pair. −1 for none. */
export function unusableCharacter(text: string): number {
  return text.search(/\0|\p{Surrogate}/u);
}
