/** One mistake in a specification, at its place in the file. */
export interface Mistake {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units, as editors count. */
  readonly column: number;
  /** Keys and, in lists, positions counted from 0. */
  readonly path: readonly (string | number)[];
  /** A stable word for the kind of mistake, such as `unknown-key`. */
  readonly code: string;
  readonly message: string;
  /** What is written there. */
  readonly found?: string;
  /** What could be written there, where that is a short list. */
  readonly allowed?: readonly string[];
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** A person reads no more at once, and a file that a program wrote can have hundreds of thousands. */
export const mostMistakes = 100;

/** The code of the one that stands for all that are not listed. */
export const moreMistakes = 'more-mistakes';

/** The first of them, and behind them how many more there are, at the place of the next. */
export function firstMistakes(mistakes: readonly Mistake[]): Mistake[] {
  const next = mistakes[mostMistakes];
  if (next === undefined) return [...mistakes];
  const { file, line, column } = next;
  const others = mistakes.length - mostMistakes;
  const message = `${others} more ${others === 1 ? 'mistake is' : 'mistakes are'} not listed; put those above right first`;
  const more: Mistake = { file, line, column, path: [], code: moreMistakes, message };
  return [...mistakes.slice(0, mostMistakes), more];
}
