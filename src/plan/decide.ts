import { modeAfter } from './change.ts';
import type { Entry } from './disk.ts';
import { sha256 } from './text.ts';
import type { LeaveReason, LockEntry, ObstacleReason, OutputFile } from './types.ts';

/** The three sides of one file: what was generated last, what is there, what shall be there. */
export interface Sides {
  /** The lock's entry; undefined: the generator never wrote this file. */
  readonly recorded: LockEntry | undefined;
  readonly disk: Entry;
  /** Undefined: no longer generated. */
  readonly next: OutputFile | undefined;
  /** A person asked for a deleted file to come back. */
  readonly restore: boolean;
}

export type Decision =
  | { readonly action: 'create' | 'rewrite' | 'unchanged' | 'keep' | 'delete' | 'deleted-by-user' }
  /** Not there and not generated: nothing happens, and nobody needs to know. */
  | { readonly action: 'forget' | 'remember-deleted' }
  | { readonly action: 'leave'; readonly because: LeaveReason }
  | { readonly action: 'obstacle'; readonly reason: ObstacleReason };

/** What happens to a file. Pure: the whole table of rules, and nothing else. */
export function decide(sides: Sides): Decision {
  const { next } = sides;
  return next === undefined ? decideDropped(sides) : decideWanted({ ...sides, next });
}

function decideWanted(sides: Sides & { readonly next: OutputFile }): Decision {
  const { recorded, disk, next, restore } = sides;
  if (disk.kind === 'absent') {
    return { action: recorded === undefined || restore ? 'create' : 'deleted-by-user' };
  }
  if (recorded !== undefined && isTheirs(recorded, disk, next)) return { action: 'keep' };
  if (disk.kind !== 'file') return { action: 'obstacle', reason: disk.kind };
  if (disk.identity === sha256(next.text)) {
    return { action: changesMode(recorded, disk.mode, next) ? 'rewrite' : 'unchanged' };
  }
  if (recorded === undefined) {
    // What a person has where one of their own files would go is that file.
    return next.ownership === 'owned'
      ? { action: 'keep' }
      : { action: 'obstacle', reason: 'foreign' };
  }
  if (isPristine(recorded, disk)) return { action: 'rewrite' };
  // Base, disk and next all differ, or a person edited what did not change: merging belongs here.
  return { action: 'obstacle', reason: 'edited' };
}

function decideDropped({ recorded, disk }: Sides): Decision {
  if (recorded === undefined) return { action: 'forget' };
  if (disk.kind === 'absent') return { action: recorded.deleted ? 'remember-deleted' : 'forget' };
  if (recorded.ownership !== 'generated') return { action: 'leave', because: recorded.ownership };
  if (disk.kind !== 'file') return { action: 'leave', because: disk.kind };
  return isPristine(recorded, disk) ? { action: 'delete' } : { action: 'leave', because: 'edited' };
}

/** Written once: an owned file, also one that a person edited before it became owned; a frozen one that is as it was frozen. */
function isTheirs(recorded: LockEntry, disk: Entry, next: OutputFile): boolean {
  if (next.ownership === 'owned') {
    return recorded.ownership === 'owned' || !isPristine(recorded, disk);
  }
  return (
    next.ownership === 'frozen' && recorded.ownership === 'frozen' && isPristine(recorded, disk)
  );
}

function isPristine(recorded: LockEntry, disk: Entry): boolean {
  return disk.kind === 'file' && disk.identity === recorded.sha256;
}

function changesMode(recorded: LockEntry | undefined, mode: number, next: OutputFile): boolean {
  if (recorded === undefined) return false;
  return modeAfter(mode, recorded.executable, next.executable ?? false) !== mode;
}
