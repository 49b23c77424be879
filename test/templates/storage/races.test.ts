import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ForeignKeyViolation,
  UniqueViolation,
} from '../../../templates/src/runtime/storage/errors.ts';
import { added, anOrder, newId, onEachEngine } from './engines.ts';

onEachEngine((service) => {
  test('of 50 insertions of one unique value at once, one wins', async () => {
    const { database, orders } = service();
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        database.transaction((transaction) =>
          orders.insert(transaction, anOrder({ orderNumber: 'wanted' })),
        ),
      ),
    );
    const lost = attempts.filter(({ status }) => status === 'rejected');
    assert.equal(lost.length, 49);
    for (const { reason } of lost as PromiseRejectedResult[]) {
      assert.ok(reason instanceof UniqueViolation, String(reason));
    }
  });

  test('of 50 updates of one revision at once, one wins', async () => {
    const { database, orders } = service();
    const order = anOrder();
    await database.transaction((transaction) => orders.insert(transaction, order));
    const attempts = await Promise.all(
      Array.from({ length: 50 }, (_, quantity) =>
        database.transaction((transaction) =>
          orders.update(transaction, order.id, 1, { ...order, quantity }),
        ),
      ),
    );
    const [winner, ...others] = attempts.filter((updated) => updated !== undefined);
    assert.equal(others.length, 0);
    assert.equal(winner?.revision, 2);
    assert.deepEqual(await orders.get(database.reader, order.id), winner);
  });

  test('a child cannot be added to a parent that is deleted meanwhile, nor outlive it', async () => {
    const { database, orders, items } = service();
    for (let round = 0; round < 20; round += 1) {
      const order = anOrder();
      const item = { id: newId(), ...added, orderId: order.id, product: 'tea', quantity: 1 };
      await database.transaction((transaction) => orders.insert(transaction, order));
      const add = database.transaction((transaction) => items.insert(transaction, item));
      const remove = database.transaction((transaction) => orders.remove(transaction, order.id));
      const [added_, removed] = await Promise.allSettled([add, remove]);

      assert.deepEqual(removed, { status: 'fulfilled', value: true });
      if (added_.status === 'rejected') assert.ok(added_.reason instanceof ForeignKeyViolation);
      assert.equal(await items.exists(database.reader, item.id), false);
    }
  });
});
