import * as plan from '../../src/plan/index.ts';
import { describe, codeOf } from '../../src/plan/io-errors.ts';
import type { Failure } from './failure.ts';

const again = 'Put that right and run again.';

/** What to do about what the plan refuses; for its other errors, `again`. */
const remedies = [
  [plan.UnfinishedRunError, 'Run without --dry-run: that finishes it or takes it back.'],
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

/** With `--spec`: the destination has a service.yaml of its own that somebody wrote or edited. */
export const otherSpecification: Failure = {
  where: '--spec',
  what: 'The destination has a service.yaml of its own, which is not replaced.',
  whatToDo: 'Leave --spec out to write the service from that one, or choose another --destination.',
};

export const nobodyToAsk: Failure = {
  where: 'resource-service',
  what: 'There is no terminal to ask questions on, and no answers were given.',
  whatToDo:
    'Give a specification (--spec FILE), or a name and --yes for the smallest service (resource-service order-desk --yes).',
};

export const noName: Failure = {
  where: '--yes',
  what: 'A new service needs a name.',
  whatToDo: 'Give one: resource-service order-desk --yes',
};

export const notConfirmed: Failure = {
  where: 'resource-service',
  what: 'There is no terminal to confirm the changes on.',
  whatToDo: 'Look at them with --dry-run, then run with --yes.',
};

export function otherName(name: string, inFile: string, where: string): Failure {
  return {
    where: name,
    what: `The service in ${where} is named ${inFile}.`,
    whatToDo: 'Leave the name out, or give another --destination for a new service.',
  };
}
