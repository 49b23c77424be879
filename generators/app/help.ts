import { shownOption } from '../command/options.ts';
import { answersHelp } from './answers-help.ts';
import { options, type OptionName } from './options.ts';

export const helpText = `Usage
  resource-service [NAME] [options]
  resource-service COMMAND [...]
  yo resource-service [NAME] [options]
  yo resource-service:COMMAND [...]

Asks for the nine parts of an HTTP resource service, keeps the answers in
service.yaml, and writes a complete TypeScript service. In a directory that has
a service.yaml, it writes the service again from that file. Every file is shown
before anything is written. What you edited in generated files is merged with
what is new; where both changed the same place, you decide.

Arguments
  NAME                             name of a new service, such as order-desk

Commands
  resource [NAME] [FIELD...]       add a resource to a service, or change one
  version release [LABEL]          release a version, or what was added to it
  version extend LABEL             add fields of the newest to an older version
  version draft                    draft the step to the next version
  version deprecate LABEL          ask clients to leave a version
  version limit LABEL              let a deprecated version answer less
  version reprieve LABEL           take a deprecation back
  version sunset LABEL             end a version
  version status                   show the versions over time
  classify OLD NEW                 what a changed specification does to clients
  import FILE                      service.yaml out of an OpenAPI document
  check                            tell whether the service is current, for CI
  kit inspect REF                  show what a starter kit says
  kit outdated                     tell which kits have another version
  kit upgrade [REF...]             take newer kits, and regenerate
  kit save DIR                     make a kit of this service
  explain KEY                      tell where a value of service.yaml comes from
  eject                            leave the generator, and keep a plain project
  completion bash|zsh|fish         what a shell needs to complete all this
  help [COMMAND]                   show this, or the help of a command

Options
${options.names.map(optionLine).join('\n')}

${answersHelp}

Where the service goes, unless --destination says it: with a NAME into ./NAME,
which is empty or not there yet, or into the current directory if that is empty
and has this name; without one into the current directory if that is empty, and
otherwise into a directory with the name of the service. A directory that has a
service.yaml is the service itself.

Exit status
  0  done, or nothing to do
  1  wrong usage, a failure, or left without writing
  2  mistakes in the specification, or files in the way; nothing was written
     but FILE.conflict for each FILE in conflict: edit it, take the marks out
     and run again
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
