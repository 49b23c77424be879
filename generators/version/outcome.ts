import type { OpenStep } from '../../src/evolution/draft/open-step.ts';
import type { Refusal, Timeline, VersionRelease } from '../../src/lifecycle/index.ts';
import type { CommandOutcome } from '../command/outcome.ts';
import type { Subcommand } from './subcommands.ts';

/** How a run of `version` ended. */
export interface VersionOutcome extends CommandOutcome {
  readonly subcommand?: Subcommand;
  /** What changed, or would, in sentences. */
  readonly changes?: readonly string[];
  /** What is worth knowing. */
  readonly remarks?: readonly string[];
  readonly refusals?: readonly Refusal[];
  /** The step that is written. */
  readonly drafted?: OpenStep;
  readonly timeline?: Timeline;
  /** Of every version of which something is frozen. */
  readonly releases?: readonly VersionRelease[];
}
