import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { StoredEvent } from '../../../../templates/src/runtime/events/event.ts';
import { fittingJson } from '../../../../templates/src/runtime/events/relays/fitting.ts';
import type { Broker } from '../../../../templates/src/runtime/events/relays/relay.ts';
import { createWorld, runUntilIdle, write, type World } from './support/world.ts';

describe('a relay', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  /** Keeps what it gets, and fails where it is told to. */
  function brokerOf(beforeSend: () => Promise<void> = async () => undefined) {
    const got: StoredEvent[] = [];
    const broker: Broker = {
      name: 'test',
      async send(events) {
        await beforeSend();
        got.push(...events);
      },
      close: async () => undefined,
    };
    return { broker, positions: () => got.map(({ position }) => position) };
  }

  const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

  test('passes every event on, in order, and none again', async () => {
    const { broker, positions } = brokerOf();
    await world.add(250);
    await runUntilIdle(world.relay(broker));
    await world.add(10);
    await runUntilIdle(world.relay(broker));
    assert.deepEqual(positions(), numbers(260));
    assert.equal(await world.cursor('test'), 260);
  });

  test('moves its cursor only where the broker has what is before it', async () => {
    let isDown = true;
    const { broker, positions } = brokerOf(async () => {
      if (isDown) throw new Error('the broker is down');
    });
    await world.add(3);
    await assert.rejects(runUntilIdle(world.relay(broker)), /the broker is down/);
    assert.equal(await world.cursor('test'), 0);
    isDown = false;
    await runUntilIdle(world.relay(broker));
    assert.deepEqual(positions(), numbers(3));
  });

  test('of two replicas one passes on what there is', async () => {
    const entered = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const first = brokerOf(() => {
      entered.resolve();
      return free.promise;
    });
    const second = brokerOf();
    await world.add(5);
    const running = runUntilIdle(world.relay(first.broker, 'first'));
    await entered.promise;
    await runUntilIdle(world.relay(second.broker, 'second'));
    free.resolve();
    await running;
    assert.deepEqual([first.positions(), second.positions()], [numbers(5), []]);
    await world.add(1);
    await runUntilIdle(world.relay(second.broker, 'second'));
    assert.deepEqual(second.positions(), [6]);
  });

  test('one that stood still too long moves no cursor any more', async () => {
    const second = brokerOf();
    const first = brokerOf(async () => {
      world.now = new Date(world.now.getTime() + 61_000);
      await runUntilIdle(world.relay(second.broker, 'second'));
      await world.add(1);
    });
    await world.add(5);
    await runUntilIdle(world.relay(first.broker, 'first'));
    assert.deepEqual(second.positions(), numbers(5));
    assert.equal(await world.cursor('test'), 5);
  });

  test('closes the connection when the service stops', async () => {
    const stopping = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { broker } = brokerOf();
    await world.relay({ ...broker, close: async () => closed.resolve() }).run(stopping.signal);
    stopping.abort();
    await closed.promise;
  });
});

test('an event that is too long for a broker goes without the resource', () => {
  const event = write({
    id: '019bc0fd-89c0-7000-8000-000000000001',
    position: 1,
    type: 'order.created',
    resource: 'order',
    rowId: 'a',
    path: '/orders/a',
    time: '2026-01-01T00:00:00.000Z',
    data: { id: 'a', revision: 1, resource: { note: 'ü'.repeat(1000) } },
  });
  assert.deepEqual(JSON.parse(fittingJson(event, 10_000)), event);
  const short: unknown = JSON.parse(fittingJson(event, 2000));
  const { resource: _, ...data } = event.data;
  assert.deepEqual(short, { ...event, data });
});
