import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evolvedFixture, expectVersions } from '../support/evolved-fixture.ts';
import { startEvolved, success } from '../support/evolved-service.ts';

describe('a service that resources have left', () => {
  const directory = evolvedFixture('leaving', 'gift-shop', ['1', '2', '3']);

  test('compiles, and its older versions are what they were', () => {
    expectVersions(directory);
  });

  test('shows each of them to the versions that have it, and to no other', async () => {
    const service = await startEvolved(directory, '2026-06-01T00:00:00Z');
    try {
      const { request } = service;
      const body = { code: 'A1', amount: '5.00' };
      const made = await success(request('POST', '/v1/vouchers', { body }));
      const address = `/vouchers/${String(made.body['id'])}`;
      await success(request('POST', `/v1${address}/stamps`, { body: { text: 'birthday' } }));
      const redeemed = await success(
        request('POST', `/v1${address}/redeem`, { body: {}, headers: { 'if-match': '*' } }),
      );
      assert.equal(redeemed.body['status'], 'redeemed');
      const history = await success(request('GET', `/v1${address}/transitions`));
      assert.equal((history.body['items'] as unknown[]).length, 1);
      for (const version of ['v2', 'v3']) {
        for (const path of ['/vouchers', address, `${address}/redeem`, `${address}/stamps`]) {
          const { status } = await request('GET', `/${version}${path}`);
          assert.equal(status, 404, `/${version}${path}`);
        }
        const { text } = await request('GET', `/openapi/${version}.json`);
        assert.doesNotMatch(text, /voucher|"stamp|Stamp\b/, version);
      }
      const home = (await success(request('GET', '/'))).body['versions'] as readonly {
        version: number;
        collections: readonly string[];
      }[];
      const listing = home.filter(({ collections }) => /voucher/.test(collections.join()));
      assert.deepEqual(
        listing.map(({ version }) => version),
        [1],
        'the home lists it for the version that has it',
      );
      const client = await success(request('POST', '/v3/clients', { body: { name: 'Ada' } }));
      const order = await success(
        request('POST', '/v3/orders', { body: { title: 'One', client: client.body['id'] } }),
      );
      const remarks = `/orders/${String(order.body['id'])}/remarks`;
      for (const version of ['v1', 'v2']) {
        await success(request('POST', `/${version}${remarks}`, { body: { text: version } }));
      }
      assert.equal((await request('GET', `/v3${remarks}`)).status, 404);
      assert.doesNotMatch((await request('GET', '/openapi/v3.json')).text, /remark/i);
      assert.match((await request('GET', '/openapi/v2.json')).text, /remark/);
      // What lives in a row goes with it, whichever version deletes that.
      const gone = await request('DELETE', `/v3/orders/${String(order.body['id'])}`, {
        headers: { 'if-match': '*' },
      });
      assert.equal(gone.status, 204, gone.text);
      assert.equal((await request('GET', `/v1${remarks}`)).status, 404);
    } finally {
      await service.stop();
    }
  });
});
