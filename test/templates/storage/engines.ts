import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../../templates/src/runtime/storage/database.ts';
import { createIdentifiers } from '../../../templates/src/runtime/storage/identifiers.ts';
import { migrate } from '../../../templates/src/runtime/storage/migrations/index.ts';
import { createAdjustmentStore } from './fixture/adjustment.store.ts';
import { createItemStore } from './fixture/item.store.ts';
import { migrations } from './fixture/migrations/index.ts';
import { createOrderStore, type Order } from './fixture/order.store.ts';
import { createShippingLabelStore } from './fixture/shipping-label.store.ts';
import type { Tables } from './fixture/tables.ts';

const server = 'postgres://postgres@127.0.0.1:5432';

async function onServer(statement: string): Promise<void> {
  const client = new Client({
    connectionString: `${server}/postgres`,
    connectionTimeoutMillis: 2000,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const missing = await onServer('select 1').then(
  () => undefined,
  (error: unknown) => `no PostgreSQL at ${server}: ${String(error)}`,
);
if (missing && process.env['REQUIRE_SERVERS'] === '1') throw new Error(missing);

/** Why PostgreSQL is not tested, if it is not. */
export const skipPostgres = missing ?? false;

export interface EmptyDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function emptySqlite(): Promise<EmptyDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'storage-'));
  return {
    url: `sqlite:${join(directory, 'made', 'service.db')}`,
    drop: () => rm(directory, { recursive: true }),
  };
}

export async function emptyPostgres(): Promise<EmptyDatabase> {
  const name = `storage_test_${randomBytes(6).toString('hex')}`;
  // Text columns have a collation of their own: they must not depend on that of the database.
  return created(name, "template0 locale_provider icu icu_locale 'en'");
}

/** A copy of another database, to which no client may be connected meanwhile. */
export async function postgresCopy(url: string): Promise<EmptyDatabase> {
  const name = `storage_test_${randomBytes(6).toString('hex')}`;
  return created(name, new URL(url).pathname.slice(1));
}

async function created(name: string, template: string): Promise<EmptyDatabase> {
  await onServer(`create database ${name} template ${template}`);
  return {
    url: `${server}/${name}`,
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

function storesOf(database: Database<Tables>) {
  return {
    orders: createOrderStore(database),
    items: createItemStore(database),
    adjustments: createAdjustmentStore(database),
    labels: createShippingLabelStore(database),
  };
}

export interface Service extends ReturnType<typeof storesOf> {
  readonly url: string;
  readonly database: Database<Tables>;
  close(): Promise<void>;
}

export async function startService(empty: () => Promise<EmptyDatabase>): Promise<Service> {
  const { url, drop } = await empty();
  const database = await openDatabase<Tables>(url);
  await migrate(database, migrations);
  return {
    url,
    database,
    ...storesOf(database),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Declares the same tests for both engines, each with a migrated database of its own. */
export function onEachEngine(tests: (service: () => Service) => void): void {
  const engines = [
    { name: 'sqlite', empty: emptySqlite, skip: false },
    { name: 'postgres', empty: emptyPostgres, skip: skipPostgres },
  ];
  for (const { name, empty, skip } of engines) {
    describe(name, { skip }, () => {
      let service: Service;
      before(async () => {
        service = await startService(empty);
      });
      after(() => service.close());
      tests(() => service);
    });
  }
}

export const newId = createIdentifiers();

const instant = '2026-03-01T12:30:00.000Z';

export const added = { createdAt: instant, updatedAt: instant, revision: 1 };

export function anOrder(members: Partial<Order> = {}): Order {
  const id = newId();
  return {
    id,
    ...added,
    orderNumber: id,
    status: 'open',
    note: null,
    quantity: null,
    serial: null,
    weight: null,
    total: null,
    rate: null,
    paid: null,
    dueOn: null,
    opensAt: null,
    placedAt: null,
    options: null,
    attachment: null,
    customerId: null,
    ...members,
  };
}
