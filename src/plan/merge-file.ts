import { bothOf, merge, type Merged, type Style, textWith } from '../merge/index.ts';
import { toNothing, toText } from './change.ts';
import {
  conflictPath,
  type ConflictRecord,
  conflictState,
  type ConflictState,
  versionsOf,
} from './conflict-file.ts';
import type { Entry } from './disk.ts';
import { entryOf, executableOf, namedOf, type FilePlan, type Situation } from './plan-file.ts';
import { inConflict, noMerge, openConflict, otherConflict } from './obstacles.ts';
import { sha256, withLineEnds } from './text.ts';
import type {
  Change,
  FileConflict,
  LockEntry,
  OutputFile,
  PlannedFile,
  Resolution,
} from './types.ts';

/** A file that a person edited and that is generated otherwise now. */
export type Edited = Situation & {
  readonly disk: Extract<Entry, { kind: 'file' }>;
  readonly next: OutputFile;
  readonly recorded: LockEntry;
};

/** What a merge needs besides the file. */
export interface MergeContext {
  /** The text as it was generated last; undefined: it is not stored. */
  readonly base: string | undefined;
  readonly style: Style;
  /** What lies in the place of its conflict file, and what is recorded of that. */
  readonly conflict: { readonly entry: Entry; readonly record: ConflictRecord | undefined };
  /** How a person decides the conflicts. */
  readonly resolution: Resolution | undefined;
}

/** The part of the plan that a merged file is. */
export async function mergeFile(file: Edited, context: MergeContext): Promise<FilePlan> {
  const { disk, next, recorded } = file;
  const { base, resolution, conflict } = context;
  const versions = versionsOf(recorded.sha256, disk.identity, sha256(next.text));
  const state = conflictState(conflict.entry, conflict.record, versions);
  const isOurs = state.kind === 'none' || state.kind === 'ours';
  const isTheirs = state.kind === 'other' && conflict.record === undefined;
  if (base === undefined || disk.text === undefined) {
    const whole = wholeText(file, resolution);
    if (whole !== undefined && isOurs) return settled(file, whole, conflict.entry);
    return { obstacles: [noMerge(file.path, base === undefined ? 'no-base' : 'no-text')] };
  }
  if (state.kind === 'decided') return settled(file, state.text, conflict.entry);
  const { path } = file;
  const merged = await merge({
    path,
    base,
    mine: disk.text,
    next: next.text,
    style: context.style,
  });
  if (merged.kind === 'clean') {
    // A file that only has the name of a conflict file is left alone then.
    if (isTheirs) return settled(file, merged.text, undefined);
    return isOurs ? settled(file, merged.text, conflict.entry) : refused(file, state);
  }
  if (!isOurs) return refused(file, state);
  if (resolution !== undefined) return settled(file, decided(merged, resolution), conflict.entry);
  return inTheWay(file, merged, context, versions);
}

/** Where nothing can be merged, the flags decide about the whole file. Null: it stays as it is. */
function wholeText(
  { next }: Edited,
  resolution: Resolution | undefined,
): string | null | undefined {
  if (resolution === 'mine') return null;
  return resolution === 'next' ? next.text : undefined;
}

function decided({ parts }: Extract<Merged, { kind: 'conflict' }>, resolution: Resolution): string {
  if (typeof resolution !== 'string') return resolution.text;
  return textWith(parts, (conflict) =>
    resolution === 'both' ? bothOf(conflict) : conflict[resolution],
  );
}

/** The file gets this text, and its conflict file goes. */
function settled(file: Edited, text: string | null, conflictFile: Entry | undefined): FilePlan {
  const { path, disk, next } = file;
  const named = namedOf(file, next);
  const entry = entryOf(file, next);
  const gone = conflictFile?.kind === 'file' ? [toNothing(conflictPath(path), conflictFile)] : [];
  const before = disk.text ?? '';
  const change = text === null ? undefined : changeTo(file, text);
  if (change === undefined) {
    return { planned: { ...named, action: 'keep' }, obstacles: [], entry, changes: gone };
  }
  const planned: PlannedFile = { ...named, action: 'merge', before, after: text ?? before };
  return { planned, obstacles: [], entry, changes: [change, ...gone] };
}

function changeTo(file: Edited, text: string): Change | undefined {
  const { path, disk, next } = file;
  const change = toText(path, disk, text, executableOf(file, next));
  const isSame = disk.text === text && change.after?.mode === disk.mode;
  return isSame ? undefined : change;
}

function refused({ path }: Edited, state: ConflictState): FilePlan {
  return {
    obstacles: [state.kind === 'open' ? openConflict(path, state.lines) : otherConflict(path)],
  };
}

/** Nothing is written but the conflict file, and only if a person asks for no more than that. */
function inTheWay(
  { path, disk }: Edited,
  { text, places, parts }: Extract<Merged, { kind: 'conflict' }>,
  { conflict }: MergeContext,
  versions: string,
): FilePlan {
  const record = { path, versions, written: sha256(text) };
  const isThere = conflict.entry.kind === 'file' && conflict.entry.identity === record.written;
  const change = toText(conflictPath(path), conflict.entry, withLineEnds(text, disk.crlf));
  const found: FileConflict = { path, text, places, parts, ...(isThere ? {} : { change }), record };
  return { obstacles: [inConflict(path, places)], conflict: found };
}
