import { harmless, row } from '../../row.ts';
import type { DocumentPart } from './document-part.ts';

/** What a document says of the service as a whole, and what is only said. */
export const service: DocumentPart = {
  title: 'OpenAPI documents: the service',
  rows: {
    O01: harmless('version of the document changed'),
    O02: harmless('summary, description, example, tag or another text changed'),
    O03: harmless('extension (x-…) changed'),
    O06: row('rule changed, which cannot be judged', 'edge-case', 'edge-case', {
      harm: 'Requests that were valid may be refused, and readers may meet what they do not expect.',
    }),
    O08: row('operationId changed', 'edge-case', 'edge-case', {
      harm: 'Clients that are generated from the document get another name for the operation.',
    }),
    O09: harmless('version of OpenAPI changed'),
    O10: harmless('server added'),
    O11: row('order of the servers changed', 'edge-case', 'edge-case', {
      harm: 'Clients that are generated from the document call another server.',
    }),
    O12: row('path in front of all paths changed', 'breaking', 'breaking', {
      lens: 'automatic',
      harm: 'Requests to the addresses of before are answered with 404.',
    }),
    O13: row('value of a variable of a server removed', 'breaking', 'breaking', {
      lens: 'automatic',
      harm: 'Clients call the address of before.',
    }),
    O14: row('default of a variable of a server changed', 'edge-case', 'edge-case', {
      harm: 'Clients that choose no value call another address.',
    }),
    O15: harmless('value of a variable of a server added'),
  },
};
