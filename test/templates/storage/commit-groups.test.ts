import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { UniqueViolation } from '../../../templates/src/runtime/storage/errors.ts';
import { anOrder, emptySqlite, startService, type Service } from './engines.ts';

describe('transactions of SQLite that end in the same turn of the event loop', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService(emptySqlite);
  });
  afterEach(() => service.close());

  const insert = (order = anOrder()) =>
    service.database.transaction((transaction) => service.orders.insert(transaction, order));
  const failAfter = (order = anOrder()) =>
    service.database.transaction(async (transaction) => {
      await service.orders.insert(transaction, order);
      throw new Error('second thoughts');
    });
  const isKept = ({ id }: { readonly id: string }) =>
    service.orders.exists(service.database.reader, id);

  test('are committed together, and everything of each is kept', async (context) => {
    let commits = 0;
    const { run } = StatementSync.prototype;
    context.mock.method(
      StatementSync.prototype,
      'run',
      function (this: StatementSync, ...values: Parameters<StatementSync['run']>) {
        if (this.sourceSQL === 'commit') commits += 1;
        return Reflect.apply(run, this, values) as ReturnType<StatementSync['run']>;
      },
    );
    const orders = Array.from({ length: 30 }, () => anOrder());
    await Promise.all(orders.map(insert));
    assert.equal(commits, 1);
    for (const order of orders) assert.ok(await isKept(order));
  });

  test('resolve when others see what they did', async () => {
    const order = anOrder();
    const inserted = insert(order);
    assert.equal(await isKept(order), false);
    await inserted;
    assert.ok(await isKept(order));
  });

  test('fail one by one: the others are kept', async () => {
    const [first, undone, last] = [anOrder(), anOrder(), anOrder()];
    const all = [insert(first), failAfter(undone), insert(last)];
    const [, failed] = await Promise.allSettled(all);
    assert.match(String((failed as PromiseRejectedResult).reason), /second thoughts/);
    assert.deepEqual(
      [await isKept(first), await isKept(undone), await isKept(last)],
      [true, false, true],
    );
  });

  test('leave the others when the first one fails', async () => {
    const [undone, kept] = [anOrder(), anOrder()];
    await Promise.allSettled([failAfter(undone), insert(kept)]);
    assert.deepEqual([await isKept(undone), await isKept(kept)], [false, true]);
  });

  test('see what those before them did, and fail because of it only where that is kept', async () => {
    const order = anOrder();
    let isRefused = false;
    const first = insert(order);
    const second = insert(order).catch(async (error: unknown) => {
      assert.ok(error instanceof UniqueViolation);
      assert.ok(await isKept(order));
      isRefused = true;
    });
    await Promise.all([first, second]);
    assert.ok(isRefused);
  });

  test('fail all where the commit does', async () => {
    const { database } = service;
    await database.session(async (session) => {
      await sql`create table teams (id integer primary key)`.execute(session);
      // SQLite checks it when it commits.
      await sql`create table players (team integer references teams deferrable initially deferred)`.execute(
        session,
      );
    });
    const order = anOrder();
    const dangling = database.transaction((transaction) =>
      sql`insert into players values (1)`.execute(transaction),
    );
    const all = await Promise.allSettled([insert(order), dangling, insert()]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(await isKept(order), false);
    await insert(order);
    assert.ok(await isKept(order));
  });

  test('are committed one by one for a while after one that made the others wait', async () => {
    const { database, orders } = service;
    const ended: string[] = [];
    const note = (name: string, work: Promise<unknown>) => work.then(() => ended.push(name));
    const slow = (milliseconds: number) =>
      database.transaction(async (transaction) => {
        await setTimeout(milliseconds);
        await orders.insert(transaction, anOrder());
      });
    await Promise.all([note('quick', insert()), note('slow', slow(30))]);
    assert.deepEqual(ended, ['quick', 'slow']);
    const second = [note('quick alone', insert()), note('slow', slow(30))];
    await setTimeout(10);
    assert.deepEqual(ended.slice(2), ['quick alone']);
    await Promise.all(second);
  });

  test('are over before a session begins', async () => {
    const order = anOrder();
    const inserted = insert(order);
    // SQLite has no transaction in another one.
    const { rows } = await service.database.session((session) =>
      session.transaction().execute((transaction) => {
        const count = sql<{
          count: number;
        }>`select count(*) as count from orders where id = ${order.id}`;
        return count.execute(transaction);
      }),
    );
    assert.equal(rows[0]?.count, 1);
    await inserted;
  });
});
