import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type CompiledQuery } from 'kysely';
import type { ListQuery } from '../../../templates/src/runtime/storage/list.ts';
import type { Connection } from '../../../templates/src/runtime/storage/statement.ts';
import { anOrder, newId, onEachEngine, type Service } from './engines.ts';
import { queriesOf } from './recording.ts';
import type { Order } from './fixture/order.store.ts';

async function planOf({ database }: Service, query: CompiledQuery): Promise<string> {
  return database.transaction(async (transaction) => {
    const verb = database.engine === 'sqlite' ? 'explain query plan' : 'explain';
    if (database.engine === 'postgres') {
      // The table is empty, where reading and sorting all of it would be the cheapest.
      await sql`set local enable_seqscan = off`.execute(transaction);
      await sql`set local enable_bitmapscan = off`.execute(transaction);
      await sql`set local enable_sort = off`.execute(transaction);
    }
    const { rows } = await transaction.executeQuery({ ...query, sql: `${verb} ${query.sql}` });
    return JSON.stringify(rows);
  });
}

const filters = (...anyOf: string[]) => [{ member: 'status' as const, anyOf }];

onEachEngine((service) => {
  const page = { filters: [], sort: [], offset: 0, limit: 20, total: false };
  const lists: [string, Partial<ListQuery<keyof Order & string>>, RegExp][] = [
    ['all', {}, /orders_pkey|sqlite_autoindex_orders_1/],
    ['filtered', { filters: filters('open') }, /orders__status__id__idx/],
    [
      'filtered by several values',
      { filters: filters('open', 'shipped', 'sent', 'paid') },
      /orders__status__id__idx/,
    ],
    [
      'of several values that the caller may see',
      { rowFilter: { allowed: { status: ['open', 'shipped'] } } },
      /orders__status__id__idx/,
    ],
    ['sorted', { sort: [{ member: 'placedAt', direction: 'asc' }] }, /orders__placed_at__id__idx/],
    [
      'sorted down',
      { sort: [{ member: 'placedAt', direction: 'desc' }] },
      /orders__placed_at__id__idx/,
    ],
    [
      'ranged and sorted',
      {
        filters: [{ member: 'placedAt', operator: '>=', value: '2026-03-01T00:00:00.000Z' }],
        sort: [{ member: 'placedAt', direction: 'desc' }],
      },
      /orders__placed_at__id__idx/,
    ],
  ];
  for (const [title, query, index] of lists) {
    test(`a page of orders, ${title}, is read from an index and not sorted`, async () => {
      const { orders } = service();
      const [list] = await queriesOf((connection) =>
        orders.list(connection, { ...page, ...query }),
      );
      assert.ok(list);
      const plan = await planOf(service(), list);
      assert.match(plan, index);
      // Merging parts that are sorted has a key, too.
      assert.doesNotMatch(plan, /-> {2}Sort|"Sort|temp b-tree/i);
    });
  }

  const instant = '2026-03-01T12:30:00.000Z';
  const positions: [string, 'asc' | 'desc', string | null][] = [
    ['up', 'asc', instant],
    ['up, behind a null', 'asc', null],
    ['down', 'desc', instant],
    ['down, behind a null', 'desc', null],
  ];
  for (const [title, direction, value] of positions) {
    test(`a page behind a position, sorted ${title}, is a range of the index`, async () => {
      const { orders } = service();
      const sort = [{ member: 'placedAt' as const, direction }];
      const runs = await queriesOf((connection) =>
        orders.list(connection, { ...page, sort, after: [value, newId()] }),
      );
      for (const run of runs) {
        const plan = await planOf(service(), run);
        assert.match(plan, /SEARCH orders USING INDEX orders__placed_at__id__idx|Index Cond/);
        assert.match(plan, /orders__placed_at__id__idx/);
        assert.doesNotMatch(plan, /sort|temp b-tree|Filter/i);
      }
    });
  }

  test('a full page behind a position takes one query', async () => {
    const { database, orders } = service();
    const rows = await database.transaction(async (transaction) => [
      await orders.insert(transaction, anOrder({ placedAt: instant })),
      await orders.insert(transaction, anOrder({ placedAt: instant })),
    ]);
    const [, last] = rows;
    assert.ok(last);
    const sort = [{ member: 'placedAt', direction: 'desc' } as const];
    let queries = 0;
    const executeQuery: Connection['executeQuery'] = (query) => {
      queries += 1;
      return database.reader.executeQuery(query);
    };
    const after = orders.position(sort, last);
    const behind = await orders.list({ executeQuery }, { ...page, sort, after, limit: 1 });
    assert.deepEqual(behind.rows, rows.slice(0, 1));
    assert.equal(queries, 1);
  });

  test('a page sorted by what is unique is read from that index', async () => {
    const { orders } = service();
    const sort = [{ member: 'orderNumber', direction: 'asc' } as const];
    const [list] = await queriesOf((connection) => orders.list(connection, { ...page, sort }));
    assert.ok(list);
    assert.match(await planOf(service(), list), /orders__order_number__key/);
  });

  test('a page of children is read from the index over the parent', async () => {
    const { items } = service();
    const rowFilter = { parents: [newId()] };
    const [list] = await queriesOf((connection) => items.list(connection, { ...page, rowFilter }));
    assert.ok(list);
    const plan = await planOf(service(), list);
    assert.match(plan, /items__order_id__id__idx/);
    assert.doesNotMatch(plan, /sort|temp b-tree/i);
  });

  test('a grandchild is found with one query, by keys', async () => {
    const { adjustments } = service();
    const rowFilter = { parents: [newId(), newId()] };
    const queries = await queriesOf((connection) =>
      adjustments.get(connection, newId(), rowFilter),
    );
    assert.equal(queries.length, 1);
    const [get] = queries;
    assert.ok(get);
    assert.doesNotMatch(await planOf(service(), get), /Seq Scan|SCAN adjustments|SCAN items/);
  });

  test('a query of one shape is compiled once', async () => {
    const { orders } = service();
    const compiled = await queriesOf(async (connection) => {
      await orders.list(connection, { ...page, filters: filters('a', 'b', 'c') });
      await orders.list(connection, { ...page, filters: filters('d', 'e', 'f', 'g'), offset: 20 });
      await orders.list(connection, { ...page, filters: filters('h') });
    });
    const [three, four, one] = compiled.map(({ query }) => query);
    assert.equal(three, four);
    assert.notEqual(three, one);
  });
});
