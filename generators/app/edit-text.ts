import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Opens a text in the person's editor (VISUAL or EDITOR, as git does) and gives what they saved; undefined if no editor is named, or it
 * did not end well. The file has the same name, so that the editor knows the language.
 */
export async function editText(path: string, text: string): Promise<string | undefined> {
  const editor = process.env['VISUAL'] ?? process.env['EDITOR'];
  if (editor === undefined || editor === '') return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'resource-service-'));
  try {
    const file = join(directory, basename(path));
    await writeFile(file, text);
    // As git does: the variable holds a command line, and the file is an argument that no shell reads.
    const status = await new Promise<number | null>((resolve) => {
      const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    return status === 0 ? await readFile(file, 'utf8') : undefined;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
