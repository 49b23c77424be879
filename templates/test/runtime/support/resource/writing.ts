import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacementOf } from '../replacement.ts';
import { followed, linked } from '../links.ts';
import { addressOf, assertAnswers, assertShows, offers, type ResourceTests } from './context.ts';

/** What creates, changes and deletes. */
export function testWriting({ sample, context }: ResourceTests): void {
  if (offers(sample, 'create')) {
    test('create answers 201 with the address of the new resource', async () => {
      const { send, make, collection } = context();
      const body = await make.body(sample);
      const answer = await send('POST', collection, { body });
      assert.equal(answer.status, 201, answer.text);
      const location = answer.headers.get('location') ?? '';
      if (!sample.isShown) {
        assert.equal(answer.text, '');
        assert.ok(followed(location).startsWith(`${collection}/`), location);
        return;
      }
      const id = String(answer.body['id']);
      assert.equal(location, linked(`${collection}/${id}`));
      assert.equal(answer.body['revision'], 1);
      assertShows(sample, answer.body, body);
    });
  }

  if (offers(sample, 'replace')) {
    test('replace makes the body the new state', async () => {
      const { send, make, collection } = context();
      const stored = await make.insert(sample, collection);
      const body = replacementOf(sample, await make.body(sample, 1), stored);
      const answer = await send('PUT', addressOf(context(), stored), { body });
      assertAnswers(sample, answer, body);
      const again = await send('PUT', addressOf(context(), stored), { body });
      assert.deepEqual(again.body, answer.body, 'repeating it changes nothing');
    });
  }

  if (offers(sample, 'replace', 'read')) {
    test('what was read can be sent back', async () => {
      const { send, make, collection } = context();
      const address = addressOf(context(), await make.insert(sample, collection));
      const read = await send('GET', address);
      const answer = await send('PUT', address, { body: read.body });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, read.body);
    });
  }

  if (offers(sample, 'update')) {
    test('update changes what the patch names', async () => {
      const { send, make, collection } = context();
      const row = await make.insert(sample, collection);
      const address = addressOf(context(), row);
      const members: Record<string, unknown> = { ...row };
      for (const [name, value] of Object.entries(await make.body(sample, 1))) {
        if (sample.immutable.includes(name)) continue;
        members[name] = value;
        // Beside what stays as it was, the value may make the same as another one has.
        await make.clear(sample, members, row.id);
        const answer = await send('PATCH', address, { body: { [name]: value } });
        assertAnswers(sample, answer, { [name]: value });
      }
      const before = await send('PATCH', address, { body: {} });
      const after = await send('PATCH', address, { body: {} });
      assert.deepEqual(after.body, before.body, 'an empty patch changes nothing');
    });
  }

  if (offers(sample, 'delete')) {
    test('delete answers 204, and 404 the second time', async () => {
      const { send, make, collection } = context();
      const address = addressOf(context(), await make.insert(sample, collection));
      const answer = await send('DELETE', address);
      assert.equal(answer.status, 204, answer.text);
      assert.equal(answer.text, '');
      assert.equal(answer.headers.get('content-type'), null);
      assert.equal((await send('DELETE', address)).status, 404);
    });
  }
}
