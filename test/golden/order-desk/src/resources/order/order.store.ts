import type { Database } from '../../runtime/storage/database.ts';
import { createStore, type Store } from '../../runtime/storage/store.ts';
import type { Table } from '../../runtime/storage/table.ts';
import type { Stored } from '../../runtime/storage/values.ts';
import type { Order } from './order.schema.ts';

/** A row of the table orders. */
export interface OrderRow {
  id: string;
  reference: string;
  tenant_id: string;
  customer_email: string;
  total: Stored<string>;
  currency: Order['currency'];
  note: string | null;
  due_at: string | null;
  access_code: string | null;
  tags: string | null;
  ship_to: string | null;
  status: Order['status'];
  created_at: string;
  updated_at: string;
  revision: number;
}

/** How an order is kept. */
export function orderTable({ values }: Pick<Database<unknown>, 'values'>): Table<OrderRow, Order> {
  const { dateTime, integer, text, uuid } = values;
  const decimal2 = values.decimal(2);
  const tagsJson = values.json<NonNullable<Order['tags']>>();
  const shipToJson = values.json<NonNullable<Order['shipTo']>>();
  return {
    name: 'orders',
    columns: {
      id: { name: 'id', type: uuid },
      reference: { name: 'reference', type: text },
      tenantId: { name: 'tenant_id', type: text },
      customerEmail: { name: 'customer_email', type: text },
      total: { name: 'total', type: decimal2 },
      currency: { name: 'currency', type: text },
      note: { name: 'note', type: text },
      dueAt: { name: 'due_at', type: dateTime },
      accessCode: { name: 'access_code', type: text },
      tags: { name: 'tags', type: tagsJson },
      shipTo: { name: 'ship_to', type: shipToJson },
      status: { name: 'status', type: text },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
    },
    fromRow(row) {
      const entity: Order = {
        id: uuid.read(row.id),
        reference: row.reference,
        tenantId: row.tenant_id,
        customerEmail: row.customer_email,
        total: decimal2.read(row.total),
        currency: row.currency,
        note: row.note,
        status: row.status,
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
      if (row.due_at !== null) entity.dueAt = dateTime.read(row.due_at);
      if (row.access_code !== null) entity.accessCode = row.access_code;
      if (row.tags !== null) entity.tags = tagsJson.read(row.tags);
      if (row.ship_to !== null) entity.shipTo = shipToJson.read(row.ship_to);
      return entity;
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        reference: entity.reference,
        tenant_id: entity.tenantId,
        customer_email: entity.customerEmail,
        total: decimal2.write(entity.total),
        currency: entity.currency,
        note: entity.note,
        due_at: dateTime.write(entity.dueAt ?? null),
        access_code: entity.accessCode ?? null,
        tags: tagsJson.write(entity.tags ?? null),
        ship_to: shipToJson.write(entity.shipTo ?? null),
        status: entity.status,
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function orderStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
): Store<Order> {
  return createStore(database, orderTable(database));
}
