import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const checkHelp = `Usage
  resource-service check [options]
  yo resource-service:check [options]

Tells whether a service is what its service.yaml generates, for CI. It writes
nothing, asks nothing and needs no network. What you edited in generated files
is no finding, as long as the generator has nothing new for them. A deprecated
feature past its sunset is listed, and changes no exit status.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(18)} ${options.get(name).says}`).join('\n')}

Exit status
  0  current
  1  a generation would change something: files, the records in
     .resource-service, or the version of the generator that made them
  2  the specification is invalid, a released version would change for its
     clients, or files are in conflict or in the way; also wrong usage

Examples
  resource-service check
  resource-service check --edits --json
`;
