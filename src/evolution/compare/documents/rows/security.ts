import { harmless, row } from '../../row.ts';
import type { DocumentPart } from './document-part.ts';

const refused = 'Requests with credentials of before are refused with 401 or 403.';

/** Mechanisms of authentication, and what they are required for. */
export const security: DocumentPart = {
  title: 'OpenAPI documents: security',
  rows: {
    O49: harmless('address of an authorization server added'),
    O50: row('scope required', 'breaking', 'n/a', {
      lens: 'not-bridgeable',
      trend: 'tighter',
      harm: 'Requests with a token that does not have it are refused with 403.',
    }),
    O51: row('scope no longer required', 'non-breaking', 'n/a', { trend: 'looser' }),
    O52: row('second mechanism no longer required', 'non-breaking', 'n/a', { trend: 'looser' }),
    O53: row('kind of a mechanism changed', 'breaking', 'n/a', {
      lens: 'not-bridgeable',
      harm: refused,
    }),
    O54: row('flow of OAuth 2.0 removed', 'breaking', 'n/a', {
      lens: 'not-bridgeable',
      harm: 'Clients that get their tokens by it get none.',
    }),
    O55: row('flow of OAuth 2.0 added', 'non-breaking', 'n/a'),
    O56: row('address of an authorization server changed', 'breaking', 'n/a', {
      lens: 'automatic',
      harm: 'Clients ask the address of before for their tokens.',
    }),
    O57: row('form of bearer tokens changed', 'edge-case', 'n/a', {
      harm: 'Tokens that were accepted may be refused.',
    }),
    O58: harmless('mechanism named otherwise'),
    O59: harmless('mechanism declared, or no longer'),
  },
};
