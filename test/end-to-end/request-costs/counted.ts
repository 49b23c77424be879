/** What one request costs a service, in figures that no noise moves. */
export interface Counted {
  /** Statements that the database runs. */
  readonly statements: number;
  /** Calls of the service's own functions, how many functions these are, and in how many files. */
  readonly calls: number;
  readonly functions: number;
  readonly files: number;
  /** Turns of the microtask queue: continuations of promises, those of libraries among them. */
  readonly turns: number;
}

export interface Counts {
  /** With the work in the background that a change leaves, which is done in as many steps as the clock has it. */
  readonly soFar: Counted;
  /** Absent before the answer is sent. */
  readonly untilAnswer?: Counted;
}
