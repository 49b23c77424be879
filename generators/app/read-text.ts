import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { codeOf, describe } from '../../src/plan/io-errors.ts';
import { readingLimits } from '../../src/specification/index.ts';
import type { Failure } from '../command/failure.ts';

/** What is read, where that is no specification. */
interface Kind {
  /** Bytes of the largest file. */
  readonly size: number;
  /** What the file is, and what one in a directory may be called. */
  readonly what: string;
  readonly example: string;
}

const specificationFile: Kind = {
  size: readingLimits.size,
  what: 'a specification',
  example: 'service.yaml',
};

/**
 * The text of a regular file of at most 1 MiB, or of what `kind` says; `shown` is what it is called in a failure. A link is not followed, because its text
 * would be shown with every mistake in it: in the logs of a build, whatever the link of somebody's branch leads to. A device or a pipe
 * may never end, and is not even opened.
 */
export async function readText(
  path: string,
  shown: string,
  kind: Kind = specificationFile,
): Promise<{ ok: true; text: string } | { ok: false; failure: Failure }> {
  const refused = (what: string, whatToDo: string) => ({
    ok: false as const,
    failure: { where: shown, what, whatToDo },
  });
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) {
      return refused(
        'It is a symbolic link, which is not followed.',
        'Name the file that it leads to, or put that in its place.',
      );
    }
    if (stat.isDirectory()) {
      return refused('It is a directory.', `Name the file in it: ${shown}/${kind.example}.`);
    }
    // With a byte order mark, which is not counted.
    const mostBytes = kind.size + 3;
    const bytes = stat.isFile() ? await bytesOf(path, mostBytes + 1) : undefined;
    if (bytes === undefined) {
      return refused('It is not a regular file.', 'Write its text to a file and name that.');
    }
    if (bytes.length > mostBytes) {
      return refused(
        `It is larger than ${kind.size / 1024 ** 2} MiB.`,
        `Name ${kind.what}; no more than that is read.`,
      );
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return refused('There is no such file.', 'Name a file that is there.');
      case 'ERR_ENCODING_INVALID_ENCODED_DATA':
        return refused('It is not UTF-8 text.', 'Save it as UTF-8.');
      default:
        return refused(`It cannot be read: ${describe(error)}.`, 'Make it readable.');
    }
  }
}

/** Looks once more at what was really opened. Undefined: it is no regular file. */
async function bytesOf(path: string, most: number): Promise<Buffer | undefined> {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return (await file.stat()).isFile() ? await firstBytes(file, most) : undefined;
  } finally {
    await file.close();
  }
}

async function firstBytes(file: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(most);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, most - length);
    length += bytesRead;
    if (bytesRead === 0 || length === most) return bytes.subarray(0, length);
  }
}
