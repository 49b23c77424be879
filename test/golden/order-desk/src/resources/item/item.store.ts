import type { Database } from '../../runtime/storage/database.ts';
import { createStore, type Store } from '../../runtime/storage/store.ts';
import type { Table } from '../../runtime/storage/table.ts';
import type { Stored } from '../../runtime/storage/values.ts';
import type { Item } from './item.schema.ts';

/** A row of the table items. */
export interface ItemRow {
  id: string;
  order_id: string;
  sku: string;
  quantity: number;
  unit_price: Stored<string>;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** How an item is kept. */
export function itemTable({ values }: Pick<Database<unknown>, 'values'>): Table<ItemRow, Item> {
  const { dateTime, integer, text, uuid } = values;
  const decimal2 = values.decimal(2);
  return {
    name: 'items',
    columns: {
      id: { name: 'id', type: uuid },
      orderId: { name: 'order_id', type: uuid },
      sku: { name: 'sku', type: text },
      quantity: { name: 'quantity', type: integer },
      unitPrice: { name: 'unit_price', type: decimal2 },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
    },
    parents: [{ table: 'orders', column: 'order_id' }],
    fromRow(row) {
      return {
        id: uuid.read(row.id),
        orderId: uuid.read(row.order_id),
        sku: row.sku,
        quantity: integer.read(row.quantity),
        unitPrice: decimal2.read(row.unit_price),
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        order_id: uuid.write(entity.orderId),
        sku: entity.sku,
        quantity: integer.write(entity.quantity),
        unit_price: decimal2.write(entity.unitPrice),
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function itemStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
): Store<Item> {
  return createStore(database, itemTable(database));
}
