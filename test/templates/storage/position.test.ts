import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Filter } from '../../../templates/src/runtime/storage/filters.ts';
import type { ListQuery } from '../../../templates/src/runtime/storage/list.ts';
import type { SortKey } from '../../../templates/src/runtime/storage/order.ts';
import { added, anOrder, newId, onEachEngine, type Service } from './engines.ts';
import type { Item } from './fixture/item.store.ts';
import type { Order } from './fixture/order.store.ts';

type Member = keyof Order & string;

const all = { filters: [], sort: [], offset: 0, limit: 1000, total: false };

/** Few values of each type, so that rows tie, and one in three is null. */
const orNull = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...values) }, fc.constant(null));

const keys = {
  note: orNull('', 'Z', 'a', 'ä', '\uFFFD', '🙂'),
  quantity: orNull(-1, 0, 2, Number.MAX_SAFE_INTEGER),
  serial: orNull('-9223372036854775808', '9', '10', '9007199254740993', '9223372036854775807'),
  weight: orNull(-1e300, 0.1, 0.30000000000000004, 5),
  total: orNull('-10.00', '9.99', '10.00', '9007199254740993.01', '9007199254740993.02'),
  rate: orNull('-0.000000000000000001', '0.999999999999999998', '0.999999999999999999'),
  paid: orNull(false, true),
  dueOn: orNull('0000-02-29', '0001-01-01', '2026-03-01'),
  opensAt: orNull('00:00:00', '09:00:00', '23:59:59'),
  placedAt: orNull(
    '0000-01-01T00:00:00.000Z',
    '2026-03-01T12:30:00.001Z',
    '9999-12-31T23:59:59.999Z',
  ),
  attachment: orNull('', 'AP+A', 'gA=='),
};
const rowOf = fc.record(keys);
const direction = fc.constantFrom('asc' as const, 'desc' as const);
const keyNames: readonly Member[] = [
  'note',
  'quantity',
  'serial',
  'weight',
  'total',
  'rate',
  'paid',
  'dueOn',
  'opensAt',
  'placedAt',
  'attachment',
  'customerId',
  'createdAt',
];

const sortOf: fc.Arbitrary<SortKey<Member>[]> = fc
  .uniqueArray(fc.constantFrom(...keyNames), { maxLength: 3 })
  .chain((members) =>
    fc.tuple(...members.map((member) => direction.map((each) => ({ member, direction: each })))),
  );

const filterOf: fc.Arbitrary<Filter<Member>[]> = fc.constantFrom<Filter<Member>[]>(
  [],
  [{ member: 'paid', anyOf: [true] }],
  [{ member: 'quantity', operator: '>=', value: 0 }],
  [
    { member: 'placedAt', operator: '<', value: '9999-01-01T00:00:00.000Z' },
    { member: 'note', anyOf: ['Z', 'ä', '🙂'] },
  ],
);

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

/** Inserts orders of a status of its own and returns the query of them alone. */
async function seed({ database, orders }: Service, rows: readonly Partial<Order>[]) {
  const status = newId();
  await database.transaction(async (transaction) => {
    for (const [index, row] of rows.entries()) {
      const customerId = index % 3 === 0 ? null : newId();
      await orders.insert(transaction, anOrder({ customerId, ...row, status }));
    }
  });
  return { status, filters: [{ member: 'status', anyOf: [status] } as const] };
}

/** Page by page, each behind the last row of the one before. */
async function walk(
  { database, orders }: Service,
  query: ListQuery<Member>,
  pageSizes: readonly number[],
  between: () => Promise<void> = async () => {},
): Promise<Order[]> {
  const walked: Order[] = [];
  let after: readonly unknown[] | undefined;
  for (let page = 0; ; page += 1) {
    const limit = pageSizes[page % pageSizes.length] ?? 1;
    const { rows } = await orders.list(database.reader, {
      ...query,
      limit,
      ...(after && { after }),
    });
    walked.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return walked;
    // As it comes back in a cursor.
    after = JSON.parse(JSON.stringify(orders.position(query.sort, last))) as unknown[];
    await between();
  }
}

const runs = { numRuns: 150 };

onEachEngine((service) => {
  test('pages behind one another are the list, in its order, each row once', async () => {
    const rows = fc.array(rowOf, { maxLength: 25 });
    const property = fc.asyncProperty(
      rows,
      sortOf,
      filterOf,
      sizes,
      async (given, sort, more, pageSizes) => {
        const { filters } = await seed(service(), given);
        const query = { ...all, sort, filters: [...filters, ...more] };
        const { database, orders } = service();
        const { rows: expected } = await orders.list(database.reader, query);
        assert.deepEqual(await walk(service(), query, pageSizes), expected);
      },
    );
    await fc.assert(property, runs);
  });

  test('rows that have one of several values are merged in the order of the list, each once', async () => {
    const rows = fc.array(rowOf, { maxLength: 12 });
    const property = fc.asyncProperty(
      rows,
      rows,
      sortOf,
      sizes,
      async (some, others, sort, pageSizes) => {
        const { database, orders } = service();
        const { status: first } = await seed(service(), some);
        const { status: second } = await seed(service(), others);
        // So many values are not merged.
        const many = [first, second, ...Array.from({ length: 7 }, newId)];
        const { rows: expected } = await orders.list(database.reader, {
          ...all,
          sort,
          filters: [{ member: 'status', anyOf: many }],
        });
        assert.equal(expected.length, some.length + others.length);
        const few = [first, second, first];
        for (const query of [
          { ...all, sort, rowFilter: { allowed: { status: few } } },
          { ...all, sort, filters: [{ member: 'status' as const, anyOf: few }] },
        ]) {
          assert.deepEqual(await walk(service(), query, pageSizes), expected);
          const beyond = await orders.list(database.reader, { ...query, offset: 2, limit: 3 });
          assert.deepEqual(beyond.rows, expected.slice(2, 5));
        }
      },
    );
    await fc.assert(property, runs);
  });

  test('behind each of all positions of two keys comes the rest of the list', async () => {
    const { database, orders } = service();
    const values = [null, 1, 2];
    const { filters } = await seed(
      service(),
      values.flatMap((quantity) =>
        values.flatMap((weight) => [
          { quantity, weight },
          { quantity, weight },
        ]),
      ),
    );
    for (const first of ['asc', 'desc'] as const) {
      for (const second of ['asc', 'desc'] as const) {
        const sort: SortKey<Member>[] = [
          { member: 'quantity', direction: first },
          { member: 'weight', direction: second },
        ];
        const { rows } = await orders.list(database.reader, { ...all, sort, filters });
        for (const [index, row] of rows.entries()) {
          const after = orders.position(sort, row);
          const behind = await orders.list(database.reader, { ...all, sort, filters, after });
          assert.deepEqual(behind.rows, rows.slice(index + 1));
        }
      }
    }
  });

  test('what is inserted and deleted meanwhile moves no other row', async () => {
    const rows = fc.array(rowOf, { minLength: 5, maxLength: 25 });
    const property = fc.asyncProperty(
      rows,
      rows,
      sortOf,
      sizes,
      fc.infiniteStream(fc.nat()),
      async (given, later, sort, pageSizes, choice) => {
        const { database, orders } = service();
        const { filters, status } = await seed(service(), given);
        const query = { ...all, sort, filters };
        const { rows: before } = await orders.list(database.reader, query);
        const surviving = [...before];
        const waiting = [...later];
        const walked = await walk(service(), query, pageSizes, async () => {
          const [gone] = surviving.splice(
            choice.next().value % surviving.length,
            surviving.length > 1 ? 1 : 0,
          );
          const come = waiting.pop();
          await database.transaction(async (transaction) => {
            if (gone) await orders.remove(transaction, gone.id);
            if (come) await orders.insert(transaction, anOrder({ ...come, status }));
          });
        });
        const ids = new Set(surviving.map(({ id }) => id));
        assert.deepEqual(
          walked.filter(({ id }) => ids.has(id)),
          surviving,
        );
        assert.equal(new Set(walked.map(({ id }) => id)).size, walked.length);
      },
    );
    await fc.assert(property, runs);
  });

  test('children are found below their parents alone behind a position as well', async () => {
    const { database, orders, items } = service();
    const line = (orderId: string, index: number): Item => ({
      id: newId(),
      ...added,
      orderId,
      product: `tea ${index}`,
      quantity: index % 3,
    });
    const [mine, other] = [anOrder(), anOrder()];
    await database.transaction(async (transaction) => {
      for (const order of [mine, other]) await orders.insert(transaction, order);
      for (let index = 0; index < 20; index += 1) {
        await items.insert(transaction, line(index % 2 === 0 ? mine.id : other.id, index));
      }
    });
    const sort = [{ member: 'quantity', direction: 'desc' } as const];
    const query = { ...all, sort, rowFilter: { parents: [mine.id] }, total: true };
    const { rows } = await items.list(database.reader, query);
    assert.equal(rows.length, 10);
    for (const [index, row] of rows.entries()) {
      const after = items.position(sort, row);
      const page = await items.list(database.reader, { ...query, after, limit: 3 });
      assert.deepEqual(page, { rows: rows.slice(index + 1, index + 4), total: 10 });
    }
  });

  test('the total counts all rows that match, on every page', async () => {
    const { database, orders } = service();
    const { filters } = await seed(service(), [{}, {}, {}, {}, {}]);
    const { rows } = await orders.list(database.reader, { ...all, filters });
    for (const row of rows) {
      const after = orders.position([], row);
      for (const limit of [1, 2, 10]) {
        const page = await orders.list(database.reader, {
          ...all,
          filters,
          after,
          limit,
          total: true,
        });
        assert.equal(page.total, 5);
      }
    }
  });

  test('an absent member stands where null does', () => {
    const { orders } = service();
    const { note: _, ...without } = anOrder();
    const sort = [{ member: 'note', direction: 'asc' } as const];
    assert.deepEqual(orders.position(sort, without as Order), [null, without.id]);
  });

  test('a position of another sort is refused', async () => {
    const { database, orders } = service();
    const listing = orders.list(database.reader, { ...all, after: [1, newId()] });
    await assert.rejects(listing, /one value for each sort key/);
  });
});
