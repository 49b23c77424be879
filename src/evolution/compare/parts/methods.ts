import type { ResolvedEndpoint } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  M01: harmless('method enabled'),
  M02: row('method disabled', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Requests with it are answered with 405.',
  }),
  M04: row('PUT upsert -> update-only (201 gone)', 'edge-case', 'breaking', {
    lens: 'hook',
    harm: 'A PUT to an unused identifier is answered with 404.',
  }),
  M05: row('PUT update-only -> upsert', 'edge-case', 'edge-case', {
    lens: 'automatic',
    harm: 'A PUT to an unused identifier makes a row instead of failing.',
  }),
  M06: row('preconditions required', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests without If-Match are refused with 428.',
  }),
  M07: row('preconditions optional', 'non-breaking', 'n/a', { trend: 'looser' }),
  M08: row('Idempotency-Key required', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests without the header are refused.',
  }),
  M10: row('Idempotency-Key optional', 'non-breaking', 'n/a', { trend: 'looser' }),
} as const;
const found = finding(rows);

function compareEndpoint(
  path: string,
  was: ResolvedEndpoint,
  is: ResolvedEndpoint,
): readonly Found[] {
  const requirement = (
    key: 'preconditions' | 'idempotencyKey',
    required: keyof typeof rows,
    optional: keyof typeof rows,
  ) =>
    ifChanged(was[key], is[key], (before, after) =>
      found(after === 'required' ? required : optional, `${path}.${key}`, before, after),
    );
  return [
    ...compareSets(`${path}.methods`, was.methods, is.methods, {
      added: (at, method) => [found('M01', at, undefined, method)],
      removed: (at, method) => [found('M02', at, method)],
    }),
    ...ifChanged(was.createByReplace, is.createByReplace, (before, after) =>
      // Without PUT it means nothing.
      was.methods.includes('replace') && is.methods.includes('replace')
        ? found(after ? 'M05' : 'M04', `${path}.createByReplace`, before, after)
        : [],
    ),
    ...requirement('preconditions', 'M06', 'M07'),
    ...requirement('idempotencyKey', 'M08', 'M10'),
  ];
}

/** What can be done at an address. */
export const methods: Part = {
  title: 'Methods',
  rows,
  compare: (was, is) =>
    compareNamed('endpoints', was.endpoints, is.endpoints, {
      kept: (path, before, after, name) =>
        own(was.resources, name)?.historyOf === undefined
          ? compareEndpoint(path, before, after)
          : [],
    }),
  keys: {
    endpoints: notContract('a group of keys'),
    'endpoints.*.methods': ['M01', 'M02'],
    'endpoints.*.createByReplace': ['M04', 'M05'],
    'endpoints.*.preconditions': ['M06', 'M07'],
    'endpoints.*.idempotencyKey': ['M08', 'M10'],
  },
};
