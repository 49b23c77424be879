import { PlanError, UnfinishedRunError } from '../../src/plan/index.ts';
import { describe, codeOf } from '../../src/plan/io-errors.ts';
import type { Failure } from './failure.ts';

/** Something that was thrown, for people. */
export function failureOf(error: unknown, where: string): Failure {
  if (error instanceof UnfinishedRunError) {
    return {
      where,
      what: error.message,
      whatToDo: 'Run without --dry-run: that finishes it or takes it back.',
    };
  }
  if (error instanceof PlanError) {
    return { where, what: error.message, whatToDo: 'Put that right and run again.' };
  }
  if (codeOf(error) !== undefined) {
    return { where, what: `${describe(error)}.`, whatToDo: 'Put that right and run again.' };
  }
  return {
    where: 'generator',
    what: `This should not have happened: ${error instanceof Error ? error.message : String(error)}.`,
    whatToDo: 'Run again with DEBUG=1 to see where, and report it with that.',
  };
}

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
