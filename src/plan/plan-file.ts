import { toNothing, toText } from './change.ts';
import type { Decision, Sides } from './decide.ts';
import type { Entry } from './disk.ts';
import { edited, foreign, obstacleAt } from './obstacles.ts';
import { sha256 } from './text.ts';
import type {
  Change,
  FileConflict,
  LockEntry,
  Obstacle,
  ObstacleReason,
  OutputFile,
  PlannedFile,
} from './types.ts';

/** All that is known of one path. */
export interface Situation extends Sides {
  readonly path: string;
  /** Whether the text that the lock records is stored. */
  readonly hasBase: boolean;
}

/** What that means for the plan. */
export interface FilePlan {
  readonly planned?: PlannedFile;
  readonly obstacles: readonly Obstacle[];
  /** The next lock's line. */
  readonly entry?: LockEntry;
  readonly changes?: readonly Change[];
  /** Both a person and the generator changed the same places. */
  readonly conflict?: FileConflict;
}

/** Turns a decision about a file into its part of the plan; one to merge is not its affair. Pure. */
export function planFile(
  situation: Situation,
  decision: Exclude<Decision, { action: 'merge' }>,
): FilePlan {
  const { next, recorded } = situation;
  if (next !== undefined) return wantedOutcome({ ...situation, next }, decision);
  return recorded === undefined
    ? { obstacles: [] }
    : droppedOutcome({ ...situation, recorded }, decision);
}

function wantedOutcome(
  situation: Situation & { readonly next: OutputFile },
  decision: Exclude<Decision, { action: 'merge' }>,
): FilePlan {
  const { path, recorded, next, disk } = situation;
  const named = namedOf(situation, next);
  const executable = executableOf(situation, next);
  const entry = entryOf(situation, next);
  const after = next.text;
  switch (decision.action) {
    case 'obstacle':
      return { obstacles: [toObstacle(situation, decision.reason)] };
    case 'create': {
      const change = toText(path, disk, after, executable);
      const planned: PlannedFile = { ...named, action: 'create', after };
      return { planned, obstacles: [], entry, changes: [change] };
    }
    case 'unchanged':
      return { planned: { ...named, action: 'unchanged' }, obstacles: [], entry };
    case 'rewrite': {
      const before = textOf(disk);
      const change = toText(path, disk, after, executable);
      const planned: PlannedFile = { ...named, action: 'rewrite', before, after };
      return { planned, obstacles: [], entry, changes: [change] };
    }
    case 'keep': {
      const planned: PlannedFile = { ...named, action: 'keep' };
      // Of what is written once, the lock keeps the text that was written.
      const isOnce = next.ownership === 'owned' || next.ownership === 'frozen';
      const kept = isOnce ? { ...entry, sha256: recorded?.sha256 ?? entry.sha256 } : entry;
      return { planned, obstacles: [], entry: kept };
    }
    default: {
      const planned: PlannedFile = { ...named, action: 'deleted-by-user' };
      return { planned, obstacles: [], entry: { ...(recorded ?? entry), deleted: true } };
    }
  }
}

function droppedOutcome(
  situation: Situation & { readonly recorded: LockEntry },
  decision: Exclude<Decision, { action: 'merge' }>,
): FilePlan {
  const { path, recorded, disk } = situation;
  const named = { path, ownership: recorded.ownership, template: recorded.template };
  switch (decision.action) {
    case 'delete': {
      const planned: PlannedFile = { ...named, action: 'delete', before: textOf(disk) };
      return { planned, obstacles: [], changes: [toNothing(path, disk)] };
    }
    case 'leave': {
      const planned: PlannedFile = { ...named, action: 'leave', because: decision.because };
      return { planned, obstacles: [], entry: { ...recorded, deleted: false } };
    }
    case 'keep':
    case 'unchanged':
      return {
        planned: { ...named, action: decision.action },
        obstacles: [],
        entry: { ...recorded, deleted: false },
      };
    case 'deleted-by-user': {
      const planned: PlannedFile = { ...named, action: 'deleted-by-user' };
      return { planned, obstacles: [], entry: { ...recorded, deleted: true } };
    }
    case 'remember-deleted':
      return { obstacles: [], entry: recorded };
    default:
      return { obstacles: [] };
  }
}

/** The next lock's line of a file that is generated. */
export function entryOf(situation: Pick<Situation, 'path'>, next: OutputFile): LockEntry {
  return {
    ...namedOf(situation, next),
    sha256: sha256(next.text),
    executable: next.executable ?? false,
    deleted: false,
    ...(next.formatted === undefined ? {} : { formatted: next.formatted }),
  };
}

export function namedOf({ path }: Pick<Situation, 'path'>, { ownership, template }: OutputFile) {
  return { path, ownership, template };
}

/** Whether a file was and will be a program. */
export function executableOf({ recorded }: Pick<Situation, 'recorded'>, next: OutputFile) {
  return { recorded: recorded?.executable ?? false, next: next.executable ?? false };
}

function toObstacle(
  { path, disk, recorded, hasBase }: Situation,
  reason: ObstacleReason,
): Obstacle {
  if (disk.kind === 'link' || disk.kind === 'not-a-file') {
    return obstacleAt(path, disk.kind, disk.at);
  }
  if (reason === 'foreign') return foreign(path);
  if (recorded?.ownership !== 'generated') return edited(path, 'none');
  return edited(path, hasBase ? 'stored' : 'lost');
}

function textOf(disk: Entry): string {
  return disk.kind === 'file' ? (disk.text ?? '') : '';
}
