import { BASES } from './layout.ts';
import type { Place } from '../merge/index.ts';
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
  const message = `${path} was not written by the generator: move it away, choose another destination, or decide with --keep ${path} (it stays) or --take ${path} (it is replaced).`;
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

/** A person and the generator changed the same places. */
export function inConflict(path: string, places: readonly Place[]): Obstacle {
  const lines = places.map(({ line }) => line).join(', ');
  const message =
    `${path}: you and the generator changed the same place${places.length === 1 ? '' : 's'} (${path}.conflict, line ${lines}). ` +
    `Edit ${path}.conflict, take its marks out and run again; or decide with --keep ${path} (yours) or --take ${path} (the generator's).`;
  return { path, reason: 'conflict', message };
}

/** Somebody has begun to decide. */
export function openConflict(path: string, lines: readonly number[]): Obstacle {
  const message =
    `${path}.conflict still has marks of a conflict (line ${lines.join(', ')}): edit it there, take the marks out and run again. ` +
    `To begin anew, delete ${path}.conflict.`;
  return { path, reason: 'conflict', message };
}

/** A conflict file that fits nothing. */
export function otherConflict(path: string): Obstacle {
  const message =
    `${path}.conflict was made of other versions of ${path} than those of now, or not by the generator: ` +
    'take from it what you need, delete it and run again.';
  return { path, reason: 'conflict', message };
}

/** The file was edited and is generated otherwise now, but nothing can be compared with it. */
export function noMerge(path: string, because: 'no-base' | 'no-text'): Obstacle {
  const why =
    because === 'no-text'
      ? 'it is not UTF-8, so it cannot be merged with what is generated now'
      : `how it was generated is missing in ${BASES}, so it cannot be merged (git restore ${BASES} brings that back where it was committed)`;
  const message = `${path} was edited, and ${why}: keep yours with --keep ${path}, or take the generator's with --take ${path}.`;
  return { path, reason: 'conflict', message };
}

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
    'the generator makes it again from all files that are neither edited nor deleted.';
  return { path: BASES, reason: 'damaged', message };
}
