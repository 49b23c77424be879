import { readFile } from 'node:fs/promises';
import { codeOf, describe } from '../../src/plan/io-errors.ts';
import type { Failure } from '../command/failure.ts';

/** The text of a file; `shown` is what it is called in a failure. */
export async function readText(
  path: string,
  shown: string,
): Promise<{ ok: true; text: string } | { ok: false; failure: Failure }> {
  const refused = (what: string, whatToDo: string) => ({
    ok: false as const,
    failure: { where: shown, what, whatToDo },
  });
  try {
    const bytes = await readFile(path);
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return refused('There is no such file.', 'Name a file that is there.');
      case 'EISDIR':
        return refused('It is a directory.', `Name the file in it: ${shown}/service.yaml.`);
      case 'ERR_ENCODING_INVALID_ENCODED_DATA':
        return refused('It is not UTF-8 text.', 'Save it as UTF-8.');
      default:
        return refused(`It cannot be read: ${describe(error)}.`, 'Make it readable.');
    }
  }
}
