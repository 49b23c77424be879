import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allItems } from '../lists.ts';
import { linked } from '../links.ts';
import {
  addressOf,
  assertShows,
  holds,
  listOf,
  offers,
  referable,
  unknownId,
  type ResourceTests,
} from './context.ts';

/** What reads one resource, or a page of them. */
export function testReading({ sample, context }: ResourceTests): void {
  if (offers(sample, 'read')) {
    test('read answers what is stored', async () => {
      const { send, make, collection } = context();
      const body = await make.body(sample);
      const address = addressOf(context(), await make.insert(sample, collection, body));
      const answer = await send('GET', address);
      assert.equal(answer.status, 200);
      assertShows(sample, answer.body, body);
      const head = await send('HEAD', address);
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'));
    });

    test('what does not exist answers 404', async () => {
      const { send, collection } = context();
      for (const id of [unknownId, 'x', '1', '%00', unknownId.toUpperCase()]) {
        const answer = await send('GET', `${collection}/${id}`);
        assert.equal(answer.status, 404, id);
        assert.equal(answer.body['code'], 'not-found');
      }
    });
  }

  if (sample.parent !== undefined) {
    test('a child belongs to its parent alone', async () => {
      const { send, make, collection } = context();
      const stored = await make.insert(sample, collection);
      const elsewhere = collection.replace(/[^/]+(\/[^/]+)$/, `${unknownId}$1`);
      if (offers(sample, 'read')) {
        assert.equal((await send('GET', `${elsewhere}/${stored.id}`)).status, 404);
      }
      if (offers(sample, 'list')) assert.equal((await send('GET', elsewhere)).status, 404);
      if (offers(sample, 'create')) {
        const body = await make.spare(sample);
        assert.equal((await send('POST', elsewhere, { body })).status, 404);
      }
    });
  }

  if (offers(sample, 'list')) testList({ sample, context });
}

function testList({ sample, context }: ResourceTests): void {
  const size = Math.min(2, sample.maxSize);
  test('a page shows as many as it is asked for', holds(sample, size + 1), async () => {
    const { send, make, collection } = context();
    for (let count = 0; count <= size; count += 1) await make.insert(sample, collection);
    const first = await send('GET', `${collection}?size=${String(size)}`);
    assert.equal(first.status, 200, first.text);
    const { items, links, page } = listOf(first);
    assert.equal(items.length, size);
    assert.equal('totalItems' in page, sample.hasTotal);
    if (!sample.hasCursor) {
      assert.equal(links['next'], linked(`${collection}?size=${String(size)}&page=2`));
    }
    const second = listOf(await send('GET', String(links['next'])));
    const ids = [...items, ...second.items].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'no item is on two pages');
    const beyond = listOf(await send('GET', `${collection}?page=1000`));
    assert.deepEqual(beyond.items, []);
    assert.ok(!('next' in beyond.links));
  });

  test('a page is no longer than the limit', async () => {
    const { send, collection } = context();
    const { page } = listOf(await send('GET', `${collection}?size=1000000`));
    assert.equal(page['size'], sample.maxSize);
  });

  test('bad parameters are refused', async () => {
    const { send, collection } = context();
    const bad = ['page=0', 'page=1abc', 'size=-1', 'page=1&page=2', 'sort=no-such', 'size='];
    for (const query of sample.sort.length > 0
      ? bad
      : bad.filter((each) => each !== 'sort=no-such')) {
      const answer = await send('GET', `${collection}?${query}`);
      assert.equal(answer.body['code'], 'validation-failed', query);
    }
    const unknown = await send('GET', `${collection}?no-such=1`);
    assert.equal(unknown.body['code'], 'unknown-parameter');
  });

  for (const name of sample.sort) {
    test(`the list is sorted by ${name}`, holds(sample, 2), async () => {
      const { send, make, collection } = context();
      for (let count = 0; count < 3; count += 1) await make.insert(sample, collection);
      const up = await allItems(send, sample, `${collection}?sort=${name},asc`);
      const down = await allItems(send, sample, `${collection}?sort=${name},desc`);
      assert.ok(up.length > 1);
      assert.deepEqual(
        down.map(({ id }) => id),
        up.map(({ id }) => id).toReversed(),
      );
    });
  }

  for (const name of sample.filter) {
    test(`the list is filtered by ${name}`, async (testing) => {
      const { send, make, collection } = context();
      const given = await make.body(sample);
      // What the service alone sets is in no body.
      const isChosen = name in sample.targets && !sample.readOnly.includes(name);
      const isMissing = isChosen && (given[name] ?? null) === null;
      const target = isMissing ? await referable(context(), name, 1) : undefined;
      if (isMissing && target === undefined) {
        testing.skip('it refers to its own kind, or to what needs one of it, and there can be one');
        return;
      }
      const body = isMissing ? { ...given, [name]: target } : given;
      await make.clear(sample, body);
      const { id } = await make.insert(sample, collection, body);
      const items = await allItems(send, sample, collection);
      const value = items.find((each) => each['id'] === id)?.[name];
      if (value === undefined || value === null) {
        testing.skip(`a sample of it has no value of ${name}`);
        return;
      }
      const query = `${name}=${encodeURIComponent(String(value))}`;
      const found = await allItems(send, sample, `${collection}?${query}`);
      assert.ok(found.some((each) => each['id'] === id));
      for (const each of found) assert.deepEqual(each[name], value);
    });
  }
}
