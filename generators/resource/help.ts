import { answersHelp } from '../app/answers-help.ts';
import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const resourceHelp = `Usage
  resource-service resource [NAME] [FIELD...] [options]
  yo resource-service:resource [NAME] [FIELD...] [options]

Adds a resource to the service of this directory, or changes one: by prompts, or
in one line with its fields. It edits service.yaml, keeps its comments, shows
the plan of files, and regenerates.

A FIELD is name:type. Behind it stand ! for required, ? for nullable, * for
unique, and last =value for a default: total:decimal(12,2)! note:text?
book:reference refers to the resource book. -note removes a field. Shells want
quotes around parentheses and !.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(31)}  ${options.get(name).says}`).join('\n')}

${answersHelp}

Exit status
  0  done, or nothing to do
  1  wrong usage, a failure, or left without writing
  2  mistakes in the specification, a change that a released version does not
     permit, or files in the way
  130  stopped with Ctrl-C; nothing was written

Examples
  resource-service resource
  resource-service resource loan
  resource-service resource loan --parent member 'due:date!' book:reference
`;
