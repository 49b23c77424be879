import { toNothing, toText } from './change.ts';
import type { Entry } from './disk.ts';
import { basePath } from './layout.ts';
import { obstacleAt } from './obstacles.ts';
import { sha256 } from './text.ts';
import type { Change, LockEntry, Obstacle } from './types.ts';

/** What becomes of the stored pristine text of one file. */
export interface BaseSides {
  readonly path: string;
  readonly recorded: LockEntry | undefined;
  readonly base: Entry;
  /** The pristine text from now on; undefined: none is needed. */
  readonly text: string | undefined;
}

/** The change of a base, or why it cannot be made; nothing if it is right already. */
export function judgeBase(sides: BaseSides): { change?: Change; obstacle?: Obstacle } {
  const { base, text } = sides;
  const path = basePath(sides.path);
  const obstacle = obstacleOf(path, sides);
  if (obstacle !== undefined) return { obstacle };
  if (text === undefined) return base.kind === 'file' ? { change: toNothing(path, base) } : {};
  if (base.kind === 'file' && base.identity === sha256(text)) return {};
  return { change: toText(path, base, text) };
}

function obstacleOf(path: string, { base, recorded, text }: BaseSides): Obstacle | undefined {
  if (base.kind === 'absent') return undefined;
  if (base.kind !== 'file') return obstacleAt(path, base.kind, base.at);
  if (text !== undefined && base.identity === sha256(text)) return undefined;
  if (base.identity === recorded?.sha256) return undefined;
  return {
    path,
    reason: recorded === undefined ? 'foreign' : 'edited',
    message:
      `${path} is not the text that the lock records. It is kept by the generator and not meant to be edited: ` +
      `restore it (git restore ${path}), or delete it and run again.`,
  };
}
