import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { featureFlags } from '../../../templates/src/runtime/versioning/strategies/feature-flags.ts';
import { header } from '../../../templates/src/runtime/versioning/strategies/header.ts';
import { query } from '../../../templates/src/runtime/versioning/strategies/query.ts';
import {
  anyHead,
  dates,
  holds,
  outcome,
  resolved,
  sameHead,
  table,
  versions,
} from './resolving.ts';

const invalid = '400 invalid-version';

describe('a query parameter names the version', () => {
  const strategy = query({ versions, parameter: 'version' });
  table(strategy, [
    ['/orders?version=2', '2 /orders'],
    ['/orders?page=1&version=10&sort=a', '10 /orders page=1&sort=a'],
    ['/orders?version=2&version=2', '2 /orders'],
    ['/orders?%76ersion=2', '2 /orders'],
    ['/orders?version=2&%zz', '2 /orders %zz'],
    ['/orders', invalid],
    ['/orders?version=', invalid],
    ['/orders?version', invalid],
    ['/orders?version=02', invalid],
    ['/orders?version=v2', invalid],
    ['/orders?version=3', invalid],
    ['/orders?version=2&version=10', invalid],
    ['/orders?Version=2', invalid],
    ['/orders?api-version=2', invalid],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('links have the parameter where the request had it', () => {
    const pinned = query({ versions, pinned: '2', parameter: 'version' });
    assert.equal(outcome(pinned, '/orders?page=1'), '2 /orders page=1');
    assert.equal(resolved(pinned, '/orders').link('/orders/7'), '/orders/7');
    const { link } = resolved(pinned, '/orders?version=2');
    assert.equal(link('/orders/7'), '/orders/7?version=2');
    assert.equal(link('/orders?page=2'), '/orders?page=2&version=2');
    assert.equal(link('/docs'), '/docs');
  });

  describe('of a day', () => {
    table(query({ versions: dates, parameter: 'api-version' }), [
      ['/orders?api-version=2026-03-01', '2026-03-01 /orders'],
      ['/orders?api-version=2026-02-30', invalid],
      ['/orders?api-version=2026-02-01', invalid],
      ['/orders?version=2026-03-01', invalid],
    ]);
  });
});

describe('a header names the version', () => {
  const strategy = header({ versions });
  const by = (value: string) => ({ target: '/orders', headers: { 'x-api-version': value } });
  table(strategy, [
    [by('2'), '2 /orders'],
    [by('2, 2'), '2 /orders'],
    [by('1, 2'), invalid],
    [by('2,'), invalid],
    [by(''), invalid],
    [by('02'), invalid],
    [by('v2'), invalid],
    [by('3'), invalid],
    ['/orders', invalid],
    ['/orders?version=2', invalid],
  ]);
  table(header({ versions, pinned: '2' }), [
    ['/orders?page=1', '2 /orders page=1'],
    [by('10'), '10 /orders'],
  ]);
  table(header({ versions: dates }), [
    [by('2026-03-01'), '2026-03-01 /orders'],
    [by('2026-02-30'), invalid],
    [by('2026-03-01T00:00:00Z'), invalid],
  ]);
  holds(strategy, versions, anyHead, sameHead);
});

describe('clients ask for changes by name', () => {
  const feature = (name: string, more: object = {}) => ({
    name,
    state: 'active' as const,
    requires: [],
    conflicts: [],
    ...more,
  });
  const strategy = featureFlags({
    versions: versions.slice(1, 2),
    features: [
      feature('a'),
      feature('b', { requires: ['a'] }),
      feature('c', { conflicts: ['a'] }),
      feature('done', { state: 'graduated' }),
      feature('gone', { state: 'withdrawn' }),
      feature('d', { requires: ['done'] }),
    ],
  });
  const by = (value: string, target = '/orders') => ({
    target,
    headers: { 'x-api-features': value },
  });
  const refused = '400 invalid-features';
  table(strategy, [
    ['/orders?page=1', '2 /orders page=1'],
    ['/orders?features=a&page=1', '2 /orders page=1'],
    ['/orders?features=', '2 /orders'],
    ['/orders?features=done', '2 /orders'],
    ['/orders?features=d', '2 /orders'],
    ['/orders?features=nothing', refused],
    ['/orders?features=A', refused],
    ['/orders?features=b', refused],
    ['/orders?features=c,a', refused],
    ['/orders?features=a,c', refused],
    ['/orders?features=gone', '410 feature-withdrawn'],
    [by('gone'), '410 feature-withdrawn'],
    [by('b', '/orders?features=a'), '2 /orders'],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('what is active is told in one order, once', () => {
    const sent = by(' b ,a,, done', '/orders?features=a&features=a,d');
    const { features, link } = resolved(strategy, sent);
    assert.deepEqual([...(features ?? [])], ['a', 'b', 'd']);
    assert.equal(link('/orders/7'), '/orders/7?features=a,d');
    assert.equal(resolved(strategy, by('a')).link('/orders/7'), '/orders/7');
  });
});
