import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { datePath } from '../../../templates/src/runtime/versioning/strategies/date-path.ts';
import { hostname } from '../../../templates/src/runtime/versioning/strategies/hostname.ts';
import { partial } from '../../../templates/src/runtime/versioning/strategies/partial.ts';
import { uriPath } from '../../../templates/src/runtime/versioning/strategies/uri-path.ts';
import {
  anyHead,
  dates,
  headOf,
  holds,
  now,
  resolved,
  sameHead,
  table,
  versions,
} from './resolving.ts';

const unknown = '404 unknown-version';

describe('the path names the version', () => {
  const strategy = uriPath({ versions });
  table(strategy, [
    ['/v2/orders?page=1', '2 /orders page=1'],
    ['/v10/orders', '10 /orders'],
    ['/v1/whatever', '1 /whatever'],
    ['/v2', '2'],
    ['/orders', unknown],
    ['/v3/orders', unknown],
    ['/v02/orders', unknown],
    ['/V2/orders', unknown],
    ['/v2.0/orders', unknown],
    ['/v2%20/orders', unknown],
    ['/v/orders', unknown],
    ['/v99999/orders', unknown],
    [{ target: '/v2/orders', headers: { 'x-api-version': '10' } }, '2 /orders'],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('who asks for none is told of those that are left', () => {
    const resolution = strategy.resolve(headOf('/v3/orders'), now);
    assert.ok(resolution.kind === 'refused');
    assert.deepEqual(resolution.problem.details.members, { supportedVersions: [2, 10] });
  });
});

describe('a day in the path names the version', () => {
  const strategy = datePath({ versions: dates });
  table(strategy, [
    ['/2026-03-01/orders?page=1', '2026-03-01 /orders page=1'],
    ['/2026-02-28/orders', unknown],
    ['/2026-02-30/orders', unknown],
    ['/2026-3-1/orders', unknown],
    ['/2026-03-01T00:00:00Z/orders', unknown],
    ['/orders/2026-03-01', unknown],
  ]);
  holds(strategy, dates, anyHead, sameHead);
});

describe('the host names the version', () => {
  const label = hostname({
    versions,
    pinned: '2',
    baseUrl: 'https://api.acme.example',
    form: 'label',
  });
  const on = (host: string | undefined, target = '/orders') => ({ target, host });
  table(label, [
    [on('api.acme.example'), '2 /orders'],
    [on('v10.api.acme.example'), '10 /orders'],
    [on('V10.API.Acme.Example:8443'), '10 /orders'],
    [on('v10.api.acme.example.'), '10 /orders'],
    [on('v3.api.acme.example'), unknown],
    [on('v02.api.acme.example'), unknown],
    [on('v2.v10.api.acme.example'), unknown],
    [on('my-v2.api.acme.example'), '421 misdirected-request'],
    [on('api-v2.acme.example'), '421 misdirected-request'],
    [on('v2.api.acme.example.evil.example'), '421 misdirected-request'],
    [on('evil.example'), '421 misdirected-request'],
    [on(undefined), '421 misdirected-request'],
    [on('evil.example', '/docs'), '421 misdirected-request'],
    [on('10.0.0.7:3000', '/health'), 'unversioned /health'],
    [on('v3.api.acme.example', '/docs'), 'unversioned /docs'],
  ]);
  holds(label, versions, anyHead, sameHead);

  describe('as a part of its first label', () => {
    const suffix = hostname({
      versions,
      baseUrl: 'https://api.acme.example:8443/base',
      form: 'suffix',
    });
    table(suffix, [
      [on('api-v2.acme.example'), '2 /orders'],
      [on('api-v3.acme.example'), unknown],
      [on('api-v02.acme.example'), unknown],
      [on('my-v2.acme.example'), '421 misdirected-request'],
      [on('api-v2.evil.acme.example'), '421 misdirected-request'],
      [on('api-v2.0.acme.example'), unknown],
      [on('v2.api.acme.example'), '421 misdirected-request'],
      [on('api.acme.example'), unknown],
    ]);
    holds(suffix, versions, anyHead, sameHead);

    test('an address has the port and the path of the service', () => {
      const [, second] = versions;
      assert.ok(second !== undefined);
      assert.equal(suffix.link(second, '/orders'), 'https://api-v2.acme.example:8443/base/orders');
      assert.equal(suffix.describe(second).server, 'https://api-v2.acme.example:8443/base');
    });
  });
});

describe('some collections alone have versions', () => {
  const strategy = partial({ versions, collections: ['/orders/{orderId}/items'] });
  table(strategy, [
    ['/orders/v2/7/items?page=1', '2 /orders/7/items page=1'],
    ['/orders/v2/7/items/8', '2 /orders/7/items/8'],
    ['/orders/v2/items', '2 /orders/items'],
    ['/orders/v2', '2 /orders'],
    ['/orders/v3/items', unknown],
    ['/orders/V2/items', unknown],
    ['/orders/v2.0/items', unknown],
    ['/orders/7/items', unknown],
    ['/orders/7/items/8', unknown],
    ['/orders/7', 'unversioned /orders/7'],
    ['/orders', 'unversioned /orders'],
    ['/customers/v2/items', 'unversioned /customers/v2/items'],
    ['/v2/orders', 'unversioned /v2/orders'],
  ]);
  holds(strategy, versions, anyHead, sameHead);

  test('what has no version leads to the newest, or to the pinned one', () => {
    const linkOf = (pinned?: string) => {
      const options = { versions, collections: ['/orders/{orderId}/items'] };
      const some = partial(pinned === undefined ? options : { ...options, pinned });
      const resolution = some.resolve(headOf('/orders/7'), now);
      assert.ok(resolution.kind === 'unversioned');
      assert.equal(resolution.link('/orders/7'), '/orders/7');
      return resolution.link('/orders/7/items');
    };
    assert.equal(linkOf(), '/orders/v10/7/items');
    assert.equal(linkOf('2'), '/orders/v2/7/items');
  });

  test('a list over all parents is linked to as it was asked for', () => {
    const { link } = resolved(strategy, '/orders/v2/items');
    assert.equal(link('/orders/items?page=2'), '/orders/v2/items?page=2');
    assert.equal(link('/orders/7/items/8'), '/orders/v2/7/items/8');
    assert.equal(link('/orders/items/nowhere'), '/orders/v2/items/nowhere');
    assert.equal(link('/orders/itemsets'), '/orders/itemsets');
  });

  test('what older versions call in another way is linked to in their form', () => {
    const some = partial({
      versions,
      collections: ['/orders/{orderId}/items', '/orders/{orderId}/lines', '/events'],
    });
    const { link } = resolved(some, '/orders/v2/7/lines');
    assert.equal(link('/orders/7/lines/8'), '/orders/v2/7/lines/8');
    assert.equal(link('/orders/lines'), '/orders/v2/lines');
    assert.equal(resolved(some, '/events/v2?types=a').path, '/events');
    assert.equal(link('/events'), '/events/v2');
    assert.equal(some.resolve(headOf('/events'), now).kind, 'refused');
  });
});
