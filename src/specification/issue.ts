/** A place in the specification: keys and, in lists, positions counted from 0. */
export type Path = readonly (string | number)[];

/** What is wrong and what could be done about it. */
export interface IssueDetails {
  /** A stable word for the kind of mistake, such as `unknown-key`. */
  readonly code: string;
  readonly message: string;
  readonly found?: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}

/** An issue at a place of the specification that has no line and column yet. */
export interface Issue extends IssueDetails {
  readonly path: Path;
  /** Whether the key is at issue or its value. */
  readonly at: 'key' | 'value';
  /** The place in the text, where the path alone does not tell it, such as that of a key written twice. */
  readonly offset?: number;
}

export function atKey(path: Path, details: IssueDetails): Issue {
  return { path, at: 'key', ...details };
}

export function atValue(path: Path, details: IssueDetails): Issue {
  return { path, at: 'value', ...details };
}

/** The issue of a key as a list, which is empty without an issue. */
export function keyIssues(path: Path, details: IssueDetails | undefined): Issue[] {
  return details === undefined ? [] : [atKey(path, details)];
}

/** The issue of a value as a list, which is empty without an issue. */
export function valueIssues(path: Path, details: IssueDetails | undefined): Issue[] {
  return details === undefined ? [] : [atValue(path, details)];
}

/** The issue of a value that a message describes, as a list. */
export function complainedValue(path: Path, code: string, message: string | undefined): Issue[] {
  return message === undefined ? [] : [atValue(path, { code, message })];
}
