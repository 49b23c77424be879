import type { ResolvedEndpoint } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  P01: row('filter added', 'non-breaking', 'n/a'),
  P02: row('filter removed', 'breaking', 'n/a', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with it are refused.',
  }),
  P10: row('sortable field added', 'non-breaking', 'n/a'),
  P11: row('sortable field removed', 'breaking', 'n/a', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests with it are refused.',
  }),
  P03: row('number of all rows shown', 'n/a', 'non-breaking'),
  P13: row('number of all rows no longer shown', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that read it miss it.',
  }),
  P15: row('default page size lowered', 'breaking', 'n/a', {
    lens: 'automatic',
    trend: 'tighter',
    harm: 'Clients that read one page see fewer rows.',
  }),
  P16: row('default page size raised', 'n/a', 'edge-case', {
    lens: 'automatic',
    trend: 'looser',
    harm: 'A page is larger than clients expect.',
  }),
  P18: row('maximum page size lowered, excess clamped', 'edge-case', 'edge-case', {
    lens: 'automatic',
    trend: 'tighter',
    harm: 'A page has fewer rows than a client asked for.',
  }),
  P19: row('maximum page size raised', 'non-breaking', 'n/a', { trend: 'looser' }),
  P20: row('pages by cursor removed', 'breaking', 'breaking', {
    lens: 'hook',
    harm: 'Requests with a cursor are refused.',
  }),
  P21: harmless('pages by cursor added'),
} as const;
const found = finding(rows);

function compareList(path: string, was: ResolvedEndpoint, is: ResolvedEndpoint): Found[] {
  const place = `${path}.pagination`;
  const [before, after] = [was.pagination, is.pagination];
  return [
    ...compareSets(`${path}.filter`, was.filter, is.filter, {
      added: (at, field) => [found('P01', at, undefined, field)],
      removed: (at, field) => [found('P02', at, field)],
    }),
    ...compareSets(`${path}.sort`, was.sort, is.sort, {
      added: (at, field) => [found('P10', at, undefined, field)],
      removed: (at, field) => [found('P11', at, field)],
    }),
    ...ifChanged(before.size, after.size, (one, other) =>
      found(other < one ? 'P15' : 'P16', `${place}.size`, one, other),
    ),
    ...ifChanged(before.maxSize, after.maxSize, (one, other) =>
      found(other < one ? 'P18' : 'P19', `${place}.maxSize`, one, other),
    ),
    ...ifChanged(before.total, after.total, (one, other) =>
      found(other ? 'P03' : 'P13', `${place}.total`, one, other),
    ),
    ...ifChanged(before.cursor, after.cursor, (one, other) =>
      found(other ? 'P21' : 'P20', `${place}.cursor`, one, other),
    ),
  ];
}

/** What lists of rows can be asked for. A list that is only in one of the two is reported as a method. */
export const listsOfRows: Part = {
  title: 'Lists of rows',
  rows,
  compare: (was, is) =>
    compareNamed('endpoints', was.endpoints, is.endpoints, {
      kept: (path, before, after, name) =>
        was.resources[name]?.historyOf === undefined &&
        before.methods.includes('list') &&
        after.methods.includes('list')
          ? compareList(path, before, after)
          : [],
    }),
  keys: {
    'endpoints.*.filter': ['P01', 'P02'],
    'endpoints.*.sort': ['P10', 'P11'],
    'endpoints.*.pagination': notContract('a group of keys'),
    'endpoints.*.pagination.size': ['P15', 'P16'],
    'endpoints.*.pagination.maxSize': ['P18', 'P19'],
    'endpoints.*.pagination.total': ['P03', 'P13'],
    'endpoints.*.pagination.cursor': ['P20', 'P21'],
  },
};
