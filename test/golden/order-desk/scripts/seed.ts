// Fills an empty database with example rows: npm run seed
import { readConfig } from '../src/config.ts';
import { insertRow } from '../src/runtime/resources/insert-row.ts';
import { orderSchemas } from '../src/resources/order/order.schema.ts';
import { orderStore } from '../src/resources/order/order.store.ts';
import { itemSchemas } from '../src/resources/item/item.schema.ts';
import { itemStore } from '../src/resources/item/item.store.ts';
import { shippingLabelSchemas } from '../src/resources/shipping-label/shipping-label.schema.ts';
import { shippingLabelStore } from '../src/resources/shipping-label/shipping-label.store.ts';
import { orderStates } from '../src/resources/order/order.states.ts';
import { systemCaller } from '../src/runtime/states/system-caller.ts';
import { timerKeeping } from '../src/runtime/states/timers.ts';
import { openDatabase } from '../src/runtime/storage/database.ts';
import { createIdentifiers } from '../src/runtime/storage/identifiers.ts';
import { migrate } from '../src/runtime/storage/migrations/index.ts';
import { migrations } from '../src/storage/migrations.ts';
import type { Tables } from '../src/storage/tables.ts';
import { helpOrGoOn } from './help.ts';

helpOrGoOn(
  'Usage:\n  npm run seed\n\nFills the database of DATABASE_URL with example rows, if it is empty.\n',
  { takes: 'nothing' },
);

const database = await openDatabase<Tables>(readConfig().databaseUrl);
await migrate(database, migrations);
const newId = createIdentifiers();
const now = new Date();

const [existing] = await database.reader.selectFrom('orders').select('id').limit(1).execute();
if (existing === undefined) {
  await database.transaction(async (transaction) => {
    const orderRow1 = await insertRow(transaction, orderStore(database), orderSchemas, {
      id: newId(),
      now,
      body: {
        reference: 'AC-000017',
        tenantId: 'north',
        customerEmail: 'ada@example.com',
        total: '129.90',
        tags: ['gift'],
        shipTo: { street: '1 Analytical Way', city: 'London', country: 'GB' },
      },
    });
    await timerKeeping(database, 'order', orderStates).changed(
      transaction,
      { caller: systemCaller, now },
      { kind: 'created', after: orderRow1 },
    );
    const orderRow2 = await insertRow(transaction, orderStore(database), orderSchemas, {
      id: newId(),
      now,
      body: {
        reference: 'AC-000018',
        tenantId: 'south',
        customerEmail: 'grace@example.com',
        total: '15.00',
        currency: 'USD',
        note: 'Leave it at the gate.',
      },
    });
    await timerKeeping(database, 'order', orderStates).changed(
      transaction,
      { caller: systemCaller, now },
      { kind: 'created', after: orderRow2 },
    );
    await insertRow(transaction, itemStore(database), itemSchemas, {
      id: newId(),
      now,
      body: { sku: 'TEA-250', quantity: 2, unitPrice: '12.50' },
      parent: { orderId: orderRow1.id },
    });
    await insertRow(transaction, itemStore(database), itemSchemas, {
      id: newId(),
      now,
      body: { sku: 'CUP-WHITE', quantity: 4, unitPrice: '9.90' },
      parent: { orderId: orderRow1.id },
    });
    await insertRow(transaction, shippingLabelStore(database), shippingLabelSchemas, {
      id: newId(),
      now,
      body: { order: orderRow1.id, carrier: 'dhl', weightInGrams: 870, printedOn: '2026-01-15' },
    });
  });
  process.stdout.write('Stored 5 example rows.\n');
} else {
  process.stdout.write('The database holds rows already: nothing is stored.\n');
}
await database.close();
