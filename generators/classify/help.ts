import { shownOption } from '../command/options.ts';
import { options } from './options.ts';

export const classifyHelp = `Usage
  resource-service classify OLD NEW [options]
  yo resource-service:classify OLD NEW [options]

Compares two specifications, or two OpenAPI documents, and says of each change
what it does to clients of OLD, and what to do about it. It reads the two files
and writes nothing.

Arguments
  OLD, NEW   service.yaml files, or specification.json of a frozen version, as
             in contracts/v1/1.0.0; or two OpenAPI documents of version 3.0 or
             3.1, in YAML or JSON, each in one file

Options
${options.names.map((name) => `  ${shownOption(name, options.get(name)).padEnd(9)}  ${options.get(name).says}`).join('\n')}

With --json: { changes: [{ id, path, change, request, response, class, action,
lens, message }], verdict }, sorted by path and id. The ids are those of
docs/changes.md of the generator, which explains every row.

Exit status
  0  pass: no client of OLD has to know
  1  review: clients may meet what they do not expect; acknowledge it
  2  version: clients break; make it in a new version
  3  wrong usage, or a file that is not readable, not valid, or not of the
     same kind as the other

Examples
  resource-service classify old/service.yaml service.yaml
  resource-service classify contracts/v1/1.0.0/specification.json service.yaml --json
  resource-service classify old/openapi.yaml openapi.yaml
`;
