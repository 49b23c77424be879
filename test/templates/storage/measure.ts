// What the store costs over SQLite itself: node test/templates/storage/measure.ts

import { DatabaseSync } from 'node:sqlite';
import { compile, parameter } from '../../../templates/src/runtime/storage/statement.ts';
import { anOrder, emptySqlite, startService } from './engines.ts';

const { database, orders, url, close } = await startService(emptySqlite);
const rows = Array.from({ length: 50_000 }, (_, index) =>
  anOrder({ status: `status-${index % 100}`, quantity: index, total: '12.50', note: 'fragile' }),
);
await database.transaction(async (transaction) => {
  for (const order of rows) await orders.insert(transaction, order);
});

const raw = new DatabaseSync(url.slice('sqlite:'.length));
raw.exec('pragma synchronous = normal');
const key = (index: number) => rows[(index * 7919) % rows.length]?.id ?? '';
const status = (index: number) => `status-${index % 100}`;

const built = (id: string) => database.reader.selectFrom('orders').selectAll().where('id', '=', id);
const once = compile(
  database.reader.selectFrom('orders').selectAll().where('id', '=', parameter<string>('id')),
);
const rawGet = raw.prepare(built('').compile().sql);

const builtList = (value: string) =>
  database.reader
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', value)
    .orderBy('id')
    .limit(20);
const rawList = raw.prepare(builtList('').compile().sql);
const rawCount = raw.prepare('select count(*) as total from orders where status = ?');
const onceList = compile(
  database.reader
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', parameter<string>('status'))
    .orderBy('id')
    .limit(20),
);
const query = { sort: [], offset: 0, limit: 20, total: false };
const filtered = (index: number) => ({
  ...query,
  filters: [{ member: 'status' as const, anyOf: [status(index)] }],
});

/** Nanoseconds for each call, the best of seven rounds. */
async function time(calls: number, work: (index: number) => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const start = performance.now();
    for (let index = 0; index < calls; index += 1) await work(index);
    rounds.push(((performance.now() - start) * 1e6) / calls);
  }
  return Math.min(...rounds);
}

async function compare(
  title: string,
  calls: number,
  ways: Record<string, (index: number) => unknown>,
) {
  process.stdout.write(`${title}\n`);
  let base = 0;
  for (const [way, work] of Object.entries(ways)) {
    const cost = await time(calls, work);
    base ||= cost;
    process.stdout.write(
      `  ${way.padEnd(24)}${(cost / 1000).toFixed(2)} µs  ${(cost / base).toFixed(2)}\n`,
    );
  }
}

await compare('one row', 20_000, {
  'node:sqlite': (index) => rawGet.get(key(index)),
  'compiled once': (index) => once(database.reader, { id: key(index) }),
  store: (index) => orders.get(database.reader, key(index)),
  'built each time': (index) => built(key(index)).execute(),
});
await compare('20 rows', 2000, {
  'node:sqlite': (index) => rawList.all(status(index), 20),
  'compiled once': (index) => onceList(database.reader, { status: status(index) }),
  store: (index) => orders.list(database.reader, filtered(index)),
  'built each time': (index) => builtList(status(index)).execute(),
});
await compare('20 rows and their total', 2000, {
  'node:sqlite': (index) => [rawList.all(status(index), 20), rawCount.get(status(index))],
  store: (index) => orders.list(database.reader, { ...filtered(index), total: true }),
});

const columns = rawGet.columns().map(({ name }) => name);
const rawInsert = raw.prepare(
  `insert into orders (${columns.join()}) values (${columns.map(() => '?').join()}) returning *`,
);
const table = await database.reader
  .selectFrom('orders')
  .selectAll()
  .limit(1)
  .executeTakeFirstOrThrow();
await compare('one insertion', 2000, {
  'node:sqlite': () => {
    const order = anOrder();
    const row = { ...table, id: order.id, order_number: order.orderNumber };
    raw.exec('begin immediate');
    rawInsert.all(...(Object.values(row) as string[]));
    raw.exec('commit');
  },
  store: () => database.transaction((transaction) => orders.insert(transaction, anOrder())),
});

raw.close();
await close();
