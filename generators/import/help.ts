import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const importHelp = `Usage
  resource-service import FILE [options]
  yo resource-service:import FILE [options]

Writes service.yaml out of an OpenAPI document, and lists what of the document
is not in it as it is written there. Collections of its paths become resources,
schemas of bodies become fields, a POST to a word behind a row becomes an
action, and query parameters of lists become filters, sort keys and pages. A
service.yaml that is there already is never overwritten.

Arguments
  FILE   a document of OpenAPI 3.0 or 3.1, in JSON or YAML, of at most 8 MiB.
         Nothing outside of it is read: neither other files nor addresses.

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(18)} ${options.get(name).says}`).join('\n')}

Each line of the list has a kind, the line in the document and its place, which
is a JSON Pointer (RFC 6901):
  dropped       service.yaml does not have it
  guessed       the document does not say it; look whether it is right
  renamed       clients find it under another name or at another address
  kept-as-json  a field takes any JSON value, because it has no type here
Extensions (x-…), headers of answers and external documentation are not read,
and every list is answered as pages of services are.

With --json: { written, file, resources: [{ name, address, methods }],
findings: [{ at, line, kind, message }], errors }.

Exit status
  0  done
  1  wrong usage, a file that cannot be read, or a service.yaml in the way
  2  no service can be made of the document; the message says why

Examples
  resource-service import openapi.yaml --destination order-desk
  resource-service import openapi.json --dry-run
`;
