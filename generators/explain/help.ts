import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const explainHelp = `Usage
  resource-service explain KEY [options]
  yo resource-service:explain KEY [options]

Tells what a key of service.yaml is for, which value holds, and where that comes
from: the generator's default, a starter kit (locked or not, and why), or a line
of service.yaml. Of a mapping, it tells so for each value in it.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(18)} ${options.get(name).says}`).join('\n')}

Exit status
  0  explained
  1  wrong usage, or there is no such key
  2  mistakes in the specification

Examples
  resource-service explain versioning.strategy
  resource-service explain limits
`;
