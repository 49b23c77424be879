import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '../../../templates/src/runtime/events/event.ts';
import { createFeed, type Feed } from '../../../templates/src/runtime/events/stream/feed.ts';
import type { Subscription } from '../../../templates/src/runtime/events/stream/subscriber.ts';
import { write } from './relays/support/world.ts';

/** An outbox in memory that counts the statements. */
function createWorld() {
  const events: StoredEvent[] = [];
  const world = {
    now: new Date('2026-01-01T00:00:00Z'),
    statements: 0,
    events,
    add(count: number, type = 'order.created', note = '') {
      for (let index = 0; index < count; index += 1) {
        const position = events.length + 1;
        events.push({
          id: `id-${String(position)}`,
          position,
          type,
          resource: 'order',
          rowId: 'row',
          path: '/orders/row',
          time: '2026-01-01T00:00:00.000Z',
          data: { id: 'row', revision: position, resource: { note } },
        });
      }
    },
  };
  const feed = createFeed({
    outbox: {
      read: async (_connection, after, limit) => {
        world.statements += 1;
        await setImmediate();
        return events.filter(({ position }) => position > after).slice(0, limit);
      },
    },
    reader: { executeQuery: () => assert.fail('the outbox is in memory') },
    clock: () => world.now,
    write,
  });
  const subscribe = (subscription: Partial<Subscription> = {}) =>
    feed.subscribe({
      opening: 'retry: 1\n\n',
      after: 0,
      now: world.now,
      isPermitted: async () => true,
      seen: (event) => event,
      ...subscription,
    });
  return { world, feed, subscribe };
}

/** What a stream said so far. */
function listen(stream: Readable): { readonly text: string; ids(): number[] } {
  const heard = {
    text: '',
    ids: () => [...heard.text.matchAll(/^id: id-(\d+)$/gm)].map(([, id]) => Number(id)),
  };
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    heard.text += chunk;
  });
  return heard;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

async function runUntilIdle(feed: Feed): Promise<void> {
  const { signal } = new AbortController();
  while (await feed.run(signal)) await setImmediate();
  await settle();
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the stream of events', () => {
  test('one who comes back gets what happened since, then what happens, each once and in order', async () => {
    const { world, feed, subscribe } = createWorld();
    world.add(450);
    const heard = listen(subscribe({ after: 7 }));
    world.add(20);
    await settle();
    world.add(30);
    await runUntilIdle(feed);
    assert.deepEqual(heard.ids(), numbers(8, 500));
    assert.ok(
      heard.text.startsWith(
        'retry: 1\n\nid: id-8\nevent: com.acme.order.created.v1\ndata: {"specversion":"1.0","id":"id-8",',
      ),
    );
    assert.ok(heard.text.endsWith('}\n\n'));
  });

  test('one statement reads for all who listen, however many they are', async () => {
    const { world, feed, subscribe } = createWorld();
    const heard = Array.from({ length: 50 }, () => listen(subscribe()));
    await settle();
    world.statements = 0;
    world.add(99);
    await runUntilIdle(feed);
    assert.equal(world.statements, 1);
    for (const each of heard) assert.deepEqual(each.ids(), numbers(1, 99));
  });

  test('nothing is read where nobody listens', async () => {
    const { world, feed, subscribe } = createWorld();
    await runUntilIdle(feed);
    const stream = subscribe();
    listen(stream);
    await settle();
    stream.destroy();
    await settle();
    world.statements = 0;
    world.add(1);
    await runUntilIdle(feed);
    assert.equal(world.statements, 0);
  });

  test('those who join at any moment of a busy time miss nothing and hear nothing twice', async () => {
    const { world, feed, subscribe } = createWorld();
    const heard: { readonly after: number; ids(): number[] }[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      world.add(turn % 7);
      const after = Math.max(0, world.events.length - (turn % 11) * 13);
      heard.push({ after, ids: listen(subscribe({ after })).ids });
      for (let step = 0; step < turn % 5; step += 1) await setImmediate();
      void feed.run(new AbortController().signal);
    }
    await runUntilIdle(feed);
    for (const { after, ids } of heard) {
      assert.deepEqual(ids(), numbers(after + 1, world.events.length));
    }
  });

  test('only the types that are asked for', async () => {
    const { world, feed, subscribe } = createWorld();
    world.add(3);
    const heard = listen(subscribe({ types: new Set(['order.deleted']) }));
    world.add(1, 'order.deleted');
    await settle();
    world.add(1, 'order.updated');
    world.add(1, 'order.deleted');
    await runUntilIdle(feed);
    assert.deepEqual(heard.ids(), [4, 6]);
  });

  test('a comment keeps the connection in use, every fifteen seconds by the clock', async () => {
    const { world, feed, subscribe } = createWorld();
    const heard = listen(subscribe());
    for (let second = 0; second < 60; second += 1) {
      world.now = new Date(world.now.getTime() + 1000);
      await runUntilIdle(feed);
    }
    assert.equal(heard.text, `retry: 1\n\n${': still here\n\n'.repeat(4)}`);
  });

  test('who is permitted no longer hears no more', async () => {
    const { world, feed, subscribe } = createWorld();
    let isPermitted = true;
    const revoked = subscribe({ isPermitted: async () => isPermitted });
    const unknown = subscribe({ isPermitted: () => Promise.reject(new Error('no database')) });
    const other = listen(subscribe());
    const heard = listen(revoked);
    listen(unknown);
    world.add(1);
    await runUntilIdle(feed);
    isPermitted = false;
    world.now = new Date(world.now.getTime() + 15_000);
    await runUntilIdle(feed);
    assert.ok(revoked.readableEnded);
    assert.ok(unknown.readableEnded);
    world.add(1);
    await runUntilIdle(feed);
    assert.deepEqual(heard.ids(), [1]);
    assert.deepEqual(other.ids(), [1, 2]);
  });

  test('one that ends by the clock tells what happened before, and then its notice, whatever was asked for', async () => {
    const { world, feed, subscribe } = createWorld();
    const end = Date.parse('2026-01-01T00:00:05Z');
    const ending = { at: end, notice: 'event: gone\ndata: {}\n\n' };
    const ended = subscribe({ ending, types: new Set(['order.created']) });
    const heard = listen(ended);
    const unread = subscribe({ ending });
    const other = listen(subscribe());
    await settle();
    world.now = new Date(end - 1000);
    await runUntilIdle(feed);
    assert.ok(!heard.text.includes('gone'));
    // Events are in the order in which they were committed.
    const [late, early] = ['2026-01-01T00:00:05.000Z', '2026-01-01T00:00:04.999Z'];
    world.add(1);
    for (const [index, time] of [late, early].entries()) {
      world.add(1);
      world.events[index + 1] = { ...world.events[index + 1], time } as StoredEvent;
    }
    world.now = new Date(end);
    await runUntilIdle(feed);
    assert.deepEqual(heard.ids(), [1, 3]);
    assert.ok(heard.text.endsWith(`}\n\n${ending.notice}`));
    assert.ok(ended.readableEnded);
    assert.deepEqual(other.ids(), [1, 2, 3]);
    world.now = new Date(end + 15_000);
    await runUntilIdle(feed);
    assert.ok(unread.destroyed);
    assert.equal(heard.text.split('event: gone').length, 2);
  });

  test('one who does not read holds a bounded part of the events, reads on where it stopped, and is given up at last', async () => {
    const { world, feed, subscribe } = createWorld();
    const slow = subscribe();
    const late = subscribe();
    const quick = listen(subscribe());
    await settle();
    world.add(500, 'order.created', 'x'.repeat(10_000));
    await runUntilIdle(feed);
    assert.equal(quick.ids().length, 500);
    for (const stream of [slow, late]) assert.ok(stream.readableLength < 90_000);

    const heard = listen(late);
    await settle();
    world.add(1);
    await runUntilIdle(feed);
    assert.deepEqual(heard.ids(), numbers(1, 501));

    for (const seconds of [15, 30]) {
      world.now = new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000);
      await runUntilIdle(feed);
      assert.ok(!slow.destroyed, `after ${String(seconds)} seconds`);
    }
    world.now = new Date('2026-01-01T00:00:45Z');
    await runUntilIdle(feed);
    assert.ok(slow.destroyed);
    assert.ok(!late.destroyed);
  });

  test('where the events cannot be read the stream is cut, so that the client asks again', async () => {
    const { feed } = createWorld();
    const failing = createFeed({
      outbox: { read: () => Promise.reject(new Error('no database')) },
      reader: { executeQuery: () => assert.fail('never') },
      clock: () => new Date(),
      write: () => assert.fail('never'),
    });
    const stream = failing.subscribe({
      opening: '',
      after: 0,
      now: new Date(),
      isPermitted: async () => true,
      seen: (event) => event,
    });
    listen(stream);
    await assert.rejects(once(stream, 'end'), /no database/);
    await feed.close();
  });

  test('a shutdown ends every stream, waits for no one who does not read, and lets nobody begin', async () => {
    const { world, feed, subscribe } = createWorld();
    world.add(100, 'order.created', 'x'.repeat(10_000));
    const stuck = subscribe();
    const stream = subscribe();
    const heard = listen(stream);
    await settle();
    await feed.close();
    assert.ok(stream.readableEnded);
    assert.equal(heard.ids().length, 100);
    assert.ok(stuck.destroyed);
    const after = subscribe();
    listen(after);
    await once(after, 'end');
  });
});
