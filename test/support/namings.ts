import { editSpecification } from '../../src/specification/index.ts';
import type { Variant } from './evolving.ts';
import type { Naming } from './four-versions.ts';

/** Versions that are named elsewhere than in the path. Their adapters are the same: they are proved by fewer requests. */
const proofRuns = 3;

function strategy(value: string, ...others: Parameters<typeof editSpecification>[1]): Variant {
  const changes = [{ path: ['versioning', 'strategy'], value }, ...others];
  return { specification: (text) => editSpecification(text, changes) };
}

/** Versions are the days of their releases, as the fixture has them. */
const days: Readonly<Record<string, string>> = {
  1: '2021-03-01',
  2: '2022-06-01',
  3: '2023-09-01',
  4: '2025-01-15',
};

/** The default ends one day, which is to be said. */
const isMeant = {
  path: ['versioning', 'exceptions'],
  value: [{ rule: 'default-version', version: 1, reason: 'Clients name their version by then.' }],
};

export const inPath: Naming = {
  title: 'uri-path',
  variant: {},
  keeps: ['C-183', 'C-184'],
  proofRuns: 20,
};

export const elsewhere: readonly Naming[] = [
  { title: 'query', variant: strategy('query'), keeps: ['C-185'], proofRuns },
  {
    title: 'hostname',
    variant: strategy('hostname', {
      path: ['service', 'baseUrl'],
      value: 'https://parcels.acme.example',
    }),
    keeps: ['C-192'],
    proofRuns,
  },
  {
    title: 'date',
    variant: { ...strategy('date'), called: (label) => days[label] ?? label },
    keeps: ['C-181', 'C-194'],
    proofRuns,
  },
  {
    title: 'header',
    variant: strategy('header'),
    keeps: ['C-187', 'C-188'],
    proofRuns,
  },
  {
    title: 'media-type',
    // What names no version means the oldest one, which calls the collection otherwise.
    variant: {
      specification: (text) =>
        editSpecification(text, [
          { path: ['versioning', 'strategy'], value: 'media-type' },
          { path: ['versioning', 'default'], value: '1' },
          ...(text.includes('sunset: 2025-03-01') ? [isMeant] : []),
        ]),
    },
    keeps: ['C-189', 'C-190'],
    proofRuns,
  },
  {
    title: 'accept-parameter',
    variant: strategy('accept-parameter'),
    keeps: ['C-191'],
    proofRuns,
  },
];
