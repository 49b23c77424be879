import type { OpenStep } from '../../src/evolution/draft/open-step.ts';
import type { PlannedMigration } from '../../src/migrations/plan-migration.ts';
import type { Mistake } from '../../src/specification/index.ts';
import type { TypeFinding } from './check-types.ts';
import type { CommandOutcome } from '../command/outcome.ts';

/** How a run ended. */
export interface Outcome extends CommandOutcome {
  /** What of the specification is not refused and still worth knowing. */
  readonly warnings?: readonly Mistake[];
  /** With the result `refused`: the files that were written all the same, in which conflicts are decided. */
  readonly conflictFiles?: readonly string[];
  /** With the result `written`: what the type checker of the service says of it. Advice: the files are written. */
  readonly typeFindings?: readonly TypeFinding[];
  /** With the result `written`: packages that are not installed, so that the types were not checked. */
  readonly missingPackages?: readonly string[];
  /** That the plan adds. */
  readonly migration?: PlannedMigration;
  /** The step to the newest version, where it was made or completed. */
  readonly drafted?: OpenStep;
  /** With the result `written`: the service has left the generator. */
  readonly isEjected?: boolean;
  /** With the result `interrupted`: the files were written before. */
  readonly written?: boolean;
}
