import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { codeOf, describe } from './plan/io-errors.ts';

/** The text of a file, or why it is not read. */
export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'link' | 'directory' | 'special' | 'large' | 'not-text' }
  | { readonly kind: 'unreadable'; readonly why: string };

/**
 * The text of a regular file of at most so many bytes. A link is not followed, and a device or a pipe, which may never end, is not
 * even opened.
 */
export async function readTextFile(path: string, mostBytes: number): Promise<TextFile> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return { kind: 'link' };
    if (stat.isDirectory()) return { kind: 'directory' };
    const bytes = stat.isFile() ? await bytesOf(path, mostBytes + 1) : undefined;
    if (bytes === undefined) return { kind: 'special' };
    if (bytes.length > mostBytes) return { kind: 'large' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return { kind: 'missing' };
      case 'ERR_ENCODING_INVALID_ENCODED_DATA':
        return { kind: 'not-text' };
      default:
        return { kind: 'unreadable', why: describe(error) };
    }
  }
}

/** Why a file gave no text. */
export function unreadable(read: Exclude<TextFile, { kind: 'text' }>, mostBytes: number): string {
  switch (read.kind) {
    case 'missing':
      return 'it is not there';
    case 'link':
      return 'it is a symbolic link';
    case 'large':
      return `it is larger than ${mostBytes / 1024} KiB`;
    case 'not-text':
      return 'it is not UTF-8 text';
    case 'unreadable':
      return read.why;
    default:
      return 'it is no regular file';
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
