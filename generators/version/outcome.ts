import type { Plan } from '../../src/plan/index.ts';
import type { Refusal, Timeline } from '../../src/lifecycle/index.ts';
import type { Mistake } from '../../src/specification/index.ts';
import type { Failure } from '../app/failure.ts';
import type { Subcommand } from './subcommands.ts';

/** How a run of `version` ended; all that is told, and the exit status, are made from it. */
export interface VersionOutcome {
  readonly result: VersionResult;
  readonly subcommand?: Subcommand;
  /** Absolute. */
  readonly destination?: string;
  /** What changed, or would, in sentences. */
  readonly changes?: readonly string[];
  /** What is worth knowing. */
  readonly remarks?: readonly string[];
  readonly plan?: Plan;
  readonly refusals?: readonly Refusal[];
  readonly mistakes?: readonly Mistake[];
  readonly failures?: readonly Failure[];
  readonly timeline?: Timeline;
  /** What to run next, in the destination. */
  readonly nextCommands?: readonly string[];
}

export type VersionResult =
  | 'written'
  /** Nothing is to be done. */
  | 'current'
  /** `--dry-run`. */
  | 'planned'
  /** `status`. */
  | 'shown'
  | 'usage'
  /** By a rule, by mistakes in the specification, or by files in the way. */
  | 'refused'
  /** The person left without writing. */
  | 'left'
  | 'failed'
  | 'interrupted';

const statuses: Readonly<Record<VersionResult, number>> = {
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
export function exitStatusOf({ result, plan }: VersionOutcome): number {
  if (result === 'planned' && plan !== undefined && plan.obstacles.length > 0) return 2;
  return statuses[result];
}
