import { nearest } from '../../src/specification/nearest.ts';
import type { Failure } from '../command/failure.ts';
import { commands } from './options.ts';
import { shownPlace, specificationFile } from './place.ts';

/** With `--spec`: the destination has a service.yaml of its own that somebody wrote or edited. */
export const otherSpecification: Failure = {
  where: '--spec',
  what: 'The destination has a service.yaml of its own, which is not replaced.',
  whatToDo: 'Leave --spec out to write the service from that one, or choose another --destination.',
};

/** `name`: of the new service. One that is almost a command was meant as that. */
export function nobodyToAsk(name: string | undefined): Failure {
  const command = name === undefined ? undefined : nearest(name, commands);
  if (name !== undefined && command !== undefined) {
    return {
      where: name,
      what: 'There is no such command, and no terminal to ask about a new service of that name on.',
      whatToDo: `Did you mean resource-service ${command}?`,
    };
  }
  return {
    where: 'resource-service',
    what: 'There is no terminal to ask questions on, and no answers were given.',
    whatToDo:
      'Give a specification (--spec FILE), or a name and --yes for the smallest service (resource-service order-desk --yes).',
  };
}

export const nobodyToEdit: Failure = {
  where: '--edit',
  what: 'There is no terminal to ask questions on.',
  whatToDo: 'Change service.yaml, or use resource-service resource NAME FIELD..., and run again.',
};

export const nothingToEdit: Failure = {
  where: '--edit',
  what: 'There is no service.yaml whose answers could be changed.',
  whatToDo: 'Run it in the directory of a service, or leave --edit out to begin a new one.',
};

export function noService(destination: string, cwd: string): Failure {
  return {
    where: shownPlace(cwd, destination),
    what: `There is no ${specificationFile}.`,
    whatToDo: 'Run it where the service is, or name that: --destination DIR.',
  };
}

export const noName: Failure = {
  where: '--yes',
  what: 'A new service needs a name.',
  whatToDo: 'Give one: resource-service order-desk --yes',
};

export function otherName(name: string, inFile: string, where: string): Failure {
  return {
    where: name,
    what: `The service in ${where} is named ${inFile}.`,
    whatToDo: 'Leave the name out, or give another --destination for a new service.',
  };
}

export function notGenerated(where: string): Failure {
  return {
    where,
    what: 'No service that the generator keeps is here: there is no service.yaml with a .resource-service/lock.',
    whatToDo: 'Run it in the directory of a service, or name one with --destination DIR.',
  };
}
