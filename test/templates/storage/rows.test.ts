import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrder, newId, onEachEngine, type Service } from './engines.ts';
import type { Order } from './fixture/order.store.ts';

async function inserted(
  { database, orders }: Service,
  members: Partial<Order> = {},
): Promise<Order> {
  return database.transaction((transaction) => orders.insert(transaction, anOrder(members)));
}

onEachEngine((service) => {
  test('an inserted row is read back as it was', async () => {
    const { database, orders } = service();
    const order = anOrder({ note: 'fragile', total: '12.50', paid: true, options: { gift: [1] } });

    const stored = await database.transaction((transaction) => orders.insert(transaction, order));

    assert.deepEqual(stored, order);
    assert.deepEqual(await orders.get(database.reader, order.id), order);
    assert.equal(await orders.exists(database.reader, order.id), true);
  });

  test('a key is found in either case', async () => {
    const { database, orders } = service();
    const order = await inserted(service());
    assert.deepEqual(await orders.get(database.reader, order.id.toUpperCase()), order);
  });

  test('an unknown key is no row', async () => {
    const { database, orders } = service();
    assert.equal(await orders.get(database.reader, newId()), undefined);
    assert.equal(await orders.exists(database.reader, newId()), false);
  });

  test('a row is seen inside its transaction, and outside only after the commit', async () => {
    const { database, orders } = service();
    const order = anOrder();
    await database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      assert.equal(await orders.exists(transaction, order.id), true);
      assert.equal(await orders.exists(database.reader, order.id), false);
    });
    assert.equal(await orders.exists(database.reader, order.id), true);
  });

  test('an update at the current revision replaces the row and counts the revision up', async () => {
    const { database, orders } = service();
    const order = await inserted(service(), { note: 'old', total: '1.00' });
    const changes = { note: null, total: '2.50', updatedAt: '2026-03-02T00:00:00.000Z' };

    const updated = await database.transaction((transaction) =>
      orders.update(transaction, order.id, 1, { ...order, ...changes }),
    );

    assert.deepEqual(updated, { ...order, ...changes, revision: 2 });
    assert.deepEqual(await orders.get(database.reader, order.id), updated);
  });

  test('an update at another revision changes nothing', async () => {
    const { database, orders } = service();
    const order = await inserted(service());
    const updated = await database.transaction((transaction) =>
      orders.update(transaction, order.id, 2, { ...order, note: 'late' }),
    );
    assert.equal(updated, undefined);
    assert.deepEqual(await orders.get(database.reader, order.id), order);
  });

  test('a removal without a revision removes whatever is there, once', async () => {
    const { database, orders } = service();
    const { id } = await inserted(service());
    const remove = () => database.transaction((transaction) => orders.remove(transaction, id));
    assert.equal(await remove(), true);
    assert.equal(await remove(), false);
    assert.equal(await orders.exists(database.reader, id), false);
  });

  test('a removal at another revision removes nothing', async () => {
    const { database, orders } = service();
    const { id } = await inserted(service());
    const remove = (revision: number) =>
      database.transaction((transaction) => orders.remove(transaction, id, revision));
    assert.equal(await remove(2), false);
    assert.equal(await remove(1), true);
  });

  test('a query of one’s own runs in the same transaction, with the names of the columns', async () => {
    const { database, orders } = service();
    const order = anOrder({ paid: true });
    const { boolean } = database.values;
    const found = await database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      return transaction
        .selectFrom('orders')
        .select(['order_number', 'paid'])
        .where('id', '=', order.id)
        .where('paid', '=', boolean.write(true))
        .executeTakeFirstOrThrow();
    });
    assert.equal(found.order_number, order.orderNumber);
    assert.equal(boolean.read(found.paid), true);
  });
});
