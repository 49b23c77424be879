import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendableOf } from '../body-size.ts';
import { placesOf } from '../client.ts';
import { addressOf, assertShows, offers, type ResourceTests } from './context.ts';

const headers = { 'content-type': 'application/json-patch+json' };

const additionsOf = (members: readonly (readonly [string, unknown])[]) =>
  members.map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));

/** JSON Patch (RFC 6902). */
export function testPatching({ sample, context }: ResourceTests): void {
  if (!offers(sample, 'update', 'read')) return;

  test('a JSON Patch is applied as a whole', async () => {
    const { send, make, collection } = context();
    const address = addressOf(context(), await make.insert(sample, collection));
    const changes = Object.entries(await make.body(sample, 1)).filter(
      ([name]) => !sample.immutable.includes(name),
    );
    const next = sendableOf(changes, additionsOf);
    const body = additionsOf(next);
    const answer = await send('PATCH', address, { body, headers });
    assert.equal(answer.status, 200, answer.text);
    assertShows(sample, answer.body, Object.fromEntries(next));
  });

  test('a JSON Patch that does not fit changes nothing', async () => {
    const { send, make, collection } = context();
    const address = addressOf(context(), await make.insert(sample, collection));
    const before = await send('GET', address);
    const [name, value] = Object.entries(sample.bodies[1]).find(
      ([each]) => !sample.immutable.includes(each) && !(each in sample.unique),
    ) ?? ['nothing'];
    const first =
      value === undefined
        ? { op: 'test', path: '/revision', value: 1 }
        : { op: 'add', path: `/${name}`, value };
    for (const second of [
      { op: 'test', path: '/revision', value: 2 },
      { op: 'remove', path: '/no-such' },
      { op: 'replace', path: '/nothing/below', value: 1 },
      { op: 'move', from: '/no-such', path: `/${name}` },
    ]) {
      const answer = await send('PATCH', address, { body: [first, second], headers });
      assert.equal(answer.status, 409, answer.text);
    }
    const id = await send('PATCH', address, {
      body: [first, { op: 'replace', path: '/id', value: 'other' }],
      headers,
    });
    assert.deepEqual(placesOf(id), ['/id']);
    const polluting = await send('PATCH', address, {
      body: [{ op: 'add', path: '/__proto__/polluted', value: 1 }],
      headers,
    });
    assert.ok(polluting.status >= 400 && polluting.status < 500, polluting.text);
    const after = await send('GET', address);
    assert.deepEqual(after.body, before.body);
  });

  test('what is no JSON Patch is refused', async () => {
    const { send, make, collection } = context();
    const address = addressOf(context(), await make.insert(sample, collection));
    for (const [body, place] of [
      [{}, ''],
      [[{ op: 'change', path: '/x' }], '/0/op'],
      [[{ op: 'add', path: 'x', value: 1 }], '/0/path'],
      [[{ op: 'add', path: '/x' }], '/0/value'],
      [[{ op: 'move', path: '/x' }], '/0/from'],
    ] as const) {
      const answer = await send('PATCH', address, { body, headers });
      assert.equal(answer.body['code'], 'validation-failed', answer.text);
      assert.deepEqual(placesOf(answer), [place]);
    }
  });
}
