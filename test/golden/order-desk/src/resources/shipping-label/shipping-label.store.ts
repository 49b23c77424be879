import type { Database } from '../../runtime/storage/database.ts';
import { createStore, type Store } from '../../runtime/storage/store.ts';
import type { Table } from '../../runtime/storage/table.ts';
import type { ShippingLabel } from './shipping-label.schema.ts';

/** A row of the table shipping_labels. */
export interface ShippingLabelRow {
  id: string;
  order: string;
  carrier: ShippingLabel['carrier'];
  weight_in_grams: number | null;
  printed_on: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** How a shipping label is kept. */
export function shippingLabelTable({
  values,
}: Pick<Database<unknown>, 'values'>): Table<ShippingLabelRow, ShippingLabel> {
  const { date, dateTime, integer, text, uuid } = values;
  return {
    name: 'shipping_labels',
    columns: {
      id: { name: 'id', type: uuid },
      order: { name: 'order', type: uuid },
      carrier: { name: 'carrier', type: text },
      weightInGrams: { name: 'weight_in_grams', type: integer },
      printedOn: { name: 'printed_on', type: date },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
    },
    fromRow(row) {
      const entity: ShippingLabel = {
        id: uuid.read(row.id),
        order: uuid.read(row.order),
        carrier: row.carrier,
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
      if (row.weight_in_grams !== null) entity.weightInGrams = integer.read(row.weight_in_grams);
      if (row.printed_on !== null) entity.printedOn = date.read(row.printed_on);
      return entity;
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        order: uuid.write(entity.order),
        carrier: entity.carrier,
        weight_in_grams: integer.write(entity.weightInGrams ?? null),
        printed_on: date.write(entity.printedOn ?? null),
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function shippingLabelStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
): Store<ShippingLabel> {
  return createStore(database, shippingLabelTable(database));
}
