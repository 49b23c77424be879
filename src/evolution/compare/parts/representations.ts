import { compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  D01: harmless('representation added'),
  D02: row('response media type removed', 'n/a', 'breaking', {
    lens: 'hook',
    harm: 'Requests that accept nothing else are answered with 406.',
  }),
  D04: row('request media type removed', 'breaking', 'n/a', {
    lens: 'hook',
    harm: 'Requests with such a body are refused with 415.',
  }),
  D03: row('order of preference of representations changed', 'n/a', 'edge-case', {
    lens: 'automatic',
    harm: 'Clients that accept several with the same weight get another one.',
  }),
  D06: harmless('language added'),
  D07: row('language removed', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    harm: 'Clients that ask for it get problems in another language.',
  }),
  D08: row('default language changed', 'n/a', 'edge-case', {
    lens: 'automatic',
    harm: 'Clients that ask for no language get problems in another one.',
  }),
  D09: row('origin of web pages added', 'non-breaking', 'n/a', { trend: 'looser' }),
  D10: row('origin of web pages removed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Browsers refuse the requests of its pages.',
  }),
} as const;
const found = finding(rows);

const listed = 'endpoints.representations';

/** How answers and bodies are written, and for whom. */
export const representations: Part = {
  title: 'Representations, languages, origins',
  rows,
  compare: (was, is) => [
    ...compareSets(listed, was.representations, is.representations, {
      added: (at, name) => [found('D01', at, undefined, name)],
      // Pages for people are answers; what their forms send is no media type of clients.
      removed: (at, name) => [
        found('D02', at, name),
        ...(name === 'html' ? [] : [found('D04', at, name)]),
      ],
    }),
    ...ifChanged(
      was.representations.filter((each) => is.representations.includes(each)),
      is.representations.filter((each) => was.representations.includes(each)),
      (before, after) => found('D03', listed, before, after),
    ),
    ...compareSets('endpoints.languages', was.languages, is.languages, {
      added: (at, language) => [found('D06', at, undefined, language)],
      removed: (at, language) => [found('D07', at, language)],
    }),
    ...ifChanged(was.languages[0], is.languages[0], (before, after) =>
      found('D08', 'endpoints.languages', before, after),
    ),
    ...compareSets('endpoints.origins', was.origins, is.origins, {
      added: (at, origin) => [found('D09', at, undefined, origin)],
      removed: (at, origin) => [found('D10', at, origin)],
    }),
  ],
  keys: {
    'endpoints.representations': ['D01', 'D02', 'D03', 'D04'],
    'endpoints.languages': ['D06', 'D07', 'D08'],
    'endpoints.origins': ['D09', 'D10'],
  },
};
