import type { Plan } from '../../src/plan/index.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';

/** How a run tells what it does: to a person, or as one JSON document at the end. */
export interface Report {
  /** A line that is worth knowing on the way. */
  note(text: string): void;
  /** What would happen to every file. */
  plan(plan: Plan, detail: 'brief' | 'full' | 'diff'): void;
  progress(text: string): Progress;
  /** The last words; once. */
  end(outcome: Outcome): void;
}

/** Where a report goes. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}
