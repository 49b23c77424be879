import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredEvent } from '../../../../templates/src/runtime/events/event.ts';
import { brokerAt } from '../../../../templates/src/runtime/events/relays/broker-at.ts';

const event = (position: number, type: string): StoredEvent => ({
  id: `00000000-0000-7000-8000-00000000000${String(position)}`,
  position,
  type,
  resource: 'order',
  rowId: 'a',
  path: '/orders/a',
  time: '2026-01-01T00:00:00.000Z',
  deciding: {},
  data: { id: 'a', revision: 1 },
});

test('a broker is told events as a version has them, in their order, and none that it has not', async () => {
  const sent: (readonly StoredEvent[])[] = [];
  const broker = {
    name: 'a broker',
    send: (events: readonly StoredEvent[]) => Promise.resolve(void sent.push(events)),
    close: () => Promise.resolve(),
  };
  const shapes = {
    at: (each: StoredEvent, { label }: { readonly label: string }) =>
      each.type === 'order.packed' ? undefined : { ...each, type: `${each.type} in ${label}` },
  };
  const older = brokerAt(broker, shapes, { label: '1' });
  await older.send([event(1, 'order.created'), event(2, 'order.packed'), event(3, 'order.sent')]);
  assert.deepEqual(
    sent.splice(0)[0]?.map(({ position, type }) => [position, type]),
    [
      [1, 'order.created in 1'],
      [3, 'order.sent in 1'],
    ],
  );
  await older.send([event(4, 'order.packed')]);
  assert.deepEqual(sent, []);
  assert.equal(older.name, 'a broker');
});
