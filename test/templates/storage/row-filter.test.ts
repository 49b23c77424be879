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

  test('a list and its total find rows below the parents alone', async () => {
    const { database, items, adjustments } = service();
    const { mine, other } = await seed(service());
    const below = (...parents: string[]) =>
      adjustments.list(database.reader, { ...all, limit: 1, rowFilter: { parents } });

    assert.deepEqual(await below(mine.order.id, mine.item.id), {
      rows: [mine.adjustment],
      total: 1,
    });
    assert.deepEqual(await below(other.order.id, mine.item.id), { rows: [], total: 0 });
    assert.deepEqual(
      await items.list(database.reader, { ...all, rowFilter: { parents: [other.order.id] } }),
      { rows: [other.item], total: 1 },
    );
  });

  test('updates and removals find rows below the parents alone', async () => {
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

  test('rows whose members are others do not exist, in any statement', async () => {
    const { database, items } = service();
    const { mine } = await seed(service());
    const { id } = mine.item;
    const parents = [mine.order.id];
    const right = { parents, allowed: { product: ['tea'], quantity: [0, 1] } };
    const changed = { ...mine.item, product: 'coffee' };

    for (const allowed of [
      { product: ['coffee'] },
      { product: ['tea'], quantity: [2] },
      { product: [] },
    ]) {
      const wrong = { parents, allowed };
      assert.equal(await items.get(database.reader, id, wrong), undefined);
      assert.equal(await items.exists(database.reader, id, wrong), false);
      const page = await items.list(database.reader, { ...all, rowFilter: wrong });
      assert.deepEqual(page, { rows: [], total: 0 });
      await database.transaction(async (transaction) => {
        assert.equal(await items.update(transaction, id, 1, changed, wrong), undefined);
        assert.equal(await items.remove(transaction, id, undefined, wrong), false);
      });
    }
    assert.deepEqual(await items.get(database.reader, id, right), mine.item);
    assert.equal(await items.exists(database.reader, id, right), true);
    const page = await items.list(database.reader, { ...all, limit: 1, rowFilter: right });
    assert.deepEqual(page, { rows: [mine.item], total: 1 });
    await database.transaction(async (transaction) => {
      assert.equal((await items.update(transaction, id, 1, changed, right))?.revision, 2);
      assert.equal(await items.remove(transaction, id, undefined, right), false);
      assert.equal(
        await items.remove(transaction, id, 2, { parents, allowed: { product: ['coffee'] } }),
        true,
      );
    });
  });

  test('a condition on what is no member is a mistake, and shows nothing', async () => {
    const { database, items } = service();
    const rowFilter = { allowed: { owner: ['me'] } };
    await assert.rejects(items.list(database.reader, { ...all, rowFilter }), /keeps no owner/);
    await assert.rejects(
      async () => items.get(database.reader, newId(), rowFilter),
      /keeps no owner/,
    );
  });
});
