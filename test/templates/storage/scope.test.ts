import assert from 'node:assert/strict';
import { test } from 'node:test';
import { added, anOrder, newId, onEachEngine, type Service } from './engines.ts';

/** Two orders, each with an item, each of those with an adjustment. */
async function seed({ database, orders, items, adjustments }: Service) {
  return database.transaction(async (transaction) => {
    const chains = [];
    for (const reason of ['first', 'second']) {
      const order = await orders.insert(transaction, anOrder());
      const line = { id: newId(), ...added, orderId: order.id, product: 'tea', quantity: 1 };
      const item = await items.insert(transaction, line);
      const change = { id: newId(), ...added, itemId: item.id, reason, amount: '-1.00' };
      const adjustment = await adjustments.insert(transaction, change);
      chains.push({ order, item, adjustment });
    }
    const [mine, other] = chains;
    assert.ok(mine && other);
    return { mine, other };
  });
}

const all = { filters: [], sort: [], offset: 0, limit: 10, total: true };

onEachEngine((service) => {
  test('a child is found below its own parents only', async () => {
    const { database, items, adjustments } = service();
    const { mine, other } = await seed(service());
    const itemBelow = (...parents: string[]) =>
      items.get(database.reader, mine.item.id, { parents });
    const adjustmentBelow = (...parents: string[]) =>
      adjustments.get(database.reader, mine.adjustment.id, { parents });

    assert.deepEqual(await itemBelow(mine.order.id), mine.item);
    assert.deepEqual(await itemBelow(mine.order.id.toUpperCase()), mine.item);
    assert.equal(await itemBelow(other.order.id), undefined);
    assert.equal(await itemBelow(newId()), undefined);

    assert.deepEqual(await adjustmentBelow(mine.order.id, mine.item.id), mine.adjustment);
    assert.equal(await adjustmentBelow(other.order.id, mine.item.id), undefined);
    assert.equal(await adjustmentBelow(mine.order.id, other.item.id), undefined);
    assert.equal(await adjustmentBelow(other.order.id, other.item.id), undefined);
  });

  test('without parents, a child is found by its key alone', async () => {
    const { database, adjustments } = service();
    const { mine } = await seed(service());
    assert.deepEqual(await adjustments.get(database.reader, mine.adjustment.id), mine.adjustment);
  });

  test('the chain of parents exists or does not', async () => {
    const { database, items } = service();
    const { mine, other } = await seed(service());
    const chain = (order: string, item: string) =>
      items.exists(database.reader, item, { parents: [order] });
    assert.equal(await chain(mine.order.id, mine.item.id), true);
    assert.equal(await chain(other.order.id, mine.item.id), false);
  });

  test('a list and its total are confined to the parents', async () => {
    const { database, items, adjustments } = service();
    const { mine, other } = await seed(service());
    const below = (...parents: string[]) =>
      adjustments.list(database.reader, { ...all, limit: 1, scope: { parents } });

    assert.deepEqual(await below(mine.order.id, mine.item.id), {
      rows: [mine.adjustment],
      total: 1,
    });
    assert.deepEqual(await below(other.order.id, mine.item.id), { rows: [], total: 0 });
    assert.deepEqual(
      await items.list(database.reader, { ...all, scope: { parents: [other.order.id] } }),
      { rows: [other.item], total: 1 },
    );
  });

  test('updates and removals are confined to the parents', async () => {
    const { database, adjustments } = service();
    const { mine, other } = await seed(service());
    const wrong = { parents: [other.order.id, mine.item.id] };
    const right = { parents: [mine.order.id, mine.item.id] };
    const { id } = mine.adjustment;
    const changed = { ...mine.adjustment, reason: 'changed' };

    await database.transaction(async (transaction) => {
      assert.equal(await adjustments.update(transaction, id, 1, changed, wrong), undefined);
      assert.equal(await adjustments.remove(transaction, id, undefined, wrong), false);
      assert.equal((await adjustments.update(transaction, id, 1, changed, right))?.revision, 2);
      assert.equal(await adjustments.remove(transaction, id, 1, right), false);
      assert.equal(await adjustments.remove(transaction, id, 2, right), true);
    });
  });
});
