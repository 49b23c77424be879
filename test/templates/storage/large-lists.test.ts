import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql, type CompiledQuery } from 'kysely';
import type { ListQuery } from '../../../templates/src/runtime/storage/list.ts';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import type { Connection } from '../../../templates/src/runtime/storage/statement.ts';
import {
  anOrder,
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  startService,
  type Service,
} from './engines.ts';
import type { Order } from './fixture/order.store.ts';
import type { Tables } from './fixture/tables.ts';

describe('a list of a large table in SQLite', () => {
  let service: Service;
  const page = { filters: [], sort: [], offset: 0, limit: 20, total: true };
  const queries: Partial<ListQuery<keyof Order & string>>[] = [
    {},
    { offset: 5990 },
    { filters: [{ member: 'status', anyOf: ['open', 'shipped'] }] },
    { filters: [{ member: 'placedAt', operator: '>=', value: '2026-01-01T00:00:00.000Z' }] },
    { sort: [{ member: 'placedAt', direction: 'desc' }], total: false },
  ];

  before(async () => {
    service = await startService(emptySqlite);
  });
  after(() => service.close());

  /** Lists, and tells how often others had a turn meanwhile. */
  async function listed(connection: Connection, query: (typeof queries)[number] = {}) {
    let isDone = false;
    let turns = 0;
    const turn = () => {
      if (isDone) return;
      turns += 1;
      setImmediate(turn);
    };
    setImmediate(turn);
    const found = await service.orders.list(connection, { ...page, ...query });
    isDone = true;
    return { found, turns };
  }

  const listing = (client = 'a') => service.database.listing('orders', client);

  async function insert(count: number): Promise<void> {
    const { database, orders } = service;
    await database.transaction(async (transaction) => {
      for (let made = 0; made < count; made += 1) await orders.insert(transaction, anOrder());
    });
  }

  test('is read here while the table is small', async () => {
    await insert(100);
    assert.equal((await listed(listing())).turns, 0);
  });

  test('is found to be large where another process made it so, after some lists', async () => {
    const other = await startService(emptySqlite);
    try {
      const elsewhere = await openDatabase<Tables>(other.url);
      const { orders } = other;
      const list = () =>
        orders.list(other.database.listing('orders', 'a'), { ...page, total: false });
      await list();
      await elsewhere.transaction(async (transaction) => {
        for (let made = 0; made < 5001; made += 1) await orders.insert(transaction, anOrder());
      });
      await elsewhere.close();
      const isRead = () => other.database.listing('orders', 'a').rowsNow === undefined;
      const found = Array.from({ length: 60 }, isRead).indexOf(true);
      assert.ok(found >= 0 && found < 50, String(found));
    } finally {
      await other.close();
    }
  });

  test('is read by a thread, and others have their turn', async () => {
    await insert(5901);
    // It is started for the first one, which lasts.
    assert.ok((await listed(listing())).turns > 0);
    for (const query of queries) {
      const here = await listed(service.database.reader, query);
      assert.equal(here.turns, 0);
      assert.deepEqual((await listed(listing(), query)).found, here.found);
    }
  });

  test('shows what was committed just before', async () => {
    const { total = 0 } = (await listed(listing())).found;
    await insert(1);
    assert.equal((await listed(listing())).found.total, total + 1);
  });

  test('is read for many clients at once', async () => {
    const all = Array.from({ length: 30 }, (_, index) => listed(listing(String(index % 7))));
    const totals = (await Promise.all(all)).map(({ found }) => found.total);
    assert.equal(new Set(totals).size, 1);
  });

  test('keeps no other client waiting', async () => {
    const ended: string[] = [];
    const note = async (client: string, query: CompiledQuery) => {
      await listing(client).executeQuery(query);
      ended.push(client);
    };
    const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 500000)`;
    const slow = sql`${numbers} select count(*) from numbers`.compile(service.database.reader);
    const quick = sql`select 1`.compile(service.database.reader);
    const greedy = Array.from({ length: 4 }, () => note('greedy', slow));
    await Promise.all([...greedy, note('modest', quick)]);
    assert.equal(ended[0], 'modest');
  });

  test('fails as it would here', async () => {
    const wrong = sql`select * from nowhere`.compile(service.database.reader);
    await assert.rejects(listing().executeQuery(wrong), /no such table: nowhere/);
    assert.ok((await listed(listing())).found.rows.length > 0);
  });

  test('changes nothing, whatever it is', async () => {
    const change = sql`delete from orders`.compile(service.database.reader);
    await assert.rejects(listing().executeQuery(change), /readonly/);
  });
});

describe('lists of one client on PostgreSQL', { skip: skipPostgres }, () => {
  let service: Service;
  before(async () => {
    service = await startService(emptyPostgres);
  });
  after(() => service.close());

  test('leave connections to other clients and to everything else', async () => {
    const { database } = service;
    const ended: string[] = [];
    const note = async (name: string, work: Promise<unknown>) => {
      await work;
      ended.push(name);
    };
    const slow = sql`select pg_sleep(0.5)`.compile(database.reader);
    const quick = sql`select 1`.compile(database.reader);
    const greedy = Array.from({ length: 12 }, () =>
      note('greedy', database.listing('orders', 'greedy').executeQuery(slow)),
    );
    await Promise.all([
      ...greedy,
      note('modest', database.listing('orders', 'modest').executeQuery(quick)),
      note('other', database.reader.executeQuery(quick)),
    ]);
    assert.deepEqual(ended.slice(0, 2).toSorted(), ['modest', 'other']);
  });
});
