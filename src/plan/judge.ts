import { toNothing, toText } from './change.ts';
import { decide, type Decision, type Sides } from './decide.ts';
import type { Entry } from './disk.ts';
import { edited, foreign, obstacleAt } from './obstacles.ts';
import { sha256 } from './text.ts';
import type {
  Change,
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
export interface Judgement {
  readonly planned?: PlannedFile;
  readonly obstacles: readonly Obstacle[];
  /** The next lock's line. */
  readonly entry?: LockEntry;
  readonly change?: Change;
}

/** Turns the decision about a file into its part of the plan. Pure. */
export function judge(situation: Situation): Judgement {
  const { next, recorded } = situation;
  const decision = decide(situation);
  if (next !== undefined) return wantedOutcome({ ...situation, next }, decision);
  return recorded === undefined
    ? { obstacles: [] }
    : droppedOutcome({ ...situation, recorded }, decision);
}

function wantedOutcome(
  situation: Situation & { readonly next: OutputFile },
  decision: Decision,
): Judgement {
  const { path, recorded, next, disk } = situation;
  const named = { path, ownership: next.ownership, template: next.template };
  const executable = { recorded: isExecutable(recorded), next: next.executable ?? false };
  const entry: LockEntry = {
    ...named,
    sha256: sha256(next.text),
    executable: executable.next,
    deleted: false,
    ...(next.formatted === undefined ? {} : { formatted: next.formatted }),
  };
  const after = next.text;
  switch (decision.action) {
    case 'obstacle':
      return { obstacles: [toObstacle(situation, decision.reason)] };
    case 'create': {
      const change = toText(path, disk, after, executable);
      return { planned: { ...named, action: 'create', after }, obstacles: [], entry, change };
    }
    case 'unchanged':
      return { planned: { ...named, action: 'unchanged' }, obstacles: [], entry };
    case 'rewrite': {
      const before = textOf(disk);
      const change = toText(path, disk, after, executable);
      const planned: PlannedFile = { ...named, action: 'rewrite', before, after };
      return { planned, obstacles: [], entry, change };
    }
    case 'keep': {
      const planned: PlannedFile = { ...named, action: 'keep' };
      const kept = { ...entry, sha256: recorded?.sha256 ?? entry.sha256 };
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
  decision: Decision,
): Judgement {
  const { path, recorded, disk } = situation;
  const named = { path, ownership: recorded.ownership, template: recorded.template };
  switch (decision.action) {
    case 'delete': {
      const planned: PlannedFile = { ...named, action: 'delete', before: textOf(disk) };
      return { planned, obstacles: [], change: toNothing(path, disk) };
    }
    case 'leave': {
      const planned: PlannedFile = { ...named, action: 'leave', because: decision.because };
      return { planned, obstacles: [], entry: { ...recorded, deleted: false } };
    }
    case 'remember-deleted':
      return { obstacles: [], entry: recorded };
    default:
      return { obstacles: [] };
  }
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

function isExecutable(recorded: LockEntry | undefined): boolean {
  return recorded?.executable ?? false;
}

function textOf(disk: Entry): string {
  return disk.kind === 'file' ? (disk.text ?? '') : '';
}
