/** A place in the specification: keys and, in lists, positions counted from 0. */
export type Path = readonly (string | number)[];

/** What is wrong and what could be done about it. */
export interface Judgement {
  /** A stable word for the kind of mistake, such as `unknown-key`. */
  readonly code: string;
  readonly message: string;
  readonly found?: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}

/** A judgement about one place, which is not yet a line and a column. */
export interface Issue extends Judgement {
  readonly path: Path;
  /** Whether the key is at issue or its value. */
  readonly at: 'key' | 'value';
  /** The place in the text, where the path alone does not tell it, such as that of a key written twice. */
  readonly offset?: number;
}

export function atKey(path: Path, judgement: Judgement): Issue {
  return { path, at: 'key', ...judgement };
}

export function atValue(path: Path, judgement: Judgement): Issue {
  return { path, at: 'value', ...judgement };
}

/** A judgement about a key as a list of issues, which is empty where nothing is wrong. */
export function judgedKey(path: Path, judgement: Judgement | undefined): Issue[] {
  return judgement === undefined ? [] : [atKey(path, judgement)];
}

/** A judgement about a value as a list of issues, which is empty where nothing is wrong. */
export function judgedValue(path: Path, judgement: Judgement | undefined): Issue[] {
  return judgement === undefined ? [] : [atValue(path, judgement)];
}

/** A complaint about a value, in words, as a list of issues. */
export function complainedValue(path: Path, code: string, message: string | undefined): Issue[] {
  return message === undefined ? [] : [atValue(path, { code, message })];
}
