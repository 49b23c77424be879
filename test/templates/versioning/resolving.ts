import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type {
  RequestHead,
  Resolution,
  Strategy,
} from '../../../templates/src/runtime/versioning/resolution.ts';
import type { ApiVersion } from '../../../templates/src/runtime/versioning/version.ts';

/** The first of them is retired at `now`. */
export const versions: readonly ApiVersion[] = [
  { label: '1', released: '2022-01-01', deprecated: '2025-01-01', sunset: '2026-01-01' },
  { label: '2', released: '2023-01-01' },
  { label: '10', released: '2025-01-01' },
];
export const dates: readonly ApiVersion[] = [
  { label: '2025-01-31', released: '2025-01-31' },
  { label: '2026-03-01', released: '2026-03-01' },
];
export const now = new Date('2026-06-01T00:00:00Z');

export type Sent = string | (Partial<RequestHead> & { readonly target: string });

export function headOf(sent: Sent): RequestHead {
  const given = typeof sent === 'string' ? { target: sent } : sent;
  return { method: 'GET', host: 'api.acme.example', headers: {}, ...given };
}

/** What becomes of a request, in short: `2 /orders page=1`, `unversioned /health`, `400 invalid-version`. */
export function outcome(strategy: Strategy, sent: Sent): string {
  const resolution = strategy.resolve(headOf(sent), now);
  if (resolution.kind === 'refused') {
    const { status, code } = resolution.problem.type;
    return `${String(status)} ${code}`;
  }
  const { path, search } = resolution;
  const what = resolution.kind === 'resolved' ? resolution.version.label : resolution.kind;
  return `${what} ${path} ${search}`.trim();
}

export function resolved(
  strategy: Strategy,
  sent: Sent,
): Extract<Resolution, { readonly kind: 'resolved' }> {
  const resolution = strategy.resolve(headOf(sent), now);
  assert.ok(resolution.kind === 'resolved', `${JSON.stringify(sent)} is ${resolution.kind}`);
  return resolution;
}

/** One test for each row. */
export function table(strategy: Strategy, rows: readonly (readonly [Sent, string])[]): void {
  for (const [sent, expected] of rows) {
    test(`${typeof sent === 'string' ? sent : JSON.stringify(sent)}: ${expected}`, () => {
      assert.equal(outcome(strategy, sent), expected);
    });
  }
}

export const unversionedPaths = [
  '/',
  '/health',
  '/health/ready',
  '/versions',
  '/openapi/v2.json',
  '/asyncapi.json',
  '/asyncapi/v1.json',
  '/docs',
  '/problems/not-found',
  '/metrics',
  '/.well-known/api-catalog',
  '*',
];

/**
 * What holds under every strategy: it never throws, it resolves to versions that there are, what belongs to the service as
 * a whole belongs to no version, and a link leads to the version that it was made in.
 *
 * @param follow a request for a link that was made for another one
 */
export function holds(
  strategy: Strategy,
  listed: readonly ApiVersion[],
  heads: fc.Arbitrary<RequestHead>,
  follow: (link: string, head: RequestHead) => RequestHead,
  place = '/orders/7/items',
): void {
  test('whatever is sent, it never throws and resolves to versions that there are alone', () => {
    fc.assert(
      fc.property(heads, (head) => {
        const resolution = strategy.resolve(head, now);
        if (resolution.kind === 'resolved') assert.ok(listed.includes(resolution.version));
      }),
      { numRuns: 500 },
    );
  });

  test('a link leads to the same version again', () => {
    fc.assert(
      fc.property(heads, fc.constantFrom('', '?page=2', '?a=b&c'), (head, query) => {
        const resolution = strategy.resolve(head, now);
        if (resolution.kind !== 'resolved') return;
        const again = strategy.resolve(follow(resolution.link(place + query), head), now);
        assert.ok(again.kind === 'resolved');
        assert.equal(again.version, resolution.version);
        assert.equal(again.path, place);
        assert.equal(again.search, query.slice(1));
      }),
      { numRuns: 500 },
    );
  });

  test('what belongs to the service as a whole has no version', () => {
    for (const path of unversionedPaths) {
      const resolution = strategy.resolve(headOf(`${path}?features=x`), now);
      assert.equal(resolution.kind, 'unversioned', path);
      for (const version of listed) assert.equal(strategy.link(version, path), path);
    }
  });
}

/** The same head, for another address. */
export function sameHead(link: string, head: RequestHead): RequestHead {
  return { ...head, target: link };
}

/** Requests that come near to naming a version, and some that do not. */
export const anyHead: fc.Arbitrary<RequestHead> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'),
  target: fc.oneof(
    fc
      .array(
        fc.constantFrom(
          'v1',
          'v2',
          'v10',
          'V2',
          'v02',
          'orders',
          '7',
          'items',
          '2026-03-01',
          '',
          '%zz',
        ),
        { maxLength: 5 },
      )
      .chain((segments) =>
        fc
          .array(
            fc.constantFrom(
              'version=2',
              'version=10',
              '%76ersion=2',
              'version',
              'version=%zz',
              'features=a',
              'features=a,b',
              'page=2',
              '&',
              '=',
            ),
            { maxLength: 3 },
          )
          .map(
            (pairs) => `/${segments.join('/')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
          ),
      ),
    fc.webPath(),
    fc.string().map((text) => `/${text}`),
  ),
  host: fc.option(
    fc.oneof(
      fc.constantFrom(
        'api.acme.example',
        'v2.api.acme.example',
        'v10.API.acme.example:443',
        'v2.api.acme.example.',
        'api-v2.acme.example',
        'v9.api.acme.example',
      ),
      fc.domain(),
      fc.string(),
    ),
    { nil: undefined },
  ),
  headers: fc.record(
    {
      'x-api-version': fc.constantFrom('2', '10', '2, 2', '1, 2', '', 'v2', '2026-03-01'),
      'x-api-features': fc.constantFrom('a', 'a, b', 'c', ','),
      accept: fc.oneof(
        fc
          .array(
            fc.constantFrom(
              '*/*',
              'application/json',
              'application/vnd.acme.v2+json',
              'application/vnd.acme.v10.hal+json;q=0.5',
              'application/vnd.acme.v9+json',
              'application/json;version=2',
              'application/*;version="10";q=.9',
              'text/html;q=0',
            ),
            { minLength: 1, maxLength: 4 },
          )
          .map((ranges) => ranges.join(', ')),
        fc.string(),
      ),
      'content-type': fc.constantFrom(
        'application/json',
        'application/vnd.acme.v2+json',
        'application/json; version=10',
        'application/vnd.acme.v9+json',
      ),
    },
    { requiredKeys: [] },
  ),
});
