import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Client, types } from 'pg';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { NotWritable, Unavailable } from '../../../templates/src/runtime/storage/errors.ts';
import { anOrder, emptyPostgres, skipPostgres, startService, type Service } from './engines.ts';

describe('postgres', { skip: skipPostgres }, () => {
  let service: Service;
  before(async () => {
    service = await startService(emptyPostgres);
  });
  after(() => service.close());

  async function killSessions(): Promise<void> {
    const client = new Client({ connectionString: service.url });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await client.end();
  }

  test('a connection that is lost while idle is replaced', async () => {
    await service.database.ping();
    await killSessions();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await service.database.ping();
  });

  test('a server that can only be read answers, and is not ready', async () => {
    const url = new URL(service.url);
    const options = url.searchParams.get('options') ?? '';
    url.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim());
    const database = await openDatabase(url.href);
    try {
      await assert.rejects(database.ping(), NotWritable);
    } finally {
      await database.close();
    }
  });

  test('a transaction that a full disk ends tells for five seconds that the database is not ready', async ({
    mock,
  }) => {
    const { database } = service;
    let now = 0;
    mock.method(performance, 'now', () => now);
    const fails = database.transaction(async (transaction) => {
      await sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(
        transaction,
      );
    });
    await assert.rejects(fails, NotWritable);
    await assert.rejects(database.ping(), NotWritable);
    now = 4999;
    await assert.rejects(database.ping(), NotWritable);
    now = 5000;
    await database.ping();
  });

  test('a connection that is lost in a transaction makes it fail, and nothing else', async () => {
    const { database, orders } = service;
    const order = anOrder();
    const work = database.transaction(async (transaction) => {
      await orders.insert(transaction, order);
      await killSessions();
      await orders.get(transaction, order.id);
    });
    await assert.rejects(work, Unavailable);
    assert.equal(await orders.exists(database.reader, order.id), false);
  });

  test('a statement that takes too long is ended', async () => {
    const work = service.database.transaction(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction);
      await sql`select pg_sleep(5)`.execute(transaction);
    });
    await assert.rejects(work, Unavailable);
  });

  test('a deadlock ends one of the two transactions', async () => {
    const { database, orders } = service;
    const [a, b] = [anOrder(), anOrder()];
    await database.transaction(async (transaction) => {
      await orders.insert(transaction, a);
      await orders.insert(transaction, b);
    });
    const both = Promise.withResolvers<void>();
    let holding = 0;
    const update = (first: typeof a, second: typeof a) =>
      database.transaction(async (transaction) => {
        await orders.update(transaction, first.id, 1, first);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await orders.update(transaction, second.id, 1, second);
      });
    const ends = await Promise.allSettled([update(a, b), update(b, a)]);
    const failed = ends.filter((end) => end.status === 'rejected');
    assert.equal(failed.length, 1);
    assert.ok(failed[0]?.reason instanceof Unavailable);
  });

  test('a server that cannot be reached is unavailable', async () => {
    for (const url of ['postgres://127.0.0.1:1/none', 'postgres://no-such-host.invalid/none']) {
      const database = await openDatabase(url);
      await assert.rejects(database.ping(), Unavailable);
      await database.close();
    }
  });

  test('more transactions than connections wait for one', async () => {
    const { database } = service;
    const pause = sql`select pg_sleep(0.02)`;
    await Promise.all(
      Array.from({ length: 30 }, () =>
        database.transaction((transaction) => pause.execute(transaction)),
      ),
    );
  });

  test('queries with parameters are prepared under a name, but not without limit', async () => {
    const prepared = await service.database.transaction(async (transaction) => {
      for (let column = 0; column < 600; column += 1) {
        await sql`select ${1}::int as ${sql.ref(`c${column}`)}`.execute(transaction);
      }
      const count = sql<{ count: number }>`select count(*) as count from pg_prepared_statements`;
      return (await count.execute(transaction)).rows[0]?.count;
    });
    assert.ok(prepared !== undefined && prepared > 400 && prepared <= 500, String(prepared));
  });

  test('the parsers of the pg module are untouched', () => {
    assert.ok(
      types.getTypeParser(types.builtins.TIMESTAMPTZ)('2026-03-01 00:00:00+00') instanceof Date,
    );
  });

  test('dates do not depend on the settings of the server', async () => {
    const { url, orders, database } = service;
    const order = anOrder({ dueOn: '2026-03-01', placedAt: '2026-03-01T12:30:00.500Z' });
    await database.transaction((transaction) => orders.insert(transaction, order));
    const options = encodeURIComponent('-c TimeZone=Asia/Kolkata -c DateStyle=German');
    const other = await openDatabase(`${url}?options=${options}`);
    assert.deepEqual(await orders.get(other.reader, order.id), order);
    await other.close();
  });
});
