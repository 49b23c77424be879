import { baseOf, hasBase, type StoredBases } from './bases.ts';
import { toNothing, toText } from './change.ts';
import {
  conflictPath,
  type ConflictRecord,
  formatConflicts,
  readConflicts,
  type StoredConflicts,
} from './conflict-file.ts';
import { decide, overruled } from './decide.ts';
import type { Disk } from './disk.ts';
import { planFile, type FilePlan, type Situation } from './plan-file.ts';
import { CONFLICTS } from './layout.ts';
import type { Edited } from './merge-file.ts';
import { otherConflict } from './obstacles.ts';
import { compare } from './paths.ts';
import { sha256 } from './text.ts';
import type { Change, Lock, OutputFile, Resolution } from './types.ts';

/** All that is known of a service, and what a person asks for. */
export interface Known {
  readonly lock: Lock | undefined;
  readonly wanted: ReadonlyMap<string, OutputFile>;
  readonly bases: StoredBases;
  readonly restore: ReadonlySet<string>;
  readonly drop: ReadonlySet<string>;
  readonly retired: ReadonlySet<string>;
  readonly resolutions: ReadonlyMap<string, Resolution>;
}

/** What happens to each file, in the order of the paths, and what would write the conflict files. */
export async function planFiles(
  disk: Disk,
  known: Known,
): Promise<{ filePlans: readonly FilePlan[]; conflictChanges: readonly Change[] }> {
  const conflicts = await readConflicts(disk);
  const recorded = new Map(known.lock?.files.map((entry) => [entry.path, entry]));
  const paths = [...new Set([...recorded.keys(), ...known.wanted.keys()])].sort(compare);
  const filePlans: FilePlan[] = [];
  const merged = new Set<string>();
  for (const path of paths) {
    const was = recorded.get(path);
    const situation: Situation = {
      path,
      recorded: was,
      disk: await disk.read(path),
      next: known.wanted.get(path),
      restore: known.restore.has(path),
      drop: known.drop.has(path),
      isRetired: known.retired.has(path),
      hasBase: was !== undefined && hasBase(known.bases, was),
    };
    const decision = overruled(situation, decide(situation), known.resolutions.get(path));
    if (decision.action === 'merge' && isEdited(situation)) {
      merged.add(path);
      filePlans.push(await mergeWith(disk, situation, known, conflicts));
    } else if (decision.action !== 'merge') filePlans.push(planFile(situation, decision));
  }
  filePlans.push(...(await endedConflicts(disk, conflicts, merged)));
  return {
    filePlans: [...filePlans, recordsOf(conflicts, [])],
    conflictChanges: opened(conflicts, filePlans),
  };
}

async function mergeWith(
  disk: Disk,
  file: Edited,
  { bases, resolutions }: Known,
  { records }: StoredConflicts,
): Promise<FilePlan> {
  const { path, recorded } = file;
  // Few runs have anything to merge.
  const { mergeFile } = await import('./merge-file.ts');
  const { serviceStyle } = await import('./service-style.ts');
  return mergeFile(file, {
    base: baseOf(bases, recorded),
    style: await serviceStyle(disk),
    conflict: { entry: await disk.read(conflictPath(path)), record: records.get(path) },
    resolution: resolutions.get(path),
  });
}

/** Conflict files whose file has nothing to merge any more: as they were written they go, edited ones are in the way. */
async function endedConflicts(
  disk: Disk,
  { records }: StoredConflicts,
  merged: ReadonlySet<string>,
): Promise<FilePlan[]> {
  const result: FilePlan[] = [];
  for (const { path, written } of records.values()) {
    if (merged.has(path)) continue;
    const entry = await disk.read(conflictPath(path));
    if (entry.kind === 'absent') continue;
    if (entry.kind !== 'file' || entry.identity !== written) {
      result.push({ obstacles: [otherConflict(path)] });
    } else result.push({ obstacles: [], changes: [toNothing(conflictPath(path), entry)] });
  }
  return result;
}

/** Writes the conflict files and their records, and nothing else. */
function opened(conflicts: StoredConflicts, filePlans: readonly FilePlan[]): Change[] {
  const found = filePlans.flatMap(({ conflict }) => conflict ?? []);
  const kept = new Map(conflicts.records);
  for (const { path, record } of found) kept.set(path, record);
  return [
    ...found.flatMap(({ change }) => change ?? []),
    ...(recordsOf(conflicts, [...kept.values()]).changes ?? []),
  ];
}

function recordsOf({ entry }: StoredConflicts, records: readonly ConflictRecord[]): FilePlan {
  const isThere = entry.kind === 'file';
  if (records.length === 0) {
    return { obstacles: [], changes: isThere ? [toNothing(CONFLICTS, entry)] : [] };
  }
  const text = formatConflicts(records);
  const isCurrent = isThere && entry.identity === sha256(text);
  return { obstacles: [], changes: isCurrent ? [] : [toText(CONFLICTS, entry, text)] };
}

function isEdited(situation: Situation): situation is Edited {
  const { disk, next, recorded } = situation;
  return disk.kind === 'file' && next !== undefined && recorded !== undefined;
}
