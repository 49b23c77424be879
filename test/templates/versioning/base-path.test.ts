import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sourceOf } from '../../../templates/src/runtime/events/cloud-event.ts';
import { basePathOf, belowPath } from '../../../templates/src/runtime/versioning/base-path.ts';
import { absolute } from '../../../templates/src/runtime/versioning/resolution.ts';
import { hostname } from '../../../templates/src/runtime/versioning/strategies/hostname.ts';
import { uriPath } from '../../../templates/src/runtime/versioning/strategies/uri-path.ts';

const version = { label: '1', released: '2026-01-01' };
const now = new Date('2026-06-01T00:00:00Z');
const baseUrl = 'https://api.acme.example:8443/desk/api';
const basePath = '/desk/api';
const plain = uriPath({ versions: [version] });
const strategy = belowPath(basePath, plain);
const headers = {};
const byHost = (url: string) => hostname({ versions: [version], baseUrl: url, form: 'label' });

describe('a base path', () => {
  test('is none where the address has none, and then nothing is done for it', () => {
    for (const url of ['https://api.acme.example', 'http://localhost:3000', 'http://[::1]:80']) {
      assert.equal(basePathOf(url), '');
      assert.equal(belowPath(basePathOf(url), plain), plain);
    }
    assert.equal(basePathOf(baseUrl), basePath);
  });

  test('is in front of links, and once in addresses', () => {
    assert.equal(strategy.link(version, '/orders'), '/desk/api/v1/orders');
    assert.equal(strategy.link(version, '/docs'), '/desk/api/docs');
    const address = absolute(baseUrl, strategy.link(version, '/orders?a=/b'));
    assert.equal(address, `${baseUrl}/v1/orders?a=/b`);
    assert.equal(sourceOf(version, { baseUrl, strategy }), `${baseUrl}/v1`);
    const hosts = belowPath(basePath, byHost(baseUrl));
    const own = 'https://v1.api.acme.example:8443/desk/api/orders';
    assert.equal(hosts.link(version, '/orders'), own);
    assert.equal(absolute(baseUrl, hosts.link(version, '/orders')), own);
    assert.equal(absolute(baseUrl, hosts.link(version, '/docs')), `${baseUrl}/docs`);
  });

  test('is taken from a target as a whole, or not at all', () => {
    const resolve = (target: string, host = 'v1.api.acme.example') =>
      [strategy, belowPath(basePath, byHost(baseUrl))].map((each) =>
        each.resolve({ method: 'GET', target, host, headers }, now),
      );
    for (const [target, path, search] of [
      ['/desk/api', '/', ''],
      ['/desk/api/', '/', ''],
      ['/desk/api?a=b', '/', 'a=b'],
      ['/desk/api/docs?a=/desk/api/docs', '/docs', 'a=/desk/api/docs'],
      ['/docs', '/docs', ''],
      ['*', '*', ''],
    ] as const) {
      for (const resolution of resolve(target)) {
        assert.ok(resolution.kind === 'unversioned', target);
        assert.deepEqual([resolution.path, resolution.search], [path, search]);
        assert.equal(resolution.link('/docs'), '/desk/api/docs');
      }
    }
    const [byPath, byName] = [
      resolve('/desk/api/v1/orders')[0],
      resolve('/desk/api/orders')[1],
    ] as const;
    for (const resolution of [byPath, byName]) {
      assert.ok(resolution?.kind === 'resolved');
      assert.equal(resolution.path, '/orders');
    }
    for (const target of ['/desk/apis/v1/orders', '/desk/v1/orders', '/Desk/api/v1/orders']) {
      assert.equal(resolve(target)[0]?.kind, 'refused', target);
    }
  });
});
