import type { Entry } from './disk.ts';
import { withLineEnds } from './text.ts';
import type { Change } from './types.ts';

/** Before the umask, as for any file that a program makes. */
const NEW_FILE = 0o666;
const NEW_PROGRAM = 0o777;

/** The change that brings a path to this text, with the line ends and permissions of the file that it replaces. */
export function toText(
  path: string,
  entry: Entry,
  text: string,
  executable?: { readonly recorded: boolean; readonly next: boolean },
): Change {
  const before = beforeOf(entry);
  if (entry.kind !== 'file') {
    return { path, before, after: { text, mode: executable?.next ? NEW_PROGRAM : NEW_FILE } };
  }
  const mode = modeAfter(entry.mode, executable?.recorded ?? false, executable?.next ?? false);
  return { path, before, after: { text: withLineEnds(text, entry.crlf), mode } };
}

/** The change after which nothing is there. */
export function toNothing(path: string, entry: Entry): Change {
  return { path, before: beforeOf(entry), after: undefined };
}

/** A person's own permissions stay, unless the generator changed its mind about the executable bit. */
export function modeAfter(mode: number, recorded: boolean, next: boolean): number {
  if (recorded === next) return mode;
  return next ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

function beforeOf(entry: Entry): Change['before'] {
  return entry.kind === 'file' ? { sha256: entry.bytes, mode: entry.mode } : undefined;
}
