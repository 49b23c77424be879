import { createHash } from 'node:crypto';
import { InvalidTextError } from './errors.ts';

/** SHA-256 in hexadecimal; a string is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What a file on the disk holds. */
export interface Content {
  /** SHA-256 of the bytes. */
  readonly bytes: string;
  /**
   * SHA-256 of the text with LF, which is what the lock records: a checkout with CRLF (`core.autocrlf`) is no edit. The same as
   * `bytes` for anything else.
   */
  readonly identity: string;
  /** With LF; undefined if it is not UTF-8. */
  readonly text: string | undefined;
  /** Whether every line ends with CRLF. */
  readonly crlf: boolean;
}

export function readContent(bytes: Uint8Array): Content {
  const hash = sha256(bytes);
  const decoded = decode(bytes);
  if (decoded === undefined || !isCrlf(decoded)) {
    return { bytes: hash, identity: hash, text: decoded, crlf: false };
  }
  const text = decoded.replaceAll('\r\n', '\n');
  return { bytes: hash, identity: sha256(text), text, crlf: true };
}

/** The text with the line ends that the file it replaces had. */
export function withLineEnds(text: string, crlf: boolean): string {
  return crlf ? text.replaceAll('\n', '\r\n') : text;
}

/** Throws InvalidTextError for what could not be written and read back as the same text. */
export function assertText(path: string, text: string): void {
  if (text.includes('\r')) throw new InvalidTextError(`${path}: lines must end with LF.`);
  if (!text.isWellFormed()) throw new InvalidTextError(`${path}: the text is not well-formed.`);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text);
}
