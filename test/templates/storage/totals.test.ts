import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '../../../templates/src/runtime/storage/database.ts';
import type { ListQuery } from '../../../templates/src/runtime/storage/list.ts';
import type { Connection } from '../../../templates/src/runtime/storage/statement.ts';
import {
  anOrder,
  emptyPostgres,
  emptySqlite,
  onEachEngine,
  skipPostgres,
  startService,
  type Service,
} from './engines.ts';
import { createOrderStore, type Order } from './fixture/order.store.ts';
import type { Tables } from './fixture/tables.ts';

type Query = ListQuery<keyof Order & string>;

const page: Query = { filters: [], sort: [], offset: 0, limit: 1, total: true };

async function insert(
  database: Database<Tables>,
  status: string,
  members: readonly Partial<Order>[],
): Promise<void> {
  const orders = createOrderStore(database);
  await database.transaction(async (transaction) => {
    for (const each of members) await orders.insert(transaction, anOrder({ ...each, status }));
  });
}

function query(status: string, more: Partial<Query> = {}): Query {
  const { filters = [], ...others } = more;
  return { ...page, ...others, filters: [{ member: 'status', anyOf: [status] }, ...filters] };
}

onEachEngine((service) => {
  async function totalOf(status: string, more: Partial<Query> = {}) {
    const { database, orders } = service();
    return (await orders.list(database.reader, query(status, more))).total;
  }

  test('a total counts the changes of every process', async () => {
    const { url, database, orders } = service();
    const elsewhere = await openDatabase<Tables>(url);
    try {
      await insert(database, 'changing', [{}, {}, {}]);
      assert.equal(await totalOf('changing'), 3);
      await insert(database, 'changing', [{}]);
      assert.equal(await totalOf('changing'), 4);
      await insert(elsewhere, 'changing', [{}, {}]);
      assert.equal(await totalOf('changing'), 6);
      const { rows } = await orders.list(elsewhere.reader, query('changing'));
      await elsewhere.transaction((transaction) => orders.remove(transaction, rows[0]?.id ?? ''));
      assert.equal(await totalOf('changing'), 5);
    } finally {
      await elsewhere.close();
    }
  });

  test('a transaction counts its own changes, and other connections do not', async () => {
    const { database, orders } = service();
    await insert(database, 'seen', [{}, {}]);
    assert.equal(await totalOf('seen'), 2);
    const undone = database.transaction(async (transaction) => {
      await orders.insert(transaction, anOrder({ status: 'seen' }));
      const { total } = await orders.list(transaction, query('seen'));
      assert.equal(total, 3);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.equal(await totalOf('seen'), 2);
  });

  test('each filter has a total of its own, whatever the type of its value', async () => {
    const { database } = service();
    const serials = ['1', '1', '9007199254740993', '9007199254740993', '9007199254740993'];
    await insert(
      database,
      'own',
      serials.map((serial) => ({ serial })),
    );
    for (const [value, expected] of [
      ['1', 2],
      ['9007199254740993', 3],
      ['1', 2],
    ] as const) {
      assert.equal(
        await totalOf('own', { filters: [{ member: 'serial', anyOf: [value] }] }),
        expected,
      );
    }
    const allowed = { status: ['own'], serial: ['1'] };
    assert.equal(await totalOf('own', { rowFilter: { allowed } }), 2);
    assert.equal(await totalOf('own'), 5);
  });
});

onEachEngine((service) => {
  test('a list has its total beyond the last page, behind a cursor, and where it is read in parts', async () => {
    const { database, orders } = service();
    await insert(
      database,
      'far',
      ['1', '2', '1', '2', '3'].map((serial) => ({ serial })),
    );
    const list = (more: Partial<Query>) => orders.list(database.reader, query('far', more));
    assert.deepEqual(await list({ offset: 7 }), { rows: [], total: 5 });
    const { rows } = await list({ limit: 2 });
    const last = rows.at(-1);
    assert.ok(last);
    assert.equal((await list({ after: orders.position([], last) })).total, 5);
    const inParts: Partial<Query> = { filters: [{ member: 'serial', anyOf: ['1', '2'] }] };
    assert.equal((await list(inParts)).total, 4);
    assert.deepEqual(await list({ ...inParts, offset: 4 }), { rows: [], total: 4 });
  });
});

describe('in PostgreSQL', { skip: skipPostgres }, () => {
  test('a page and its total are one statement', async () => {
    const service = await startService(emptyPostgres);
    try {
      const { database, orders } = service;
      await insert(database, 'one', [{}, {}]);
      const statements: string[] = [];
      const watched: Connection = {
        executeQuery(compiled) {
          statements.push(compiled.sql);
          return database.reader.executeQuery(compiled);
        },
      };
      assert.equal((await orders.list(watched, query('one'))).total, 2);
      assert.equal(statements.length, 1);
      await orders.list(watched, query('one', { total: false }));
      assert.equal(statements.at(-1)?.includes('count('), false);
    } finally {
      await service.close();
    }
  });
});

describe('in SQLite', () => {
  let service: Service;

  before(async () => {
    service = await startService(emptySqlite);
  });
  after(() => service.close());

  test('rows are counted once, until something has changed', async () => {
    const { database, orders } = service;
    await insert(database, 'once', [{}, {}]);
    const reader: Connection = database.reader;
    let counted = 0;
    const watched: Connection = {
      executeQuery: (compiled) => reader.executeQuery(compiled),
      rowsNow(sql, parameters) {
        if (sql.includes('count(')) counted += 1;
        return reader.rowsNow?.(sql, parameters) ?? [];
      },
      dataVersion: () => reader.dataVersion?.() ?? 0,
    };
    for (const limit of [1, 1, 1]) {
      assert.equal((await orders.list(watched, { ...query('once'), limit })).total, 2);
    }
    assert.equal(counted, 1);
    await insert(database, 'another', [{}]);
    assert.equal((await orders.list(watched, query('once'))).total, 2);
    assert.equal(counted, 2);
  });
});
