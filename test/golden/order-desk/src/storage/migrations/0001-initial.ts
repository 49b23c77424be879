import type { Kysely } from 'kysely';
import {
  columnTypes,
  counter,
  createIndex,
  createTable,
  createUniqueIndex,
  primaryKey,
  required,
} from '../../runtime/storage/schema.ts';

/** The tables as they were in the beginning. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const types = columnTypes(database);

  await createTable(database, 'api_keys')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('name', types.text, required)
    .addColumn('slot', types.integer)
    .addColumn('prefix', types.text, required)
    .addColumn('hash', types.text, required)
    .addColumn('roles', types.text, required)
    .addColumn('scopes', types.text, required)
    .addColumn('claims', types.text, required)
    .addColumn('created_at', types.text, required)
    .addColumn('expires_at', types.text)
    .addColumn('revoked_at', types.text)
    .execute();
  await createUniqueIndex(database, 'api_keys', ['name', 'slot']);
  await createUniqueIndex(database, 'api_keys', ['prefix']);

  await createTable(database, 'ended_sessions')
    .addColumn('id', types.text, primaryKey)
    .addColumn('expires_at', types.text, required)
    .execute();
  await createIndex(database, 'ended_sessions', ['expires_at']);

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

  await createTable(database, 'request_quotas')
    .addColumn('client', types.text, primaryKey)
    .addColumn('at', types.integer, required)
    .addColumn('level', types.integer, required)
    .addColumn('second_level', types.integer, required)
    .addColumn('forgotten_at', types.integer, required)
    .execute();

  await createTable(database, 'timers')
    .addColumn('resource', types.text, required)
    .addColumn('row_id', types.uuid, required)
    .addColumn('transition', types.text, required)
    .addColumn('due_at', types.text, required)
    .addColumn('next_at', types.text)
    .addColumn('failures', types.integer, required)
    .addPrimaryKeyConstraint('timers_pkey', ['resource', 'row_id', 'transition'])
    .execute();
  await createIndex(database, 'timers', ['next_at']);

  await createTable(database, 'webhook_endpoints')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('client', types.text, required)
    .addColumn('reader', types.text, required)
    .addColumn('url', types.text, required)
    .addColumn('events', types.json, required)
    .addColumn('description', types.text)
    .addColumn('state', types.text, required)
    .addColumn('signing', types.text, required)
    .addColumn('api_version', types.text, required)
    .addColumn('public_key', types.text)
    .addColumn('previous_secret_until', types.dateTime)
    .addColumn('disabled_reason', types.text)
    .addColumn('disabled_at', types.dateTime)
    .addColumn('failures', types.integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createIndex(database, 'webhook_endpoints', ['client', 'created_at', 'id']);
  await createIndex(database, 'webhook_endpoints', ['client', 'id']);
  await createTable(database, 'webhook_secrets')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('webhook_endpoint_id', types.uuid, (column) =>
      column.references('webhook_endpoints.id').onDelete('cascade').notNull(),
    )
    .addColumn('value', types.text, required)
    .addColumn('expires_at', types.text)
    .execute();
  await createIndex(database, 'webhook_secrets', ['webhook_endpoint_id', 'id']);
  await createTable(database, 'webhook_replays')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('webhook_endpoint_id', types.uuid, (column) =>
      column.references('webhook_endpoints.id').onDelete('cascade').notNull(),
    )
    .addColumn('from_time', types.text, required)
    .addColumn('to_time', types.text, required)
    .addColumn('position', types.integer, required)
    .execute();
  await createIndex(database, 'webhook_replays', ['webhook_endpoint_id', 'id']);
  await createTable(database, 'webhook_deliveries')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('webhook_endpoint_id', types.uuid, (column) =>
      column.references('webhook_endpoints.id').onDelete('cascade').notNull(),
    )
    .addColumn('client', types.text, required)
    .addColumn('event_id', types.uuid, required)
    .addColumn('event_type', types.text, required)
    .addColumn('subject', types.text, required)
    .addColumn('position', types.integer, required)
    .addColumn('state', types.text, required)
    .addColumn('attempts', types.json, required)
    .addColumn('tries', types.integer, required)
    .addColumn('due_at', types.text)
    .addColumn('next_attempt_at', types.dateTime)
    .addColumn('claimed_until', types.text)
    .addColumn('claim', types.text)
    .addColumn('ended_at', types.text)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  // An endpoint is told of an event once.
  await createUniqueIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'event_id']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'id']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'created_at', 'id']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'state', 'id']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'subject', 'position']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'due_at']);
  await createIndex(database, 'webhook_deliveries', ['webhook_endpoint_id', 'claimed_until']);
  await createIndex(database, 'webhook_deliveries', ['state', 'position']);
  await createIndex(database, 'webhook_deliveries', ['due_at']);
  await createIndex(database, 'webhook_deliveries', ['ended_at']);

  await createTable(database, 'events')
    .addColumn('sequence', ...counter(database))
    .addColumn('position', types.integer)
    .addColumn('id', types.uuid, required)
    .addColumn('type', types.text, required)
    .addColumn('resource', types.text, required)
    .addColumn('row_id', types.uuid, required)
    .addColumn('path', types.text, required)
    .addColumn('time', types.text, required)
    .addColumn('trace_id', types.text)
    .addColumn('data', types.text, required)
    .addColumn('deciding', types.text, required)
    .execute();
  await createUniqueIndex(database, 'events', ['id']);
  await createUniqueIndex(database, 'events', ['position']);

  await createTable(database, 'event_cursors')
    .addColumn('consumer', types.text, primaryKey)
    .addColumn('position', types.integer, required)
    .execute();

  await createTable(database, 'orders')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('reference', types.text, required)
    .addColumn('tenant_id', types.text, required)
    .addColumn('customer_email', types.text, required)
    .addColumn('total', types.decimal(12, 2), required)
    .addColumn('currency', types.text, required)
    .addColumn('note', types.text)
    .addColumn('due_at', types.dateTime)
    .addColumn('access_code', types.text)
    .addColumn('tags', types.json)
    .addColumn('ship_to', types.json)
    .addColumn('status', types.text, required)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createUniqueIndex(database, 'orders', ['tenant_id', 'reference']);
  await createIndex(database, 'orders', ['tenant_id', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'status', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'reference', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'customer_email', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'currency', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'due_at', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'total', 'id']);
  await createIndex(database, 'orders', ['tenant_id', 'created_at', 'id']);
  await createIndex(database, 'orders', ['status', 'id']);
  await createIndex(database, 'orders', ['reference', 'id']);
  await createIndex(database, 'orders', ['customer_email', 'id']);
  await createIndex(database, 'orders', ['currency', 'id']);
  await createIndex(database, 'orders', ['due_at', 'id']);
  await createIndex(database, 'orders', ['total', 'id']);
  await createIndex(database, 'orders', ['created_at', 'id']);

  await createTable(database, 'order_transitions')
    .addColumn('id', types.uuid, primaryKey)
    .addColumn('order_id', types.uuid, (column) =>
      column.references('orders.id').onDelete('cascade').notNull(),
    )
    .addColumn('transition', types.text, required)
    .addColumn('from', types.text, required)
    .addColumn('to', types.text, required)
    .addColumn('at', types.dateTime, required)
    .addColumn('client', types.text)
    .addColumn('input', types.json)
    .addColumn('created_at', types.dateTime, required)
    .addColumn('updated_at', types.dateTime, required)
    .addColumn('revision', types.integer, required)
    .execute();
  await createIndex(database, 'order_transitions', ['order_id', 'id']);
  await createIndex(database, 'order_transitions', ['order_id', 'transition', 'id']);
  await createIndex(database, 'order_transitions', ['order_id', 'from', 'id']);
  await createIndex(database, 'order_transitions', ['order_id', 'to', 'id']);
  await createIndex(database, 'order_transitions', ['order_id', 'at', 'id']);
  await createIndex(database, 'order_transitions', ['order_id', 'client', 'id']);

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
