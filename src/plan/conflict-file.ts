import { marksIn } from '../merge/conflict-text.ts';
import type { Disk, Entry } from './disk.ts';
import { CONFLICTS } from './layout.ts';
import { encode } from './lock-format.ts';
import { compare } from './paths.ts';
import { sha256 } from './text.ts';

/** Where a person decides the conflicts of a file. */
export function conflictPath(path: string): string {
  return `${path}.conflict`;
}

/** What is known of a conflict file that the generator wrote. */
export interface ConflictRecord {
  readonly path: string;
  /** SHA-256 that stands for the three versions of which it was made. */
  readonly versions: string;
  /** SHA-256 of its text as it was written, with LF. */
  readonly written: string;
}

const FIRST_LINE = '# resource-service conflicts 1';

/** The records as text: one line for each file, sorted, of its path, the versions and the text. */
export function formatConflicts(records: readonly ConflictRecord[]): string {
  const lines = [...records]
    .sort((a, b) => compare(a.path, b.path))
    .map(({ path, versions, written }) => `${encode(path)} ${versions} ${written}`);
  return [FIRST_LINE, ...lines, ''].join('\n');
}

/** Reads what formatConflicts writes. Another line says nothing, so that its conflict file counts as somebody's own. */
export function parseConflicts(text: string): ConflictRecord[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, path, versions, written] = LINE.exec(line) ?? [];
    if (path === undefined || versions === undefined || written === undefined) return [];
    try {
      return [{ path: decodeURIComponent(path), versions, written }];
    } catch {
      return [];
    }
  });
}

const LINE = /^([^\s#]+) ([0-9a-f]{64}) ([0-9a-f]{64})$/;

/** The records, and the file in which they stand. */
export interface StoredConflicts {
  readonly entry: Entry;
  readonly records: ReadonlyMap<string, ConflictRecord>;
}

export async function readConflicts(disk: Disk): Promise<StoredConflicts> {
  const entry = await disk.read(CONFLICTS);
  const text = entry.kind === 'file' ? (entry.text ?? '') : '';
  return { entry, records: new Map(parseConflicts(text).map((record) => [record.path, record])) };
}

/** Stands for three versions of a file, by the SHA-256 of each. */
export function versionsOf(base: string, mine: string, next: string): string {
  return sha256([base, mine, next].join(' '));
}

/**
 * What a conflict file is for the versions that are there now: `none`; `ours`, as the generator wrote it; `open`, with marks left on
 * these lines; `decided`; or `other`, made of other versions or by somebody else.
 */
export type ConflictState =
  | { readonly kind: 'none' | 'ours' | 'other' }
  | { readonly kind: 'open'; readonly lines: readonly number[] }
  | { readonly kind: 'decided'; readonly text: string };

export function conflictState(
  entry: Entry,
  record: ConflictRecord | undefined,
  versions: string | undefined,
): ConflictState {
  if (entry.kind === 'absent') return { kind: 'none' };
  if (entry.kind !== 'file' || record === undefined) return { kind: 'other' };
  if (entry.identity === record.written) return { kind: 'ours' };
  if (record.versions !== versions || entry.text === undefined) return { kind: 'other' };
  const lines = marksIn(entry.text);
  return lines.length > 0 ? { kind: 'open', lines } : { kind: 'decided', text: entry.text };
}
