import type { Kysely } from 'kysely';
import {
  columnTypes,
  createIndex,
  createTable,
  createUniqueIndex,
  primaryKey,
  required,
} from '../schema.ts';

/** The tables as they were in the beginning. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const types = columnTypes(database);

  await createTable(database, 'api_keys')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('name', types.text, required)
    .addColumn('prefix', types.text, required)
    .addColumn('hash', types.text, required)
    .addColumn('created_at', types.text, required)
    .addColumn('expires_at', types.text)
    .addColumn('revoked_at', types.text)
    .execute();
  await createUniqueIndex(database, 'api_keys', ['name']);
  await createUniqueIndex(database, 'api_keys', ['prefix']);

  await createTable(database, 'secrets')
    .addColumn('name', types.text, primaryKey)
    .addColumn('value', types.text, required)
    .execute();

  await createTable(database, 'idempotency_records')
    .addColumn('id', types.text, primaryKey)
    .addColumn('fingerprint', types.text, required)
    .addColumn('answer', types.text, required)
    .addColumn('expires_at', types.text, required)
    .execute();
  await createIndex(database, 'idempotency_records', ['expires_at']);

  await createTable(database, 'orders')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('reference', types.text, required)
    .addColumn('customer_email', types.text, required)
    .addColumn('total', types.decimal(12, 2), required)
    .addColumn('currency', types.text, required)
    .addColumn('note', types.text)
    .addColumn('due_at', types.dateTime)
    .addColumn('access_code', types.text)
    .addColumn('tags', types.json)
    .addColumn('ship_to', types.json)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createUniqueIndex(database, 'orders', ['reference']);
  await createIndex(database, 'orders', ['customer_email', 'id']);
  await createIndex(database, 'orders', ['currency', 'id']);
  await createIndex(database, 'orders', ['due_at', 'id']);
  await createIndex(database, 'orders', ['total', 'id']);
  await createIndex(database, 'orders', ['created_at', 'id']);

  await createTable(database, 'items')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('order_id', types.uuid, (column) =>
      column.references('orders.id').onDelete('cascade').notNull(),
    )
    .addColumn('sku', types.text, required)
    .addColumn('quantity', types.integer, required)
    .addColumn('unit_price', types.decimal(10, 2), required)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createUniqueIndex(database, 'items', ['order_id', 'sku']);
  await createIndex(database, 'items', ['order_id', 'id']);
  await createIndex(database, 'items', ['order_id', 'created_at', 'id']);
  await createIndex(database, 'items', ['order_id', 'updated_at', 'id']);

  await createTable(database, 'shipping_labels')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('order', types.uuid, (column) => column.references('orders.id').notNull())
    .addColumn('carrier', types.text, required)
    .addColumn('weight_in_grams', types.integer)
    .addColumn('printed_on', types.date)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createIndex(database, 'shipping_labels', ['order', 'id']);
  await createIndex(database, 'shipping_labels', ['carrier', 'id']);
  await createIndex(database, 'shipping_labels', ['created_at', 'id']);
  await createIndex(database, 'shipping_labels', ['updated_at', 'id']);
}
