import { readingLimits } from '../../src/specification/index.ts';
import { readTextFile, type TextFile } from '../../src/text-file.ts';
import type { Failure } from '../command/failure.ts';

/** What is read, where that is no specification. */
interface Kind {
  /** Bytes of the largest file. */
  readonly size: number;
  /** What the file is, and what one in a directory may be called. */
  readonly what: string;
  readonly example: string;
}

/** Bytes of one, which are not counted. */
const byteOrderMark = 3;

const specificationFile: Kind = {
  size: readingLimits.size,
  what: 'a specification',
  example: 'service.yaml',
};

/**
 * The text of a regular file of at most 1 MiB, or of what `kind` says; `shown` is what it is called in a failure. A link is not followed, because its text
 * would be shown with every mistake in it: in the logs of a build, whatever the link of somebody's branch leads to.
 */
export async function readText(
  path: string,
  shown: string,
  kind: Kind = specificationFile,
): Promise<{ ok: true; text: string } | { ok: false; failure: Failure }> {
  const read = await readTextFile(path, kind.size + byteOrderMark);
  return read.kind === 'text'
    ? { ok: true, text: read.text }
    : { ok: false, failure: { where: shown, ...refusalOf(read, shown, kind) } };
}

function refusalOf(
  read: Exclude<TextFile, { kind: 'text' }>,
  shown: string,
  kind: Kind,
): Omit<Failure, 'where'> {
  const refused = (what: string, whatToDo: string) => ({ what, whatToDo });
  switch (read.kind) {
    case 'link':
      return refused(
        'It is a symbolic link, which is not followed.',
        'Name the file that it leads to, or put that in its place.',
      );
    case 'directory':
      return refused('It is a directory.', `Name the file in it: ${shown}/${kind.example}.`);
    case 'special':
      return refused('It is not a regular file.', 'Write its text to a file and name that.');
    case 'large':
      return refused(
        `It is larger than ${kind.size / 1024 ** 2} MiB.`,
        `Name ${kind.what}; no more than that is read.`,
      );
    case 'missing':
      return refused('There is no such file.', 'Name a file that is there.');
    case 'not-text':
      return refused('It is not UTF-8 text.', 'Save it as UTF-8.');
    case 'unreadable':
      return refused(`It cannot be read: ${read.why}.`, 'Make it readable.');
  }
}
