import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  NotNullViolation,
  UniqueViolation,
} from '../../../templates/src/runtime/storage/errors.ts';
import { columnTypes, createTable } from '../../../templates/src/runtime/storage/schema.ts';
import { added, anOrder, newId, onEachEngine, type Service } from './engines.ts';
import type { Order } from './fixture/order.store.ts';
import type { ShippingLabel } from './fixture/shipping-label.store.ts';

async function insertOrder({ database, orders }: Service, members: Partial<Order> = {}) {
  return database.transaction((transaction) => orders.insert(transaction, anOrder(members)));
}

async function insertLabel({ database, labels }: Service, members: Partial<ShippingLabel>) {
  const label = { id: newId(), ...added, orderId: newId(), itemId: null, carrier: 'post' };
  return database.transaction((transaction) =>
    labels.insert(transaction, { ...label, ...members }),
  );
}

async function insertItem({ database, items }: Service, orderId: string) {
  const item = { id: newId(), ...added, orderId, product: 'tea', quantity: 1 };
  return database.transaction((transaction) => items.insert(transaction, item));
}

function missing(table: string, column: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ForeignKeyViolation, String(error));
    const { kind, columns } = error;
    assert.deepEqual(
      { kind, table: error.table, columns },
      { kind: 'missing-target', table, columns: [column] },
    );
    return true;
  };
}

function referenced(table: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ForeignKeyViolation, String(error));
    assert.deepEqual({ kind: error.kind, table: error.table }, { kind: 'still-referenced', table });
    return true;
  };
}

onEachEngine((service) => {
  test('a second row with a unique value names the table and the column', async () => {
    const { orderNumber } = await insertOrder(service());
    await assert.rejects(insertOrder(service(), { orderNumber }), (error) => {
      assert.ok(error instanceof UniqueViolation);
      assert.deepEqual([error.table, error.columns], ['orders', ['order_number']]);
      assert.deepEqual(service().orders.membersOf(error), ['orderNumber']);
      assert.deepEqual(service().labels.membersOf(error), []);
      return true;
    });
  });

  test('a second row with the same combination names all its columns', async () => {
    const pair = { customerId: newId(), serial: '1' };
    await insertOrder(service(), pair);
    await insertOrder(service(), { ...pair, serial: '2' });
    await assert.rejects(insertOrder(service(), pair), (error) => {
      assert.ok(error instanceof UniqueViolation);
      assert.deepEqual(error.columns, ['customer_id', 'serial']);
      return true;
    });
  });

  test('a null in a unique combination is equal to no other', async () => {
    const pair = { customerId: newId(), serial: null };
    await insertOrder(service(), pair);
    await insertOrder(service(), pair);
  });

  test('a second row with the same key names the key', async () => {
    const { id } = await insertOrder(service());
    await assert.rejects(insertOrder(service(), { id, orderNumber: newId() }), (error) => {
      assert.ok(error instanceof UniqueViolation);
      assert.deepEqual([error.table, error.columns], ['orders', ['id']]);
      return true;
    });
  });

  test('an update to a value that is taken is refused like an insertion', async () => {
    const { database, orders } = service();
    const { orderNumber } = await insertOrder(service());
    const order = await insertOrder(service());
    const update = database.transaction((transaction) =>
      orders.update(transaction, order.id, 1, { ...order, orderNumber }),
    );
    await assert.rejects(update, UniqueViolation);
  });

  test('a reference to nothing names its column', async () => {
    const order = await insertOrder(service());
    await assert.rejects(insertLabel(service(), {}), missing('shipping_labels', 'order_id'));
    await assert.rejects(
      insertLabel(service(), { orderId: order.id, itemId: newId() }),
      missing('shipping_labels', 'item_id'),
    );
  });

  test('so does an update', async () => {
    const { database, labels } = service();
    const order = await insertOrder(service());
    const label = await insertLabel(service(), { orderId: order.id });
    const update = database.transaction((transaction) =>
      labels.update(transaction, label.id, 1, { ...label, itemId: newId() }),
    );
    await assert.rejects(update, missing('shipping_labels', 'item_id'));
  });

  test('a child without its parent names the reference to the parent', async () => {
    await assert.rejects(insertItem(service(), newId()), missing('items', 'order_id'));
  });

  test('targets of the same transaction count', async () => {
    const { database, orders, labels } = service();
    const order = anOrder();
    const label = { id: newId(), ...added, orderId: order.id, itemId: newId(), carrier: 'post' };
    const both = database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      await labels.insert(transaction, label);
    });
    await assert.rejects(both, missing('shipping_labels', 'item_id'));
  });

  test('a row that is still referenced stays, and the error names who refers to it', async () => {
    const { database, orders } = service();
    const order = await insertOrder(service());
    await insertItem(service(), order.id);
    await insertLabel(service(), { orderId: order.id });
    const remove = database.transaction((transaction) => orders.remove(transaction, order.id));
    await assert.rejects(remove, referenced('shipping_labels'));
    assert.equal(await orders.exists(database.reader, order.id), true);
  });

  test('children go with their parent, and optional references to them become null', async () => {
    const { database, items, orders, labels } = service();
    const order = await insertOrder(service());
    const item = await insertItem(service(), order.id);
    const other = await insertOrder(service());
    const label = await insertLabel(service(), { orderId: other.id, itemId: item.id });
    await database.transaction((transaction) => orders.remove(transaction, order.id));
    assert.equal(await items.exists(database.reader, item.id), false);
    assert.equal((await labels.get(database.reader, label.id))?.itemId, null);
  });

  test('a missing value names its column', async () => {
    const insert = insertOrder(service(), { status: null as unknown as string });
    await assert.rejects(insert, (error) => {
      assert.ok(error instanceof NotNullViolation);
      assert.deepEqual([error.table, error.columns], ['orders', ['status']]);
      return true;
    });
  });
});

onEachEngine((service) => {
  // Tables of one's own, as a developer may add them: with a check, and referring to items.
  before(async () => {
    await service().database.transaction(async (transaction) => {
      const { boolean, integer, uuid } = columnTypes(transaction);
      await createTable(transaction, 'returns')
        .addColumn('order_id', uuid, (column) => column.references('orders.id').onDelete('cascade'))
        .addColumn('item_id', uuid, (column) => column.references('items.id'))
        .addColumn('count', integer)
        .addColumn('paid', boolean)
        .addColumn('order', integer, (column) => column.unique())
        .addCheckConstraint('count_is_positive', sql`count > 0`)
        .execute();
    });
  });

  const insertReturn = (orderId: string | null, itemId: string | null, count: unknown = 1) =>
    service().database.transaction(async (transaction) => {
      const values = sql.join([orderId, itemId, count]);
      await sql`insert into returns (order_id, item_id, count) values (${values})`.execute(
        transaction,
      );
    });

  const insertOne = () =>
    service().database.transaction((transaction) =>
      sql`insert into returns ("order") values (1)`.execute(transaction),
    );

  test('a column may have a name that SQL reserves', async () => {
    await insertOne();
    await assert.rejects(insertOne(), (error) => {
      assert.ok(error instanceof UniqueViolation);
      assert.deepEqual(error.columns, ['order']);
      return true;
    });
  });

  test('a failed check names itself', async () => {
    await assert.rejects(insertReturn(null, null, 0), (error) => {
      assert.ok(error instanceof CheckViolation);
      assert.match(error.constraint, /count/);
      return true;
    });
  });

  test('a value of another type is an invalid value', async () => {
    await assert.rejects(insertReturn(null, null, 'many'), InvalidValue);
  });

  test('a statement of one’s own that breaks a reference says which way', async () => {
    await assert.rejects(insertReturn(newId(), null), { kind: 'missing-target' });
    const order = await insertOrder(service());
    await insertLabel(service(), { orderId: order.id });
    const remove = service().database.transaction((transaction) =>
      sql`DELETE FROM orders WHERE id = ${order.id}`.execute(transaction),
    );
    await assert.rejects(remove, { kind: 'still-referenced' });
  });

  test('what would go with the deleted row may still be referenced itself', async () => {
    const { database, orders } = service();
    const order = await insertOrder(service());
    const item = await insertItem(service(), order.id);
    const other = await insertOrder(service());
    await insertLabel(service(), { orderId: other.id, itemId: item.id });
    await insertReturn(null, item.id);
    const remove = database.transaction((transaction) => orders.remove(transaction, order.id));
    await assert.rejects(remove, referenced('returns'));
  });

  test('a reference that goes in the same statement does not stand in the way', async () => {
    const { database, orders } = service();
    const order = await insertOrder(service());
    const item = await insertItem(service(), order.id);
    await insertReturn(order.id, item.id);
    assert.equal(
      await database.transaction((transaction) => orders.remove(transaction, order.id)),
      true,
    );
  });
});
