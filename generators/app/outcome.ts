import type { Mistake } from '../../src/specification/index.ts';
import type { CommandOutcome } from '../command/outcome.ts';

/** How a run ended. */
export interface Outcome extends CommandOutcome {
  /** What of the specification is not refused and still worth knowing. */
  readonly warnings?: readonly Mistake[];
  /** With the result `interrupted`: the files were written before. */
  readonly written?: boolean;
}
