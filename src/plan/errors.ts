/** Every error that this layer throws on purpose; its message is a sentence for people. */
export class PlanError extends Error {
  override readonly name: string = 'PlanError';
}

/** A path that would leave the destination, collide with another, or not exist on every system. */
export class UnsafePathError extends PlanError {
  override readonly name = 'UnsafePathError';
  readonly path: string;
  constructor(path: string, problem: string) {
    super(`${JSON.stringify(path)} is no safe path: ${problem}.`);
    this.path = path;
  }
}

/** A text to be written that is not Unicode with LF. */
export class InvalidTextError extends PlanError {
  override readonly name = 'InvalidTextError';
}

/** The lock cannot be read; `line` counts from 1. */
export class LockError extends PlanError {
  override readonly name = 'LockError';
  readonly line: number;
  constructor(line: number, problem: string) {
    super(`.resource-service/lock, line ${line}: ${problem}.`);
    this.line = line;
  }
}

/** The lock was written by a newer generator than this one. */
export class OlderGeneratorError extends PlanError {
  override readonly name = 'OlderGeneratorError';
}

/** The destination is not a directory and cannot become one. */
export class DestinationError extends PlanError {
  override readonly name = 'DestinationError';
}

/** Another generator is writing to the same destination. */
export class BusyError extends PlanError {
  override readonly name = 'BusyError';
}

/** What lies in the journal's place was not left there by a run of the generator on this machine. */
export class ForeignJournalError extends PlanError {
  override readonly name = 'ForeignJournalError';
}

/** A killed run left a journal: `recover` has to be called first. */
export class UnfinishedRunError extends PlanError {
  override readonly name = 'UnfinishedRunError';
}

/** A plan with obstacles was to be applied. */
export class ObstaclesError extends PlanError {
  override readonly name = 'ObstaclesError';
}

/** The disk is no longer as the plan saw it; nothing was written. */
export class StalePlanError extends PlanError {
  override readonly name = 'StalePlanError';
  readonly paths: readonly string[];
  constructor(paths: readonly string[]) {
    super(`Changed since the plan was made: ${paths.join(', ')}. Nothing was written; run again.`);
    this.paths = paths;
  }
}

/**
 * Writing failed. `outcome` tells how the destination is now: `rolled-back` as before, `completed` as planned, `unfinished` in
 * between until the next `recover`.
 */
export class ApplyError extends PlanError {
  override readonly name = 'ApplyError';
  readonly outcome: 'rolled-back' | 'completed' | 'unfinished';
  constructor(message: string, outcome: ApplyError['outcome'], cause: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** What a killed run left could be neither finished nor undone. */
export class RecoveryError extends PlanError {
  override readonly name = 'RecoveryError';
}
