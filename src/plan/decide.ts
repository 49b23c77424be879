import { modeAfter } from './change.ts';
import type { Entry } from './disk.ts';
import { sha256 } from './text.ts';
import type { LeaveReason, LockEntry, ObstacleReason, OutputFile, Resolution } from './types.ts';

/** The three sides of one file: what was generated last, what is there, what shall be there. */
export interface Sides {
  /** The lock's entry; undefined: the generator never wrote this file. */
  readonly recorded: LockEntry | undefined;
  readonly disk: Entry;
  /** Undefined: no longer generated. */
  readonly next: OutputFile | undefined;
  /** A person asked for a deleted file to come back. */
  readonly restore: boolean;
  /** A person asked for a file to go that is no longer generated and theirs. */
  readonly drop: boolean;
  /** History, or a file of a person, that is not needed any more. */
  readonly isRetired?: boolean;
}

export type Decision =
  | { readonly action: 'create' | 'rewrite' | 'unchanged' | 'keep' | 'delete' | 'deleted-by-user' }
  /** A person changed it, and the generator does: both changes belong into it. */
  | { readonly action: 'merge' }
  /** Not there and not generated: nothing happens, and nothing is reported. */
  | { readonly action: 'forget' | 'remember-deleted' }
  | { readonly action: 'leave'; readonly because: LeaveReason }
  | { readonly action: 'obstacle'; readonly reason: ObstacleReason };

/** What happens to a file. Pure: the whole table of rules, and nothing else. */
export function decide(sides: Sides): Decision {
  const { next } = sides;
  return next === undefined ? decideDropped(sides) : decideWanted({ ...sides, next });
}

/** What a person decides about a file in the way that cannot be merged: it stays, or what is generated takes its place. */
export function overruled(
  { disk, next, recorded }: Sides,
  decision: Decision,
  resolution: Resolution | undefined,
): Decision {
  const isOpen =
    decision.action === 'obstacle' && disk.kind === 'file' && isDecidable(recorded, next);
  if (!isOpen || (resolution !== 'mine' && resolution !== 'next')) return decision;
  return { action: resolution === 'mine' ? 'keep' : 'rewrite' };
}

/** Not the specification, of which everything else is made, and no contract. */
function isDecidable(recorded: LockEntry | undefined, next: OutputFile | undefined): boolean {
  if (next === undefined || next.isGiven === true) return false;
  return next.ownership !== 'frozen' && recorded?.ownership !== 'frozen';
}

function decideWanted(sides: Sides & { readonly next: OutputFile }): Decision {
  const { recorded, disk, next, restore } = sides;
  if (disk.kind === 'absent') {
    const isMissed = recorded === undefined || restore || next.isGiven === true;
    return { action: isMissed ? 'create' : 'deleted-by-user' };
  }
  const isMadeFrom = next.madeFrom !== undefined && isText(disk, next.madeFrom);
  // What is written was read and completed: it is no edit that the generator does not know.
  if (isMadeFrom && next.ownership === 'owned') return { action: 'rewrite' };
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
  if (isMadeFrom || isPristine(recorded, disk)) return { action: 'rewrite' };
  return decideEdited(recorded, next);
}

/** A person edited the file: where the generator has nothing new, theirs stays as it is; else the two are merged. */
function decideEdited(recorded: LockEntry, next: OutputFile): Decision {
  const isMerged =
    next.isGiven !== true && ![recorded.ownership, next.ownership].includes('frozen');
  if (!isMerged) return { action: 'obstacle', reason: 'edited' };
  if (recorded.sha256 === sha256(next.text)) return { action: 'keep' };
  const isBaseKept = recorded.ownership === 'generated' && next.ownership === 'generated';
  return isBaseKept ? { action: 'merge' } : { action: 'obstacle', reason: 'edited' };
}

function decideDropped({ recorded, disk, drop, isRetired = false }: Sides): Decision {
  if (recorded === undefined) return { action: 'forget' };
  if (recorded.ownership === 'history' && !isRetired) {
    if (disk.kind === 'absent') return { action: 'deleted-by-user' };
    return { action: isPristine(recorded, disk) ? 'unchanged' : 'keep' };
  }
  if (disk.kind === 'absent') return { action: recorded.deleted ? 'remember-deleted' : 'forget' };
  if (drop && disk.kind === 'file' && isDroppable(recorded)) return { action: 'delete' };
  const isUnneeded = isRetired && recorded.ownership === 'owned' && isPristine(recorded, disk);
  if (isUnneeded) return { action: 'delete' };
  if (recorded.ownership === 'owned' || recorded.ownership === 'frozen') {
    return { action: 'leave', because: recorded.ownership };
  }
  if (disk.kind !== 'file') return { action: 'leave', because: disk.kind };
  return isPristine(recorded, disk) ? { action: 'delete' } : { action: 'leave', because: 'edited' };
}

/** Contracts and history go with the versions that they are of, and not by themselves. */
function isDroppable({ ownership }: LockEntry): boolean {
  return ownership === 'generated' || ownership === 'owned';
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

function isText(disk: Entry, text: string): boolean {
  return disk.kind === 'file' && disk.identity === sha256(text);
}

function isPristine(recorded: LockEntry, disk: Entry): boolean {
  return disk.kind === 'file' && disk.identity === recorded.sha256;
}

function changesMode(recorded: LockEntry | undefined, mode: number, next: OutputFile): boolean {
  if (recorded === undefined) return false;
  return modeAfter(mode, recorded.executable, next.executable ?? false) !== mode;
}
