import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Options } from 'prettier';

const { version } = createRequire(import.meta.url)('prettier/package.json') as { version: string };
const directory = join(tmpdir(), 'generator-tests-formatted');
mkdirSync(directory, { recursive: true });

/** As prettier formats it, which is asked once for each text, options and version of prettier. */
export async function format(text: string, options: Options): Promise<string> {
  const digest = createHash('sha256')
    .update(JSON.stringify([version, options, text]))
    .digest('hex');
  const path = join(directory, digest);
  try {
    return await readFile(path, 'utf8');
  } catch {
    const prettier = await import('prettier');
    const formatted = await prettier.format(text, options);
    const staged = `${path}.${String(process.pid)}-${String(threadId)}`;
    await writeFile(staged, formatted);
    await rename(staged, path);
    return formatted;
  }
}
