import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const ejectHelp = `Usage
  resource-service eject [options]
  yo resource-service:eject [options]

Takes a service out of the generator. It generates the service once more, so
that it is what service.yaml says, and removes what a next generation would
need: .resource-service, the scripts that serve the generator, and the lines
that speak of it. Your edits stay. What is left is a plain project: it builds,
starts, and passes its own tests. No later run can generate it again; git has
the commit of before.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(18)} ${options.get(name).says}`).join('\n')}

Exit status
  0  done
  1  wrong usage, a failure, or left without writing
  2  mistakes in the specification, or files in the way; nothing was written
     but FILE.conflict for each FILE in conflict
  130  stopped with Ctrl-C; nothing was written

Examples
  resource-service eject --dry-run
  resource-service eject --yes
`;
