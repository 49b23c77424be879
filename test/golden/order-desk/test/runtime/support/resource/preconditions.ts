import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validationStatus } from '../conformance.ts';
import { isRepeatable, replacementOf } from '../replacement.ts';
import { addressOf, offers, unknownId, type ResourceTests } from './context.ts';

/** Requests that depend on the state of the resource, and PUT that creates it. */
export function testPreconditions({ sample, context }: ResourceTests): void {
  const changes = (['replace', 'update', 'delete'] as const).filter((method) =>
    offers(sample, method),
  );
  const verbs = { replace: 'PUT', update: 'PATCH', delete: 'DELETE' } as const;

  if (offers(sample, 'read')) {
    test('what a client has is not sent again', async () => {
      const { send, make, collection } = context();
      const address = addressOf(context(), await make.insert(sample, collection));
      const first = await send('GET', address);
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^"1\.v\d[\d-]*\.[\w.-]+"$/);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await send('GET', address, { headers: { 'if-none-match': tags } });
        assert.equal(again.status, 304, tags);
        assert.equal(again.text, '');
        for (const name of ['etag', 'cache-control', 'vary']) {
          assert.equal(again.headers.get(name), first.headers.get(name), name);
        }
      }
      const other = await send('GET', address, { headers: { 'if-none-match': '"other"' } });
      assert.equal(other.status, 200);
    });
  }

  for (const method of changes) {
    test(`${method} demands the state that If-Match names`, async () => {
      const { send, make, collection } = context();
      // Before it is made: where there is room for one alone, it is the one.
      const body =
        method === 'update' ? {} : method === 'replace' ? await make.spare(sample) : undefined;
      const address = addressOf(context(), await make.insert(sample, collection));
      const attempt = (headers: Record<string, string>) =>
        send(verbs[method], address, body === undefined ? { headers } : { body, headers });
      for (const tags of ['"2.v1.json"', 'W/"1.v1.json"', '"other"']) {
        const refused = await attempt({ 'if-match': tags });
        assert.equal(refused.status, 412, tags);
        assert.equal(refused.body['code'], 'precondition-failed');
      }
      assert.equal((await attempt({ 'if-match': 'no tag' })).status, 400);
      assert.equal((await attempt({ 'if-none-match': '*' })).status, 412);
      if (method !== 'replace') {
        const done = await attempt({ 'if-match': '"other", "1.v1.xml"' });
        assert.ok(done.status < 300, done.text);
      }
    });
  }

  if (sample.preconditions === 'required') {
    test('a change must say which state it was made for', async () => {
      const { send, make, collection } = context();
      const spare = await make.spare(sample);
      const address = addressOf(context(), await make.insert(sample, collection));
      for (const method of changes) {
        const body = method === 'delete' ? {} : { body: method === 'update' ? {} : spare };
        const answer = await send(verbs[method], address, { ...body, headers: { 'if-match': '' } });
        assert.equal(answer.status, 428, answer.text);
      }
    });
  }

  if (sample.createByReplace && offers(sample, 'replace')) {
    test('PUT creates what does not exist, once', async () => {
      const { send, make, collection } = context();
      const address = addressOf(context(), { id: context().newId() });
      const body = await make.body(sample);
      const refused = await send('PUT', address, { body, headers: { 'if-match': '*' } });
      assert.equal(refused.status, 412);
      // Once it is there, a change of it has to say which state it was made for.
      const demands = sample.preconditions === 'required';
      const headers: Record<string, string> = demands ? { 'if-match': '' } : {};
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send('PUT', address, { body, headers })),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      const replaced = sample.isShown ? 200 : 204;
      const again = isRepeatable(sample, body) ? replaced : validationStatus;
      const others = Array.from({ length: 9 }, () => (demands ? 428 : again));
      assert.deepEqual(statuses, [...others, 201].toSorted());
      if (!sample.isShown) return;
      const { body: stored } = await send('PUT', address, {
        body: replacementOf(sample, body, body),
      });
      assert.equal(stored['revision'], 1);
      assert.equal(stored['id'], address.slice(collection.length + 1));
    });
  } else if (offers(sample, 'replace')) {
    test(`PUT to what does not exist answers ${String(sample.replacingNothing)}`, async () => {
      const { send, make } = context();
      const body = await make.spare(sample);
      const answer = await send('PUT', addressOf(context(), { id: unknownId }), { body });
      assert.equal(answer.status, sample.replacingNothing);
    });
  }
}
