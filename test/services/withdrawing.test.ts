import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evolvedFixture, expectVersions } from '../support/evolved-fixture.ts';
import { startEvolved, success } from '../support/evolved-service.ts';

describe('a service that transitions and actions have left', () => {
  const directory = evolvedFixture('withdrawing', 'shipping-desk', ['1', '2', '3']);

  test('compiles, and its older versions are what they were', () => {
    expectVersions(directory);
  });

  test('still does them for the versions that have them, and for no other', async () => {
    const service = await startEvolved(directory, '2026-06-01T00:00:00Z');
    try {
      const { request } = service;
      const carrier = await success(request('POST', '/v1/carriers', { body: { name: 'Ada' } }));
      const placed = async () => {
        const made = await success(request('POST', '/v1/orders', { body: { title: 'One' } }));
        return String(made.body['id']);
      };
      const id = await placed();
      for (const [version, path] of [
        ['v2', `/purchases/${id}/cancel`],
        ['v2', `/purchases/${id}/export`],
        ['v3', `/purchases/${id}/cancel`],
        ['v3', `/purchases/${id}/export`],
        ['v3', `/purchases/${id}/recount`],
      ] as const) {
        const { status } = await request('POST', `/${version}${path}`, { body: {} });
        assert.equal(status, 404, `/${version}${path}`);
      }
      const documents = new Map<string, string>();
      for (const version of ['v1', 'v2', 'v3']) {
        documents.set(version, (await request('GET', `/openapi/${version}.json`)).text);
      }
      // An event tells the newest clients of what older ones do; nothing else names it.
      const operationsIn = (version: string) =>
        (documents.get(version) ?? '').match(/"operationId":"(cancel|export|recount)[^"]*"/g);
      assert.equal(operationsIn('v3'), null);
      assert.deepEqual(operationsIn('v2'), ['"operationId":"recountPurchase"']);
      const linked = (version: string) =>
        (documents.get(version) ?? '').match(
          /:(cancel|export|recount)"|"(cancel|export|recount)":/g,
        );
      assert.equal(linked('v3'), null);
      assert.match(documents.get('v3') ?? '', /"enum":\["drop","cancel"\]/);
      assert.match(documents.get('v1') ?? '', /cancelOrder.*exportOrder|exportOrder.*cancelOrder/s);

      const linksIn = async (path: string) => {
        const answer = await success(
          request('GET', path, { headers: { accept: 'application/hal+json' } }),
        );
        const links = Object.keys(answer.body['_links'] as object);
        return links.filter((name) => /:(submit|drop|cancel|recount|export)$/.test(name));
      };
      const segments = (names: readonly string[]) => names.map((name) => name.split(':').at(-1));
      assert.deepEqual(segments(await linksIn(`/v3/purchases/${id}`)), ['submit']);
      assert.deepEqual(segments(await linksIn(`/v2/purchases/${id}`)), ['submit', 'recount']);
      assert.deepEqual(
        segments(await linksIn(`/v1/orders/${id}`)).toSorted(),
        ['cancel', 'export', 'recount', 'submit'],
        'as clients of version 1 know it',
      );

      // What is not possible now, and what is instead.
      const submit = (path: string) =>
        request('POST', `${path}/submit`, { body: {}, headers: { 'if-match': '*' } });
      await success(submit(`/v3/purchases/${id}`));
      const refusals = [
        [`/v1/orders/${id}`, ['cancel']],
        [`/v2/purchases/${id}`, ['drop']],
        [`/v3/purchases/${id}`, ['drop']],
      ] as const;
      for (const [path, allowed] of refusals) {
        const refused = await submit(path);
        assert.equal(refused.status, 409, refused.text);
        assert.deepEqual(refused.body['allowedTransitions'], allowed, path);
      }

      const cancelled = await success(
        request('POST', `/v1/orders/${id}/cancel`, {
          body: { note: 'too late', carrier: carrier.body['id'] },
          headers: { 'if-match': '*' },
        }),
      );
      assert.deepEqual([cancelled.body['status'], cancelled.body['note']], ['dropped', 'too late']);
      const now = await success(request('GET', `/v3/purchases/${id}`));
      assert.deepEqual([now.body['status'], now.body['remark']], ['dropped', 'too late']);
      const history = await success(request('GET', `/v3/purchases/${id}/transitions`));
      const transitions = (history.body['items'] as readonly { transition: string }[]).map(
        ({ transition }) => transition,
      );
      assert.deepEqual(transitions, ['submit', 'cancel'], 'the history names what happened');

      const counted = await success(
        request('POST', `/v2/purchases/${id}/recount`, {
          body: { count: 3 },
          headers: { 'if-match': '*' },
        }),
      );
      assert.equal(counted.body['count'], 3);
      const exported = await request('POST', `/v1/orders/${await placed()}/export`, {
        body: { format: 'pdf' },
        headers: { 'if-match': '*' },
      });
      assert.equal(exported.status, 202, exported.text);
    } finally {
      await service.stop();
    }
  });
});
