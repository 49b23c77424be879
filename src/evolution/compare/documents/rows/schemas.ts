import { harmless, row } from '../../row.ts';
import type { DocumentPart } from './document-part.ts';

const tighter = (change: string, harm: string) =>
  row(change, 'edge-case', 'non-breaking', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm,
  });
const looser = (change: string, harm = 'Readers may meet values that were refused before.') =>
  row(change, 'non-breaking', 'edge-case', { trend: 'looser', harm });

/** What values are, in requests and responses. */
export const schemas: DocumentPart = {
  title: 'OpenAPI documents: schemas',
  rows: {
    O04: tighter('rule added', 'Requests that it does not permit are refused.'),
    O05: looser('rule removed'),
    O07: harmless('schema has another name'),
    O60: row('more types possible', 'non-breaking', 'breaking', {
      lens: 'hook',
      trend: 'looser',
      harm: 'Readers may meet a value of a type that they do not know.',
    }),
    O61: row('fewer types possible', 'breaking', 'non-breaking', {
      lens: 'hook',
      trend: 'tighter',
      harm: 'Requests with a value of the other types are refused.',
    }),
    O62: tighter('minProperties raised', 'Requests with fewer members are refused.'),
    O63: looser('minProperties lowered'),
    O64: tighter('maxProperties lowered', 'Requests with more members are refused.'),
    O65: looser('maxProperties raised'),
    O66: tighter(
      'format of a number narrowed',
      'Requests with larger or more exact numbers are refused.',
    ),
    O67: looser('format of a number widened', 'Readers may meet larger or more exact numbers.'),
    O68: row('values restricted to a list', 'breaking', 'non-breaking', {
      lens: 'hook',
      trend: 'tighter',
      harm: 'Requests with other values are refused.',
    }),
    O69: looser(
      'values no longer restricted to a list',
      'Readers may meet a value that they do not know.',
    ),
    O70: row('alternative added', 'non-breaking', 'breaking', {
      lens: 'hook',
      trend: 'looser',
      harm: 'Readers may meet a shape that they do not know.',
    }),
    O71: row('alternative removed', 'breaking', 'non-breaking', {
      lens: 'hook',
      trend: 'tighter',
      harm: 'Requests of that shape are refused.',
    }),
    O72: row('variants -> single shape', 'breaking', 'non-breaking', {
      lens: 'hook',
      trend: 'tighter',
      harm: 'Requests of the other shapes are refused.',
    }),
    O73: harmless('alternatives written otherwise'),
    O74: row('discriminator changed', 'breaking', 'breaking', {
      lens: 'hook',
      harm: 'Clients tell the shapes apart by the member of before.',
    }),
    O75: row('mapping of a discriminator changed', 'edge-case', 'edge-case', {
      harm: 'Clients that know the values of before may take another shape.',
    }),
    O76: row('unknown members refused', 'breaking', 'non-breaking', {
      lens: 'automatic',
      trend: 'tighter',
      harm: 'Requests with members that are not named are refused.',
    }),
    O77: row('unknown members possible', 'non-breaking', 'edge-case', {
      trend: 'looser',
      harm: 'Readers may meet members that they do not know.',
    }),
    O78: harmless('readOnly or writeOnly changed where it has no effect'),
    O79: looser(
      'enumeration declared extensible',
      'Readers may meet a value that they do not know.',
    ),
    O80: tighter('enumeration no longer extensible', 'Requests with other values are refused.'),
    O81: harmless('type written that followed from other rules, or no longer written'),
  },
};
