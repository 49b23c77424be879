/** Something that a check of a service found. */
export interface Finding {
  readonly kind: FindingKind;
  /** A file of the service, with line and column where it is the specification. */
  readonly where: string;
  /** What is wrong and what to do, for people. */
  readonly message: string;
}

export type FindingKind =
  /** The specification is refused. */
  | 'invalid'
  /** A released version would be another for its clients. */
  | 'breaking'
  /** A person and the generator changed the same place, or something else is in the way of a file. */
  | 'conflict'
  | 'in-the-way'
  /** The lock or the pristine texts are missing, damaged or do not fit. */
  | 'records'
  /** Another version of the generator made the service. */
  | 'generator'
  /** A run was stopped while it wrote. */
  | 'unfinished'
  /** What a generation would do with a file. */
  | 'create'
  | 'rewrite'
  | 'merge'
  | 'delete';

/** A generated file that a person changed. */
export interface HandEdit {
  readonly path: string;
  readonly what: 'edited' | 'deleted' | 'no longer generated';
  /** With `deleted`: the most similar file that is not generated, where it may have been moved to. */
  readonly similar?: string;
}

/** Something that is no finding, because no generation changes it, and that a person should decide. */
export interface Reminder {
  /** The file, and the name of the feature. */
  readonly where: string;
  readonly message: string;
}

export interface CheckResult {
  /** 0: current; 1: a generation would change something; 2: invalid, breaking, or in conflict. */
  readonly status: 0 | 1 | 2;
  /** Sorted by place and kind. */
  readonly findings: readonly Finding[];
  /** Sorted by path. None of them is a finding. */
  readonly edits: readonly HandEdit[];
  /** In the order of the specification; absent: there are none. */
  readonly reminders?: readonly Reminder[];
}
