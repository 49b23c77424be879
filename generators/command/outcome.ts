import type { Plan } from '../../src/plan/index.ts';
import type { Mistake } from '../../src/specification/index.ts';
import type { Failure } from './failure.ts';

/** How a run ended. The last messages and the exit status are made from it. */
export interface CommandOutcome {
  readonly result: Result;
  /** Absolute. */
  readonly destination?: string;
  readonly plan?: Plan;
  readonly mistakes?: readonly Mistake[];
  readonly failures?: readonly Failure[];
  /** What to run next, in the destination. */
  readonly nextCommands?: readonly string[];
}

export type Result =
  /** Files were written, or everything was current. */
  | 'written'
  | 'current'
  /** `--dry-run`. */
  | 'planned'
  /** It was to be shown, and nothing to be written. */
  | 'shown'
  /** Wrong usage, or something that is missing. */
  | 'usage'
  /** The specification has mistakes, a rule forbids it, or files are in the way. */
  | 'refused'
  /** The person left without writing. */
  | 'left'
  /** Something did not work. */
  | 'failed'
  | 'interrupted';

const statuses: Readonly<Record<Result, number>> = {
  written: 0,
  current: 0,
  planned: 0,
  shown: 0,
  usage: 1,
  left: 1,
  failed: 1,
  refused: 2,
  interrupted: 130,
};

/** Never 0 when something was refused. */
export function exitStatusOf({ result, plan }: CommandOutcome): number {
  if (result === 'planned' && plan !== undefined && plan.obstacles.length > 0) return 2;
  return statuses[result];
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
