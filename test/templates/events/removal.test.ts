import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { outbox } from '../../../templates/src/runtime/events/outbox.ts';
import { sequencer } from '../../../templates/src/runtime/events/sequencer.ts';
import { eventSource, type EventSources } from '../../../templates/src/runtime/events/sources.ts';
import { eventWriters, type EventWriters } from '../../../templates/src/runtime/events/writer.ts';
import { openDatabase, type Database } from '../../../templates/src/runtime/storage/database.ts';
import { ForeignKeyViolation } from '../../../templates/src/runtime/storage/errors.ts';
import {
  migrate,
  type MigrationDatabase,
} from '../../../templates/src/runtime/storage/migrations/index.ts';
import type { Store, Writing } from '../../../templates/src/runtime/storage/store.ts';
import {
  added,
  anOrder,
  emptyPostgres,
  emptySqlite,
  newId,
  skipPostgres,
} from '../storage/engines.ts';
import { adjustmentTable, createAdjustmentStore } from '../storage/fixture/adjustment.store.ts';
import { createItemStore, itemTable } from '../storage/fixture/item.store.ts';
import { migrations } from '../storage/fixture/migrations/index.ts';
import { createOrderStore, orderTable } from '../storage/fixture/order.store.ts';
import {
  createShippingLabelStore,
  shippingLabelTable,
} from '../storage/fixture/shipping-label.store.ts';
import type { Tables as StorageTables } from '../storage/fixture/tables.ts';
import { createEventTables, type Tables as EventTables } from './fixture/tables.ts';

type Tables = StorageTables & Pick<EventTables, 'events' | 'event_cursors'>;
type Row = { readonly id: string; readonly revision: number } & typeof added;

const engines = [
  { name: 'sqlite', empty: emptySqlite, skip: false },
  { name: 'postgres', empty: emptyPostgres, skip: skipPostgres },
];
const context = { now: new Date('2026-03-01T12:30:00Z') };
const all = ['created', 'updated', 'deleted'];

for (const { name, empty, skip } of engines) {
  describe(name, { skip }, () => {
    let database: Database<Tables>;
    let drop: () => Promise<void>;

    before(async () => {
      const made = await empty();
      ({ drop } = made);
      database = await openDatabase<Tables>(made.url);
      await migrate(database, migrations);
      await database.transaction((transaction) =>
        createEventTables(transaction as unknown as MigrationDatabase),
      );
    });
    after(async () => {
      await database.close();
      await drop();
    });
    beforeEach(() =>
      database.transaction(async (transaction) => {
        for (const table of ['events', 'event_cursors', 'shipping_labels', 'orders'] as const)
          await transaction.deleteFrom(table).execute();
      }),
    );

    const stores = () => ({
      order: createOrderStore(database),
      item: createItemStore(database),
      adjustment: createAdjustmentStore(database),
      label: createShippingLabelStore(database),
    });

    /** @param emits what is announced of adjustments */
    function sources(emits: readonly string[] = all): EventSources {
      const { values } = database;
      const { order, item, adjustment, label } = stores();
      const kind = { emits: all, writeOnly: [] };
      return {
        order: eventSource(
          database,
          { ...kind, collection: 'orders', writeOnly: ['note'] },
          orderTable(values),
          order,
        ),
        item: eventSource(
          database,
          { ...kind, collection: 'items', parent: { resource: 'order', member: 'orderId' } },
          itemTable(values),
          item,
        ),
        adjustment: eventSource(
          database,
          {
            ...kind,
            emits,
            collection: 'adjustments',
            parent: { resource: 'item', member: 'itemId' },
          },
          adjustmentTable(values),
          adjustment,
        ),
        // Two ways lead to it.
        label: eventSource(
          database,
          {
            ...kind,
            collection: 'labels',
            goesWith: [
              { resource: 'order', member: 'orderId' },
              { resource: 'item', member: 'itemId' },
            ],
          },
          shippingLabelTable(values),
          label,
        ),
      };
    }

    const writers = (given: EventSources = sources(), data: 'full' | 'thin' = 'full') =>
      eventWriters(outbox(database, { newId, keep: 0, keepsDeciding: true }), given, data);

    async function told() {
      await sequencer(database, () => {}).run(new AbortController().signal);
      return outbox(database, { newId, keep: 0, keepsDeciding: true }).read(
        database.reader,
        0,
        10_000,
      );
    }

    const insert = <Entity extends Row>(store: Store<Entity>, row: Entity): Promise<Entity> =>
      database.transaction((transaction) => store.insert(transaction, row));
    const anItem = (orderId: string) => ({
      id: newId(),
      ...added,
      orderId,
      product: 'tea',
      quantity: 1,
    });
    const anAdjustment = (itemId: string) => ({
      id: newId(),
      ...added,
      itemId,
      reason: 'broken',
      amount: '1.00',
    });

    async function remove(
      transaction: Writing,
      events: EventWriters,
      order: Row,
    ): Promise<boolean> {
      const writer = events.of('order');
      await writer.removing(transaction, context, order);
      // Its own labels would keep it; a service where they go with it has a reference that says so.
      if (!(await stores().order.remove(transaction, order.id))) return false;
      await writer.changed(transaction, context, { kind: 'deleted', after: order });
      return true;
    }

    test('what goes with a row is announced before it, each row once, with its whole path', async () => {
      const { order, item, adjustment } = stores();
      const one = await insert(order, anOrder());
      const other = await insert(order, anOrder());
      await insert(item, anItem(other.id));
      const items = [await insert(item, anItem(one.id)), await insert(item, anItem(one.id))];
      const broken = await insert(adjustment, anAdjustment(items[0]?.id ?? ''));
      await database.transaction((transaction) => remove(transaction, writers(), one));
      const path = `/orders/${one.id}`;
      assert.deepEqual(
        (await told()).map((event) => [event.type, event.path]),
        [
          ['adjustment.deleted', `${path}/items/${items[0]?.id ?? ''}/adjustments/${broken.id}`],
          ['item.deleted', `${path}/items/${items[0]?.id ?? ''}`],
          ['item.deleted', `${path}/items/${items[1]?.id ?? ''}`],
          ['order.deleted', path],
        ],
      );
    });

    test('a row that two ways lead to is announced once', async () => {
      const { order, item, label } = stores();
      const one = await insert(order, anOrder());
      const part = await insert(item, anItem(one.id));
      const tag = await insert(label, {
        id: newId(),
        ...added,
        orderId: one.id,
        itemId: part.id,
        carrier: 'dhl',
      });
      await database.transaction((transaction) =>
        writers().of('order').removing(transaction, context, one),
      );
      const labels = (await told()).filter(({ type }) => type === 'label.deleted');
      assert.deepEqual(
        labels.map(({ rowId }) => rowId),
        [tag.id],
      );
    });

    test('more than a page of rows is announced whole', async () => {
      const { order, item } = stores();
      const one = await insert(order, anOrder());
      await database.transaction(async (transaction) => {
        for (let number = 0; number < 1100; number += 1)
          await item.insert(transaction, anItem(one.id));
      });
      await database.transaction((transaction) => remove(transaction, writers(), one));
      const rows = (await database.reader.selectFrom('events').select('row_id').execute()).map(
        ({ row_id: id }) => id,
      );
      assert.equal(rows.length, 1101);
      assert.equal(new Set(rows).size, 1101);
    });

    test('what a deletion of is not announced is left out, and what lies beneath it is not', async () => {
      const { order, item, adjustment } = stores();
      const one = await insert(order, anOrder());
      const part = await insert(item, anItem(one.id));
      await insert(adjustment, anAdjustment(part.id));
      const given = sources();
      const quiet = { ...given, item: { ...(given['item'] ?? assert.fail()), emits: [] } };
      await database.transaction((transaction) => remove(transaction, writers(quiet), one));
      assert.deepEqual(
        (await told()).map(({ type }) => type),
        ['adjustment.deleted', 'order.deleted'],
      );
    });

    test('what is added, changed and deleted meanwhile is announced to its end', async () => {
      const { order, item } = stores();
      const events = writers();
      for (let round = 0; round < 15; round += 1) {
        const one = await insert(order, anOrder());
        const first = await database.transaction(async (transaction) => {
          const created = await item.insert(transaction, anItem(one.id));
          await events
            .of('item')
            .changed(transaction, context, { kind: 'created', after: created });
          return created;
        });
        const add = async () =>
          database.transaction(async (transaction) => {
            const after = await item.insert(transaction, anItem(one.id));
            await events.of('item').changed(transaction, context, { kind: 'created', after });
          });
        const change = async () =>
          database.transaction(async (transaction) => {
            const before = await item.get(transaction, first.id);
            if (before === undefined) return;
            const after = await item.update(transaction, first.id, before.revision, {
              ...before,
              quantity: before.quantity + 1,
            });
            if (after === undefined) return;
            const told = { kind: 'updated', before, after } as const;
            await events.of('item').changed(transaction, context, told);
          });
        const work = [add(), change(), add(), change(), add()];
        work.splice(
          round % 5,
          0,
          database.transaction(async (transaction) => {
            await remove(transaction, events, one);
          }),
        );
        const ends = await Promise.allSettled([...work, change(), add()]);
        for (const end of ends) {
          if (end.status === 'rejected') assert.ok(end.reason instanceof ForeignKeyViolation);
        }
      }
      const items = (await told()).filter(({ resource }) => resource === 'item');
      for (const each of Map.groupBy(items, ({ rowId }) => rowId).values()) {
        const kinds = each.map(({ type }) => type.slice('item.'.length));
        assert.equal(kinds[0], 'created');
        assert.equal(kinds.at(-1), 'deleted');
        assert.equal(kinds.filter((kind) => kind === 'deleted').length, 1);
        const revisions = each.map(({ data }) => data.revision);
        assert.equal(revisions.at(-1), revisions.at(-2), 'as it was last');
        assert.deepEqual(
          revisions.slice(0, -1),
          revisions.slice(0, -1).map((_, index) => index + 1),
        );
      }
    });

    test('events show what a reader sees, and which members differ', async () => {
      const after = anOrder({ note: 'secret', status: 'closed', revision: 2 });
      const before = { ...after, note: 'older', status: 'open', revision: 1 };
      await database.transaction((transaction) =>
        writers()
          .of('order')
          .changed(transaction, context, {
            kind: 'entered',
            before,
            after,
            transition: { name: 'close', from: 'open', to: 'closed', input: { reason: 'secret' } },
          }),
      );
      const [event, ...others] = await told();
      assert.equal(others.length, 0);
      assert.equal(event?.type, 'order.updated', 'the state has no event of its own');
      assert.deepEqual(event.data.changed, ['status']);
      assert.deepEqual(event.data.transition, { name: 'close', from: 'open', to: 'closed' });
      assert.doesNotMatch(JSON.stringify(event), /secret|older/);
      assert.equal(event.data.resource?.['status'], 'closed');
    });

    test('one change is one event: that of the state where it has one, and none where nothing is announced', async () => {
      const given = sources();
      const order = given['order'] ?? assert.fail();
      const after = anOrder();
      const change = {
        kind: 'entered',
        before: after,
        after,
        transition: { name: 'close', from: 'open', to: 'closed', input: {} },
      } as const;
      for (const emits of [['updated', 'closed'], ['deleted'], ['closed']]) {
        await database.transaction((transaction) =>
          writers({ ...given, order: { ...order, emits } })
            .of('order')
            .changed(transaction, context, change),
        );
      }
      assert.deepEqual(
        (await told()).map(({ type }) => type),
        ['order.closed', 'order.closed'],
      );
    });

    test('a thin event tells what it is about, and nothing of it', async () => {
      const after = anOrder({ revision: 3 });
      await database.transaction((transaction) =>
        writers(sources(), 'thin')
          .of('order')
          .changed(transaction, context, { kind: 'updated', before: after, after }),
      );
      assert.deepEqual((await told())[0]?.data, { id: after.id, revision: 3 });
    });
  });
}
