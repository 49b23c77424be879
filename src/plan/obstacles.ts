import { BASES } from './layout.ts';
import type { Obstacle } from './types.ts';

/** Something at `at` (the path or a directory above it) that is neither a file of ours nor of anybody's. */
export function obstacleAt(path: string, reason: 'link' | 'not-a-file', at: string): Obstacle {
  const message =
    reason === 'link'
      ? `${at} is a symbolic link, which is never followed: put a real ${at === path ? 'file' : 'directory'} in its place.`
      : `${at} is not a ${at === path ? 'file' : 'directory'}: move it away.`;
  return { path, reason, message };
}

/** A file that the generator did not write. */
export function foreign(path: string): Obstacle {
  const message = `${path} was not written by the generator: move it away, or choose another destination.`;
  return { path, reason: 'foreign', message };
}

/** Whether the text of a file as it was generated is stored; of files that are not generated again it never is. */
export type Pristine = 'stored' | 'lost' | 'none';

const PRISTINE: Readonly<Record<Pristine, (path: string) => string>> = {
  stored: (path) => ` (--pristine ${path} shows it as it was)`,
  lost: () =>
    ` (how it was is missing in ${BASES}, which git restore ${BASES} brings back where it was committed)`,
  none: () => '',
};

/** A file of ours that a person edited. */
export function edited(path: string, pristine: Pristine): Obstacle {
  const message = `${path} was edited since it was generated${PRISTINE[pristine](path)}: undo the edit, or move it into a file of your own.`;
  return { path, reason: 'edited', message };
}

/** Pristine texts that cannot be read. */
export function damagedBases(problem: string, line?: number): Obstacle {
  const place = line === undefined ? BASES : `${BASES}, line ${line}`;
  const message =
    `${place}: ${problem}. Restore the file (git restore ${BASES}), or, where git has no whole one, delete it and run again: ` +
    'it is made again of all files that nobody has edited or deleted.';
  return { path: BASES, reason: 'damaged', message };
}
