import { basePath } from './layout.ts';
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

/** A file of ours that a person edited. */
export function edited(path: string, hasBase: boolean): Obstacle {
  const pristine = hasBase ? ` (its pristine text is ${basePath(path)})` : '';
  const message = `${path} was edited since it was generated${pristine}: undo the edit, or move it into a file of your own.`;
  return { path, reason: 'edited', message };
}
