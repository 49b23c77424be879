import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  TransactionAborted,
  UniqueViolation,
} from '../../../templates/src/runtime/storage/errors.ts';
import { anOrder, onEachEngine } from './engines.ts';

onEachEngine((service) => {
  test('what throws leaves nothing behind', async () => {
    const { database, orders } = service();
    const order = anOrder();
    const failing = database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      throw new Error('second thoughts');
    });
    await assert.rejects(failing, /second thoughts/);
    assert.equal(await orders.exists(database.reader, order.id), false);
    await database.transaction((transaction) => orders.insert(transaction, order));
  });

  test('resolves to what the work resolves to', async () => {
    assert.equal(await service().database.transaction(async () => 42), 42);
  });

  test('a transaction inside a transaction is refused instead of waiting for itself', async () => {
    const { database, orders } = service();
    const order = anOrder();
    const nested = database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      await database.transaction((inner) => orders.insert(inner, anOrder()));
    });
    await assert.rejects(nested, /already/);
    assert.equal(await orders.exists(database.reader, order.id), false);
  });

  test('what a transaction leaves behind may begin one of its own afterwards', async () => {
    const { database, orders } = service();
    const order = anOrder();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const later = await database.transaction(async () => ({
      done: ended.then(() =>
        database.transaction((transaction) => orders.insert(transaction, order)),
      ),
    }));
    end();
    assert.deepEqual(await later.done, order);
  });

  test('a failed statement ends the transaction, even where its error is caught', async () => {
    const { database, orders } = service();
    const order = anOrder();
    await database.transaction((transaction) => orders.insert(transaction, order));

    const another = anOrder();
    const swallowed = database.transaction(async (transaction) => {
      await orders.insert(transaction, another);
      await assert.rejects(orders.insert(transaction, order), UniqueViolation);
    });
    await assert.rejects(swallowed, TransactionAborted);
    assert.equal(await orders.exists(database.reader, another.id), false);

    const continued = database.transaction(async (transaction) => {
      await assert.rejects(orders.insert(transaction, order), UniqueViolation);
      await orders.insert(transaction, another);
    });
    await assert.rejects(continued, TransactionAborted);
    assert.equal(await orders.exists(database.reader, another.id), false);
    await database.transaction((transaction) => orders.insert(transaction, another));
  });

  test('a transaction is of no use after its end', async () => {
    const { database, orders } = service();
    const ended = await database.transaction(async (transaction) => ({ transaction }));
    await assert.rejects(async () => orders.insert(ended.transaction, anOrder()), /committed/);
  });

  test('many at once all succeed, and reading goes on meanwhile', async () => {
    const { database, orders } = service();
    const rows = Array.from({ length: 40 }, () => anOrder());
    const writes = rows.map((order) =>
      database.transaction(async (transaction) => {
        await setTimeout(1);
        return orders.insert(transaction, order);
      }),
    );
    const reads = rows.map((order) => orders.get(database.reader, order.id));
    await Promise.all([...writes, ...reads]);
    for (const order of rows) assert.ok(await orders.exists(database.reader, order.id));
  });

  test('answers a ping', async () => {
    await service().database.ping();
  });
});
