import type {
  ResolvedLimits,
  ResolvedQuota,
  ResolvedSpecification,
} from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  B01: row('fewer requests permitted', 'edge-case', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Clients that ask as often as they did may get 429 or 503.',
  }),
  B02: row('more requests permitted', 'non-breaking', 'n/a', { trend: 'looser' }),
  B04: row('request counts for more', 'edge-case', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Clients that ask as often as they did may get 429.',
  }),
  B13: row('request counts for less', 'non-breaking', 'n/a', { trend: 'looser' }),
  B05: row('rate-limit headers added', 'n/a', 'non-breaking'),
  B06: row('rate-limit headers removed', 'n/a', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that read them miss them.',
  }),
  B07: row('rate-limit headers written in another form', 'n/a', 'edge-case', {
    action: 'version',
    lens: 'automatic',
    harm: 'Clients that read the form of before do not find its parameters.',
  }),
  B16: row('rate-limit headers written in a second form as well', 'n/a', 'non-breaking'),
  B08: row('latency / timeout budget changed', 'n/a', 'edge-case', {
    trend: 'tighter',
    harm: 'Slow requests are ended earlier.',
  }),
  B14: row('timeout lengthened', 'non-breaking', 'n/a', { trend: 'looser' }),
  B10: row('size limit of requests lowered', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Larger requests are refused.',
  }),
  B11: row('size limit of requests raised', 'non-breaking', 'n/a', { trend: 'looser' }),
  B17: row('behaviour without the store of counts changed', 'edge-case', 'n/a', {
    harm: 'While the store does not answer, requests are refused or not counted together.',
  }),
} as const;
const found = finding(rows);
type Id = keyof typeof rows;

const numbers = [
  ['body', 'B10', 'B11'],
  ['uri', 'B10', 'B11'],
  ['headers', 'B10', 'B11'],
  ['depth', 'B10', 'B11'],
  ['requestTimeout', 'B08', 'B14'],
  ['headersTimeout', 'B08', 'B14'],
  ['keepAliveTimeout', 'B08', 'B14'],
  ['concurrency', 'B01', 'B02'],
  ['clientConcurrency', 'B01', 'B02'],
] as const satisfies readonly (readonly [keyof ResolvedLimits, Id, Id])[];

const quotas = ['default', 'burst', 'anonymous', 'failedAuthentication'] as const;

/** By how many come in a time, and by how many come at once: a quota can permit more of one and less of the other. */
function compareQuota(
  path: string,
  was: ResolvedQuota | undefined,
  is: ResolvedQuota | undefined,
): Found[] {
  if (was === undefined || is === undefined) {
    if (was === is) return [];
    return [found(was === undefined ? 'B01' : 'B02', path, shown(was), shown(is))];
  }
  const differences = [
    is.requests * was.per - was.requests * is.per,
    is.burst - was.burst,
    // As often, but in larger or smaller portions.
    is.requests * was.per === was.requests * is.per ? is.requests - was.requests : 0,
  ];
  return [
    ...(differences.some((each) => each < 0) ? [found('B01', path, shown(was), shown(is))] : []),
    ...(differences.some((each) => each > 0) ? [found('B02', path, shown(was), shown(is))] : []),
  ];
}

function shown(quota: ResolvedQuota | undefined): string | undefined {
  if (quota === undefined) return undefined;
  const { requests, per, burst } = quota;
  return `${String(requests)} in ${String(per / 1000)} s, ${String(burst)} at once`;
}

/** How much clients may ask for. */
export const limits: Part = {
  title: 'Limits',
  rows,
  compare: (former, present) => {
    const [was, is] = [former.limits, present.limits];
    return [
      ...numbers.flatMap(([key, less, more]) =>
        ifChanged(was[key], is[key], (before, after) =>
          found(after < before ? less : more, `limits.${key}`, before, after),
        ),
      ),
      ...quotas.flatMap((key) => compareQuota(`limits.${key}`, was[key], is[key])),
      ...compareSets('limits.fields', was.fields, is.fields, {
        added: (at, field) => [found('B05', at, undefined, field)],
        removed: (at, field) => [found('B06', at, field)],
      }),
      ...ifChanged(was.draft, is.draft, (before, after) =>
        found(after === 'both' ? 'B16' : 'B07', 'limits.draft', before, after),
      ),
      ...ifChanged(was.onStoreFailure, is.onStoreFailure, (before, after) =>
        found('B17', 'limits.onStoreFailure', before, after),
      ),
      ...compareNamed('endpoints', former.endpoints, present.endpoints, {
        kept: (path, before, after, name) =>
          compareCosts(`${path}.cost`, before.cost, after.cost).filter(
            // An operation that only one of the two offers costs no client more or less.
            ({ path: place }) =>
              [former, present].every((each) =>
                operationsOf(each, name).has(place.slice(path.length + '.cost.'.length)),
              ),
          ),
      }),
    ];
  },
  keys: {
    limits: notContract('a group of keys'),
    'limits.default.**': ['B01', 'B02'],
    'limits.burst.**': ['B01', 'B02'],
    'limits.anonymous.**': ['B01', 'B02'],
    'limits.failedAuthentication.**': ['B01', 'B02'],
    'limits.fields': ['B05', 'B06'],
    'limits.draft': ['B07', 'B16'],
    'limits.concurrency': ['B01', 'B02'],
    'limits.clientConcurrency': ['B01', 'B02'],
    'limits.onStoreFailure': ['B17'],
    'limits.body': ['B10', 'B11'],
    'limits.uri': ['B10', 'B11'],
    'limits.headers': ['B10', 'B11'],
    'limits.depth': ['B10', 'B11'],
    'limits.requestTimeout': ['B08', 'B14'],
    'limits.headersTimeout': ['B08', 'B14'],
    'limits.keepAliveTimeout': ['B08', 'B14'],
    'endpoints.*.cost': ['B04', 'B13'],
  },
};

function operationsOf({ endpoints, states }: ResolvedSpecification, name: string) {
  const { methods = [], actions = {} } = own(endpoints, name) ?? {};
  const { transitions = {} } = own(states, name) ?? {};
  return new Set<string>([...methods, ...Object.keys(actions), ...Object.keys(transitions)]);
}

type Costs = Readonly<Record<string, number>>;

/** What has no cost of its own counts once. */
function compareCosts(path: string, was: Costs, is: Costs): Found[] {
  const compare = (at: string, before: number, after: number) =>
    before === after ? [] : [found(after > before ? 'B04' : 'B13', at, before, after)];
  return compareNamed(path, was, is, {
    added: (at, cost) => compare(at, 1, cost),
    removed: (at, cost) => compare(at, cost, 1),
    kept: compare,
  });
}
