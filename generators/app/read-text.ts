import { readingLimits } from '../../src/specification/index.ts';
import { readTextFile, type TextFile } from '../../src/text-file.ts';
import type { Failure } from '../command/failure.ts';

/** With a byte order mark, which is not counted. */
const mostBytes = readingLimits.size + 3;

/**
 * The text of a regular file of at most 1 MiB; `shown` is what it is called in a failure. A link is not followed, because its text
 * would be shown with every mistake in it: in the logs of a build, whatever the link of somebody's branch leads to.
 */
export async function readText(
  path: string,
  shown: string,
): Promise<{ ok: true; text: string } | { ok: false; failure: Failure }> {
  const read = await readTextFile(path, mostBytes);
  return read.kind === 'text'
    ? { ok: true, text: read.text }
    : { ok: false, failure: { where: shown, ...refusalOf(read, shown) } };
}

function refusalOf(
  read: Exclude<TextFile, { kind: 'text' }>,
  shown: string,
): Omit<Failure, 'where'> {
  const refused = (what: string, whatToDo: string) => ({ what, whatToDo });
  switch (read.kind) {
    case 'link':
      return refused(
        'It is a symbolic link, which is not followed.',
        'Name the file that it leads to, or put that in its place.',
      );
    case 'directory':
      return refused('It is a directory.', `Name the file in it: ${shown}/service.yaml.`);
    case 'special':
      return refused('It is not a regular file.', 'Write its text to a file and name that.');
    case 'large':
      return refused(
        'It is larger than 1 MiB.',
        'Name a specification; no more than that is read.',
      );
    case 'missing':
      return refused('There is no such file.', 'Name a file that is there.');
    case 'not-text':
      return refused('It is not UTF-8 text.', 'Save it as UTF-8.');
    case 'unreadable':
      return refused(`It cannot be read: ${read.why}.`, 'Make it readable.');
  }
}
