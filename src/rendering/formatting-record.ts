import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { formatOptions } from './format-options.ts';
import { packageVersion } from './package-root.ts';

/** Whose work a formatted text is. */
export interface Formatter {
  readonly generator: string;
  readonly prettier: string;
}

/** The formatter of this process. Its version is read without loading it. */
export function currentFormatter(): Formatter {
  const require = createRequire(import.meta.url);
  const { version } = require('prettier/package.json') as { version: string };
  return { generator: packageVersion(), prettier: version };
}

/**
 * What the lock records of a formatted file. It binds the two texts, the formatter and its options together, so that an
 * edited text, a record of another file, and a record of another version hold for nothing.
 */
export function formattingRecord(
  { generator, prettier }: Formatter,
  path: string,
  { unformatted, formatted }: { readonly unformatted: string; readonly formatted: string },
): string {
  const texts = [unformatted, formatted].map((text) => hash('sha256', text));
  return hash('sha256', JSON.stringify([generator, prettier, formatOptions(path), ...texts]));
}
