import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';

/** Removes a directory if it is there and empty; tells whether it did. */
export async function removeIfEmpty(files: FileSystem, directory: string): Promise<boolean> {
  try {
    await files.rmdir(directory);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/** The names in a directory, sorted; none if another process removed it. */
export async function namesIn(files: FileSystem, directory: string): Promise<string[]> {
  try {
    return await files.readdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Removes a directory of ours with all it holds, `last` (what marks it as ours) after everything else and in this order, so that an
 * interrupted removal can still be recognized. Links are removed, not followed; what another process removes meanwhile is no error.
 */
export async function removeTree(
  files: FileSystem,
  path: string,
  last: readonly string[] = [],
): Promise<void> {
  try {
    const stat = await files.lstat(path);
    if (stat === undefined) return;
    if (stat.kind !== 'directory') {
      await files.unlink(path);
      return;
    }
    const names = await files.readdir(path);
    const first = names.filter((name) => !last.includes(name));
    for (const name of [...first, ...last]) await removeTree(files, join(path, name));
    await files.rmdir(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
