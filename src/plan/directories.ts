import type { Disk } from './disk.ts';
import { FOLDER } from './layout.ts';
import { allDirectoriesOf, compare, directoriesOf } from './paths.ts';
import type { Change, Lock, LockEntry } from './types.ts';

/**
 * The directories that people made: those known already, and those that are there before the generator first writes below them.
 * Only directories that hold a file of the next lock are listed.
 */
export async function theirDirectories(
  disk: Disk,
  lock: Lock | undefined,
  next: readonly LockEntry[],
): Promise<string[]> {
  const recorded = lock?.files.map(({ path }) => path) ?? [];
  const ours = new Set(allDirectoriesOf(recorded));
  const theirs = new Set(lock?.theirs);
  const result: string[] = [];
  for (const directory of allDirectoriesOf(next.map(({ path }) => path))) {
    if (directory === FOLDER) continue;
    const isTheirs = ours.has(directory)
      ? theirs.has(directory)
      : await disk.hasDirectory(directory);
    if (isTheirs) result.push(directory);
  }
  return result;
}

/** The directories of ours that deletions may leave empty, deepest first. */
export function emptiedDirectories(changes: readonly Change[], lock: Lock | undefined): string[] {
  const theirs = new Set([FOLDER, ...(lock?.theirs ?? [])]);
  const deleted = changes.filter(({ after }) => after === undefined).map(({ path }) => path);
  const kept = new Set(
    changes.filter(({ after }) => after).flatMap(({ path }) => directoriesOf(path)),
  );
  return allDirectoriesOf(deleted)
    .filter((directory) => !theirs.has(directory) && !kept.has(directory))
    .sort((a, b) => compare(b, a));
}
