import { harmless, row } from '../../row.ts';
import type { DocumentPart } from './document-part.ts';

/** Statuses, headers and links. */
export const responses: DocumentPart = {
  title: 'OpenAPI documents: responses',
  rows: {
    O40: row('success status added', 'n/a', 'edge-case', {
      harm: 'Clients may meet a status of success that they do not know.',
    }),
    O41: row('success status removed', 'n/a', 'breaking', {
      lens: 'automatic',
      harm: 'Clients that wait for it do not get it any more.',
    }),
    O42: row('optional response header removed', 'n/a', 'edge-case', {
      harm: 'Clients that read it miss it.',
    }),
    O43: row('response header became required', 'n/a', 'non-breaking', { trend: 'tighter' }),
    O44: harmless('response header marked deprecated, or no longer'),
    O45: row('hypermedia link relation removed', 'n/a', 'breaking', {
      lens: 'automatic',
      harm: 'Clients that follow it miss it.',
    }),
    O46: row('form of a response header changed', 'n/a', 'breaking', {
      lens: 'automatic',
      harm: 'Clients that read it do not understand it.',
    }),
    O48: row('body of a webhook became optional', 'n/a', 'breaking', {
      lens: 'automatic',
      trend: 'looser',
      harm: 'Clients that read it may find none.',
    }),
    O47: row('statuses that a webhook may be answered with changed', 'edge-case', 'n/a', {
      harm: 'Answers of clients that were taken may be failures now.',
    }),
  },
};
