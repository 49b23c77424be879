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
