import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const kitHelp = `Usage
  resource-service kit inspect REF       what a kit says
  resource-service kit outdated          which kits of a service have another version
  resource-service kit upgrade [REF...]  take the kits that are there, and regenerate
  resource-service kit save DIR          make a kit of what a service has
  yo resource-service:kit ...

A starter kit holds what the services of an organisation have in common:
defaults, locked values, allowed choices, policies, first resources. It is a
directory or an npm package with a kit.yaml. A service names its kits with
version and integrity in service.yaml; resource-service --kit REF adds one.

REF is a kit that comes with the generator (public-api, internal-service,
prototype), an npm package that is installed, or a directory such as ./kits/acme.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(20)} ${options.get(name).says}`).join('\n')}

kit upgrade takes the options of resource-service, such as --yes and --dry-run.

Exit status
  0  done; outdated: every kit is current
  1  wrong usage or a failure; outdated: another version of a kit is there
  2  mistakes in a kit or in the specification; outdated: a kit is missing, or has
     another text than the one that was pinned, or nothing could be compared

Examples
  resource-service kit inspect public-api
  resource-service kit outdated --json
  resource-service kit save ../kits/acme --lock 'versioning.strategy=One for all.'
`;
