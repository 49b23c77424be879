import { harmless, row } from '../../row.ts';
import type { DocumentPart } from './document-part.ts';

/** Parameters and bodies. */
export const requests: DocumentPart = {
  title: 'OpenAPI documents: requests',
  rows: {
    O20: row('optional parameter added', 'non-breaking', 'n/a'),
    O21: row('required parameter added', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
      harm: 'Requests without it are refused.',
    }),
    O22: row('parameter removed', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
      harm: 'Requests with it are refused, or it has no effect any more.',
    }),
    O23: row('parameter: optional -> required', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
      trend: 'tighter',
      harm: 'Requests without it are refused.',
    }),
    O24: row('parameter: required -> optional', 'non-breaking', 'n/a', { trend: 'looser' }),
    O25: row('default of a parameter added', 'edge-case', 'n/a', {
      lens: 'automatic',
      harm: 'Requests without it do something else.',
    }),
    O26: row('default of a parameter changed', 'edge-case', 'n/a', {
      action: 'version',
      lens: 'automatic',
      harm: 'Requests without it do something else.',
    }),
    O27: row('default of a parameter removed', 'edge-case', 'n/a', {
      action: 'version',
      lens: 'automatic',
      harm: 'Requests without it do something else.',
    }),
    O28: row('empty value of a parameter no longer permitted', 'edge-case', 'n/a', {
      action: 'version',
      lens: 'not-bridgeable',
      trend: 'tighter',
      harm: 'Requests with an empty value are refused.',
    }),
    O29: row('empty value of a parameter permitted', 'non-breaking', 'n/a', { trend: 'looser' }),
    O30: harmless('parameter marked deprecated'),
    O31: harmless('deprecation of a parameter taken back'),
    O32: harmless('days of a deprecated parameter changed'),
    O33: row('optional request body added', 'non-breaking', 'n/a'),
    O34: row('request body removed', 'breaking', 'n/a', {
      lens: 'automatic',
      harm: 'Requests with a body are refused, or it has no effect any more.',
    }),
    O35: row('request body became required', 'breaking', 'n/a', {
      lens: 'automatic-with-one-declared-value',
      trend: 'tighter',
      harm: 'Requests without a body are refused.',
    }),
    O36: row('parameters of a media type changed', 'edge-case', 'edge-case', {
      harm: 'Clients that compare media types by their text do not know it.',
    }),
  },
};
