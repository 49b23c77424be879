import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { idempotencyRecords } from '../../../templates/src/runtime/storage/idempotency-records.ts';
import { purgedAtOnce } from '../../../templates/src/runtime/storage/purge-statement.ts';
import { tryLock } from '../../../templates/src/runtime/storage/try-lock.ts';
import { anOrder, newId, onEachEngine, type Service } from './engines.ts';
import type { Tables } from './fixture/tables.ts';

const record = { fingerprint: 'abc', answer: '{"status":201,"body":"\\u0000 🙂"}' };
const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);

/** One that expires a second after noon. */
async function kept({ database }: Service, id = newId()): Promise<string> {
  const { keep } = idempotencyRecords(database);
  await database.transaction((transaction) => keep(transaction, id, record, later(1000)));
  return id;
}

onEachEngine((service) => {
  test('a record is found until it expires', async () => {
    const { database } = service();
    const { find } = idempotencyRecords(database);
    const id = await kept(service());
    assert.deepEqual(await find(database.reader, id, noon), record);
    assert.deepEqual(await find(database.reader, id, later(999)), record);
    assert.equal(await find(database.reader, id, later(1000)), undefined);
    assert.equal(await find(database.reader, newId(), noon), undefined);
  });

  test('it is kept with the rest of the transaction, or not at all', async () => {
    const { database, orders } = service();
    const { find, keep } = idempotencyRecords(database);
    const order = anOrder();
    const failing = database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      await keep(transaction, order.id, record, later(1000));
      assert.deepEqual(await find(transaction, order.id, noon), record);
      throw new Error('second thoughts');
    });
    await assert.rejects(failing, /second thoughts/);
    assert.equal(await find(database.reader, order.id, noon), undefined);
  });

  test('it takes the place of an expired one', async () => {
    const { database } = service();
    const { find, keep } = idempotencyRecords(database);
    const id = await kept(service());
    const next = { fingerprint: 'def', answer: '{}' };
    await database.transaction((transaction) => keep(transaction, id, next, later(5000)));
    assert.deepEqual(await find(database.reader, id, later(4000)), next);
  });

  test('expired ones are purged, so many at once, and no others', async () => {
    const { database } = service();
    const { find, keep, purge } = idempotencyRecords(database);
    while ((await purge(later(60_000))) > 0);
    await database.transaction(async (transaction) => {
      for (let index = 0; index < purgedAtOnce + 3; index += 1) {
        await keep(transaction, newId(), record, later(index));
      }
    });
    const valid = newId();
    await database.transaction((transaction) => keep(transaction, valid, record, later(5000)));

    assert.equal(await purge(later(-1)), 0);
    assert.equal(await purge(later(9)), 10);
    assert.equal(await purge(later(1000)), purgedAtOnce - 7);
    assert.equal(await purge(later(1000)), 0);
    assert.deepEqual(await find(database.reader, valid, noon), record);
    assert.equal(await purge(later(5000)), 1);
  });

  test('at most so many are purged at once, by any number that do it', async () => {
    const { database } = service();
    const { keep, purge } = idempotencyRecords(database);
    while ((await purge(later(60_000))) > 0);
    await database.transaction(async (transaction) => {
      for (let index = 0; index < purgedAtOnce + 100; index += 1) {
        await keep(transaction, newId(), record, noon);
      }
    });
    const purged = await Promise.all([purge(noon), purge(noon), purge(noon)]);
    assert.ok(Math.max(...purged) <= purgedAtOnce);
    const left = await purge(noon);
    assert.equal(
      purged.reduce((sum, count) => sum + count, left),
      purgedAtOnce + 100,
    );
    assert.equal(await purge(noon), 0);
  });

  test('a lock has one holder among all replicas, until its transaction ends', async () => {
    const { database, url } = service();
    const replica = await openDatabase<Tables>(url);
    const ended: string[] = [];
    const lockOf = (name: string) =>
      replica.transaction(async (transaction) => ({
        locked: await tryLock(replica, transaction, name),
        after: [...ended],
      }));

    const { same, other } = await database.transaction(async (transaction) => {
      assert.equal(await tryLock(database, transaction, 'wanted'), true);
      assert.equal(await tryLock(database, transaction, 'wanted'), true);
      const attempts = { same: lockOf('wanted'), other: lockOf('another') };
      // PostgreSQL answers at once; on SQLite the other transaction cannot even begin.
      if (database.engine === 'postgres') await Promise.all([attempts.same, attempts.other]);
      else await setTimeout(20);
      ended.push('first');
      return attempts;
    });
    const [wanted, another] = database.engine === 'postgres' ? [false, []] : [true, ['first']];
    assert.deepEqual(await same, { locked: wanted, after: another });
    assert.deepEqual(await other, { locked: true, after: another });
    assert.deepEqual((await lockOf('wanted')).locked, true);
    await replica.close();
  });
});
