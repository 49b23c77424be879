import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { SqliteReader } from '../../../templates/src/runtime/storage/sqlite-executor.ts';
import { anOrder, emptySqlite, startService, type Service } from './engines.ts';

let service: Service;
/** Another process, as far as SQLite knows. */
let other: DatabaseSync;
let path: string;

before(async () => {
  service = await startService(emptySqlite);
  path = service.url.replace(/^sqlite:/, '');
  other = new DatabaseSync(path, { timeout: 5000 });
  for (let row = 0; row < 5; row += 1) await insert();
});
after(async () => {
  other.close();
  await service.close();
});

function reader() {
  const { reader } = service.database;
  assert.ok(reader instanceof SqliteReader);
  return reader;
}

function count(): number {
  const [row] = reader().rowsNow<{ total: number }>('select count(*) as total from orders', []);
  return Number(row?.total);
}

function removeElsewhere(): void {
  other.exec('delete from orders where id = (select min(id) from orders)');
}

async function insert(): Promise<void> {
  const { database, orders } = service;
  await database.transaction((transaction) => orders.insert(transaction, anOrder()));
}

test('the reads of one turn see one state, and the next turn what others committed meanwhile', async () => {
  await nextTurn();
  const before = count();
  assert.equal(count(), before);
  removeElsewhere();
  assert.equal(count(), before);
  await nextTurn();
  assert.equal(count(), before - 1);
});

test('a turn with a single read holds nothing', async () => {
  await nextTurn();
  const before = count();
  removeElsewhere();
  assert.equal(count(), before - 1);
});

test('what this process commits is seen at once, whichever reads came before', async () => {
  await nextTurn();
  const before = count();
  assert.equal(count(), before);
  const seen: number[] = [];
  const inserted = insert().then(() => seen.push(count()));
  // Reads of the turns in which the transaction runs.
  for (let turn = 0; turn < 5; turn += 1) {
    count();
    count();
    await nextTurn();
  }
  await inserted;
  assert.deepEqual(seen, [before + 1]);
});

test('a statement of a session is seen at once', async () => {
  await nextTurn();
  await service.database.session(async (session) => {
    const before = count();
    count();
    await session.executeQuery(CompiledQuery.raw(`delete from orders`));
    assert.notEqual(before, 0);
    assert.equal(count(), 0);
  });
  await insert();
  await insert();
});

test('a read that fails leaves the others of its turn as they are', async () => {
  await nextTurn();
  const before = count();
  count();
  assert.throws(() => reader().rowsNow('select abs(-9223372036854775808)', []));
  removeElsewhere();
  assert.equal(count(), before);
  await nextTurn();
  assert.equal(count(), before - 1);
});

test('reads in every turn do not keep the log of writes from starting anew', async () => {
  let largest = 0;
  for (let change = 0; change < 3000; change += 1) {
    count();
    count();
    await insert();
    count();
    count();
    largest = Math.max(largest, statSync(`${path}-wal`).size);
  }
  // A checkpoint is due at 1,000 pages.
  assert.ok(largest < 3000 * 4096, `${String(largest)} bytes`);
});
