import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type {
  AllowedValues,
  RowFilter,
} from '../../../templates/src/runtime/storage/row-filter.ts';
import { added, anOrder, newId, onEachEngine, type Service } from './engines.ts';
import { itemTable } from './fixture/item.store.ts';
import { orderTable } from './fixture/order.store.ts';

const statuses = ['open', 'closed'];
const products = ['tea', 'coffee'];
const reasons = ['late', 'broken'];

interface Chain {
  readonly status: string;
  readonly product: string;
  readonly reason: string;
  readonly ids: readonly [string, string, string];
}

/** One adjustment for each combination of what an order, an item in it and an adjustment of that can be. */
async function seed({ database, orders, items, adjustments }: Service): Promise<Chain[]> {
  return database.transaction(async (transaction) => {
    const chains: Chain[] = [];
    for (const status of statuses) {
      const order = await orders.insert(transaction, anOrder({ status }));
      for (const product of products) {
        const line = { id: newId(), ...added, orderId: order.id, product, quantity: 1 };
        const item = await items.insert(transaction, line);
        for (const reason of reasons) {
          const change = { id: newId(), ...added, itemId: item.id, reason, amount: '-1.00' };
          const { id } = await adjustments.insert(transaction, change);
          chains.push({ status, product, reason, ids: [order.id, item.id, id] });
        }
      }
    }
    return chains;
  });
}

/** Absent: any value will do. */
const rule = (member: string, values: readonly string[]) =>
  fc
    .option(fc.subarray([...values, 'none']), { nil: undefined })
    .map((any): AllowedValues => (any === undefined ? {} : { [member]: any }));

const rules = fc.record({
  order: rule('status', statuses),
  item: rule('product', products),
  adjustment: rule('reason', reasons),
  isBelow: fc.boolean(),
});

const holds = (allowed: AllowedValues, member: string, value: string) =>
  allowed[member]?.includes(value) !== false;

onEachEngine((service) => {
  test('what lives in a row exists where that row does, in every statement', async () => {
    const { database, adjustments } = service();
    const chains = await seed(service());
    const tables = [orderTable(database.values), itemTable(database.values)] as const;
    await fc.assert(
      fc.asyncProperty(rules, async ({ order, item, adjustment, isBelow }) => {
        const ancestors = [
          { table: tables[0], allowed: order },
          { table: tables[1], allowed: item },
        ];
        const rowFilterFor = ({ ids: [orderId, itemId] }: Chain): RowFilter => ({
          allowed: adjustment,
          ancestors,
          ...(isBelow ? { parents: [orderId, itemId] } : {}),
        });
        const found: string[] = [];
        for (const chain of chains) {
          const [, , id] = chain.ids;
          const exists =
            holds(order, 'status', chain.status) &&
            holds(item, 'product', chain.product) &&
            holds(adjustment, 'reason', chain.reason);
          if (exists) found.push(id);
          const rowFilter = rowFilterFor(chain);
          const { reader } = database;
          assert.equal((await adjustments.get(reader, id, rowFilter))?.id, exists ? id : undefined);
          assert.equal(await adjustments.exists(reader, id, rowFilter), exists);
          await undone(service(), async (transaction) => {
            const row = await adjustments.get(transaction, id);
            assert.ok(row);
            const changed = await adjustments.update(transaction, id, 1, row, rowFilter);
            assert.equal(changed !== undefined, exists);
            assert.equal(await adjustments.remove(transaction, id, undefined, rowFilter), exists);
          });
        }
        const page = { filters: [], sort: [], offset: 0, limit: 3, total: true };
        const anywhere = { allowed: adjustment, ancestors };
        const { rows, total } = await adjustments.list(database.reader, {
          ...page,
          rowFilter: anywhere,
        });
        assert.deepEqual(
          rows.map(({ id }) => id),
          found.toSorted().slice(0, 3),
        );
        assert.equal(total, found.length);
      }),
      { numRuns: 60 },
    );
  });
});

/** What the work changes is as if it had not been. */
async function undone(
  { database }: Service,
  work: (transaction: Parameters<Parameters<typeof database.transaction>[0]>[0]) => Promise<void>,
): Promise<void> {
  const back = new Error('undone');
  await assert.rejects(
    database.transaction(async (transaction) => {
      await work(transaction);
      throw back;
    }),
    back,
  );
}
