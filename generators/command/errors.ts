import * as plan from '../../src/plan/index.ts';
import { describe, codeOf } from '../../src/plan/io-errors.ts';
import type { Failure } from './failure.ts';
import { Interrupted, type CommandOutcome } from './outcome.ts';

/** How a run ends by something that was thrown; with DEBUG it is noted where. */
export function endedBy(
  error: unknown,
  where: string,
  note: (text: string) => void,
): Pick<CommandOutcome, 'result' | 'failures'> {
  if (error instanceof Interrupted) return { result: 'interrupted' };
  if (process.env['DEBUG'] !== undefined && error instanceof Error) note(error.stack ?? '');
  return { result: 'failed', failures: [failureOf(error, where)] };
}

const again = 'Put that right and run again.';

/** What to do about what the plan refuses; for its other errors, `again`. */
const remedies = [
  [plan.UnfinishedRunError, 'Run without --dry-run: that finishes it or takes it back.'],
  [
    plan.ForeignJournalError,
    'Remove it and run again. Files that its run had written already are taken as they are where they fit.',
  ],
  [plan.DestinationError, 'Choose another --destination.'],
  [plan.BusyError, 'Wait until it has ended and run again.'],
  [plan.StalePlanError, 'Run again, and look at the new plan.'],
  [plan.LockError, 'Take the file from version control and run again.'],
] as const;

/** Something that was thrown, for people. */
export function failureOf(error: unknown, where: string): Failure {
  if (error instanceof plan.PlanError) {
    const remedy = remedies.find(([kind]) => error instanceof kind)?.[1] ?? again;
    return { where, what: error.message, whatToDo: remedy };
  }
  if (codeOf(error) !== undefined) return { where, what: `${describe(error)}.`, whatToDo: again };
  const message = error instanceof Error ? error.message : String(error);
  return {
    where: 'generator',
    what: `This should not have happened: ${message}`,
    whatToDo: 'Run again with DEBUG=1 to see where, and report it with that.',
  };
}
