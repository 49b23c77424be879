import type { Lock, LockEntry } from './types.ts';
import { compare } from './paths.ts';

/** The first line of a lock of this format; a later format has a higher number. */
export const FORMAT = 1;
export const FIRST_LINE = `# resource-service lock ${FORMAT}`;

/** Begins the last word of a line. */
export const FORMATTED = 'formatted:';

/** The lock as text. Sorted, one line for each fact, so that git merges it:
 *
 * ```
 * # resource-service lock 1
 * # generator 0.1.0
 * # specification 9f86d0…
 *
 * lib/ theirs
 * src/app.ts generated 60303ae2… src/app.ts.hbs formatted:9b74c989…
 * src/custom.ts owned fd61a03a… src/custom.ts deleted
 * ```
 *
 * A file's line is its path, ownership, SHA-256, template, then `executable` and `deleted` where they hold, and what it was
 * formatted from.
 */
export function formatLock(lock: Lock): string {
  const header = Object.entries(lock.header).sort(([a], [b]) => compare(a, b));
  const lines = [
    ...lock.theirs.map((path) => [path, `${encode(path)}/ theirs`] as const),
    ...lock.files.map((entry) => [entry.path, formatEntry(entry)] as const),
  ].sort(([a], [b]) => compare(a, b));
  return [
    FIRST_LINE,
    `# generator ${lock.generator}`,
    ...header.map(([key, value]) => `# ${key} ${value}`),
    '',
    ...lines.map(([, line]) => line),
    '',
  ].join('\n');
}

/** A path or template as one word: white space, `%` and `#` are percent-encoded. */
export function encode(word: string): string {
  return word.replaceAll(/[\s%#]/g, (character) =>
    character === '%' ? '%25' : encodeURIComponent(character),
  );
}

function formatEntry(entry: LockEntry): string {
  const words = [encode(entry.path), entry.ownership, entry.sha256, encode(entry.template)];
  if (entry.executable) words.push('executable');
  if (entry.deleted) words.push('deleted');
  if (entry.formatted !== undefined) words.push(`${FORMATTED}${entry.formatted}`);
  return words.join(' ');
}
