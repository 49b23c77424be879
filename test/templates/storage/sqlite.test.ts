import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { constants, DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import {
  ForeignKeyViolation,
  InvalidValue,
  Unavailable,
} from '../../../templates/src/runtime/storage/errors.ts';
import {
  columnTypes,
  createTable,
  primaryKey,
} from '../../../templates/src/runtime/storage/schema.ts';
import { SqliteWriteConnection } from '../../../templates/src/runtime/storage/sqlite-write-connection.ts';
import { anOrder, emptySqlite, startService, type Service } from './engines.ts';

let service: Service;
before(async () => {
  service = await startService(emptySqlite);
});
after(() => service.close());

async function pragma(name: string): Promise<unknown> {
  const read = sql<Record<string, unknown>>`pragma ${sql.raw(name)}`;
  const { rows } = await service.database.transaction((transaction) => read.execute(transaction));
  return Object.values(rows[0] ?? {})[0];
}

test('writes through a log, checks references, and leaves syncing to checkpoints', async () => {
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('foreign_keys'), 1);
  assert.equal(await pragma('synchronous'), 1);
});

test('the reader does not write', async () => {
  const insert = sql`delete from orders`.execute(service.database.reader);
  await assert.rejects(insert, /readonly/);
  const begin = service.database.reader.transaction().execute(async () => {});
  await assert.rejects(begin, /transaction of the database/);
});

test('a page is planned once, whichever part of a collection it is', async (context) => {
  const own = await startService(emptySqlite);
  // SQLite asks for permission while it plans a statement, and never while it runs one.
  let asked = 0;
  const { prepare } = DatabaseSync.prototype;
  context.mock.method(
    DatabaseSync.prototype,
    'prepare',
    function (this: DatabaseSync, statement: string) {
      this.setAuthorizer(() => {
        asked += 1;
        return constants.SQLITE_OK;
      });
      return prepare.call(this, statement);
    },
  );
  const page = (limit: number, offset: number) =>
    own.orders.list(own.database.reader, { filters: [], sort: [], limit, offset, total: false });
  await page(20, 0);
  assert.notEqual(asked, 0);
  asked = 0;
  await page(20, 0);
  await page(5, 10);
  assert.equal(asked, 0);
  await own.close();
});

test('tables are strict: an integer column takes no text', async () => {
  const update = service.database.transaction(async (transaction) => {
    await service.orders.insert(transaction, anOrder());
    await sql`update orders set quantity = 'many'`.execute(transaction);
  });
  await assert.rejects(update, InvalidValue);
});

test('addresses of one file', async () => {
  const { url, drop } = await emptySqlite();
  const path = url.slice('sqlite:'.length);
  for (const address of [`sqlite://${path}`, `file:${path}`, `file://${path}`, url]) {
    const database = await openDatabase(address);
    await database.ping();
    await database.close();
  }
  assert.ok(existsSync(path));
  await drop();
});

test('a new file is opened although another process is making it, too', async () => {
  const { url, drop } = await emptySqlite();
  const path = url.slice('sqlite:'.length);
  mkdirSync(dirname(path), { recursive: true });
  const other = new DatabaseSync(path);
  other.exec('begin exclusive; create table made (id text) strict');
  const opening = openDatabase(url);
  await setTimeout(30);
  other.exec('commit');
  other.close();
  const database = await opening;
  await database.ping();
  await database.close();
  await drop();
});

test('addresses that are refused, without being repeated', async () => {
  for (const url of ['sqlite:', 'sqlite::memory:', 'mysql://root:secret@host/db', '']) {
    await assert.rejects(openDatabase(url), (error) => !String(error).includes('secret'));
  }
});

test('while another process writes, a transaction waits and reading goes on', async () => {
  const { database, orders, url } = service;
  const other = new DatabaseSync(url.slice('sqlite:'.length));
  other.exec('begin immediate');
  const order = anOrder();
  const insertion = database.transaction((transaction) => orders.insert(transaction, order));
  await setTimeout(30);
  assert.equal(await orders.get(database.reader, order.id), undefined);
  other.exec('commit');
  other.close();
  assert.deepEqual(await insertion, order);
});

test('transactions take turns in the order in which they asked', async () => {
  const turns: number[] = [];
  const work = Array.from({ length: 20 }, (_, turn) =>
    service.database.transaction(async () => {
      await setTimeout(turn % 3);
      turns.push(turn);
    }),
  );
  await Promise.all(work);
  assert.deepEqual(turns, [...turns.keys()]);
});

test('a transaction that never ends makes the others fail after a while', async (context) => {
  const { database } = service;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stuck = database.transaction(() => promise);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = assert.rejects(
    database.transaction(async () => {}),
    Unavailable,
  );
  await new Promise(setImmediate);
  context.mock.timers.tick(5000);
  await waiting;
  context.mock.timers.reset();
  resolve();
  await stuck;
  await database.transaction(async () => {});
});

test('closing waits for the transaction that is running', async () => {
  const own = await startService(emptySqlite);
  const order = anOrder();
  const insertion = own.database.transaction(async (transaction) => {
    await setTimeout(20);
    return own.orders.insert(transaction, order);
  });
  await setTimeout(1);
  await own.close();
  assert.deepEqual(await insertion, order);
});

test('a table that refers to itself does not make the search for a referrer endless', async () => {
  const { database } = service;
  await database.transaction(async (transaction) => {
    const { uuid } = columnTypes(transaction);
    await createTable(transaction, 'folders')
      .addColumn('id', uuid, primaryKey)
      .addColumn('parent_id', uuid, (column) => column.references('folders.id').onDelete('cascade'))
      .execute();
    await createTable(transaction, 'files')
      .addColumn('folder_id', uuid, (column) => column.references('folders.id'))
      .execute();
    await sql`insert into folders values ('a', null), ('b', 'a')`.execute(transaction);
    await sql`insert into files values ('a')`.execute(transaction);
  });
  const remove = database.transaction(async (transaction) => {
    await sql`delete from folders where id = 'a'`.execute(transaction);
  });
  await assert.rejects(remove, (error) => {
    assert.ok(error instanceof ForeignKeyViolation);
    assert.equal(database.explain(error, 'folders', { id: 'a' }).table, 'files');
    return true;
  });
});

test('a statement in use is prepared once, and at most 500 are kept', async (context) => {
  const handle = new DatabaseSync(':memory:');
  const prepare = context.mock.method(handle, 'prepare');
  const connection = new SqliteWriteConnection(handle, () => {});
  const run = (column: number) => connection.executeQuery(CompiledQuery.raw(`select ${column}`));
  const prepared = () => prepare.mock.callCount();

  for (let column = 0; column < 500; column += 1) await run(column);
  await run(0);
  assert.equal(prepared(), 500);
  await run(500);
  await run(0);
  assert.equal(prepared(), 501);
  await run(1);
  assert.equal(prepared(), 502);
  handle.close();
});
