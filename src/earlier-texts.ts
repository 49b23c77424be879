import { hash } from 'node:crypto';
import { openBases, openTexts, type Lock, type TextReader } from './plan/index.ts';
import { formattingRecord } from './rendering/formatting-record.ts';
import type { EarlierText } from './rendering/render.ts';

/**
 * Finds formatted texts of the last generation: in the file itself, or, where somebody edited that, in its base. A text
 * counts only if it is the one that the lock names, and the lock's record of its formatting can be computed from it again.
 */
export function earlierTexts(destination: string, lock: Lock | undefined): EarlierText {
  const entries = new Map(lock?.files.map((entry) => [entry.path, entry]));
  let files: Promise<TextReader> | undefined;
  let bases: Promise<TextReader> | undefined;
  const texts: readonly TextReader[] = [
    async (path) => (await (files ??= openTexts(destination)))(path),
    async (path) => (await (bases ??= openBases(destination)))(path),
  ];
  return async (formatter, { path, text: unformatted }) => {
    const entry = entries.get(path);
    if (entry?.formatted === undefined) return undefined;
    for (const read of texts) {
      const formatted = await read(path);
      if (formatted === undefined || hash('sha256', formatted) !== entry.sha256) continue;
      const record = formattingRecord(formatter, path, { unformatted, formatted });
      if (record === entry.formatted) return formatted;
    }
    return undefined;
  };
}
