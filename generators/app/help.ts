import { shownOption } from '../command/options.ts';
import { options, type OptionName } from './options.ts';

export const helpText = `Usage
  resource-service [NAME] [options]
  yo resource-service [NAME] [options]

Asks for the nine parts of an HTTP resource service, keeps the answers in
service.yaml, and writes a complete TypeScript service. In a directory that has
a service.yaml, it writes the service again from that file. Every file is shown
before anything is written, and nothing that you edited is ever overwritten.

Arguments
  NAME                             name of a new service, such as order-desk

Options
${options.names.map(optionLine).join('\n')}

Where the service goes, unless --destination says it: into the current directory
if that is empty or has a service.yaml, otherwise into ./NAME.

Exit status
  0  done, or nothing to do
  1  wrong usage, a failure, or left without writing
  2  mistakes in the specification, or files in the way; nothing was written
  130  stopped with Ctrl-C; nothing was written

Examples
  resource-service                          ask everything
  resource-service order-desk --yes         the smallest service, nothing asked
  resource-service --spec service.yaml      from a file
  resource-service --dry-run                what a regeneration would change
`;

function optionLine(name: OptionName): string {
  const option = options.get(name);
  return `  ${shownOption(name, option).padEnd(31)}  ${option.says}`;
}
