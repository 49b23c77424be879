import type { LoadedKit } from '../../src/kits/index.ts';
import type { Reading, Specification } from '../../src/specification/index.ts';
import type { Outcome } from './outcome.ts';

/** A specification and where its service goes. */
export interface Source {
  readonly text: string;
  /** What the destination's own text was before a command changed it. */
  readonly madeFrom?: string;
  /** What the text is called in mistakes. */
  readonly file: string;
  /** What the text says, where it was read already. */
  readonly reading?: Reading;
  /** Absolute. */
  readonly destination: string;
  /**
   * `answers`: asked just now, so that they would be lost. `file`: another file. `there`: the destination's own. `defaults`:
   * nothing was asked.
   */
  readonly origin: 'answers' | 'file' | 'there' | 'defaults';
  /** With the origin `answers`. */
  readonly answers?: Specification;
  /** With the origin `answers`: the starter kits that it begins with. */
  readonly kits?: readonly LoadedKit[];
}

/** A specification, or the end of the run. */
export type Sourced = { readonly source: Source } | Ended;

export interface Ended {
  readonly outcome: Outcome;
}

export function ended(result: Outcome['result'], rest: Omit<Outcome, 'result'> = {}): Ended {
  return { outcome: { result, ...rest } };
}
