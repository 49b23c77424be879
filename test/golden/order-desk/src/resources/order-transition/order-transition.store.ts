import type { Database } from '../../runtime/storage/database.ts';
import { createStore, type Store } from '../../runtime/storage/store.ts';
import type { Table } from '../../runtime/storage/table.ts';
import type { OrderTransition } from './order-transition.schema.ts';

/** A row of the table order_transitions. */
export interface OrderTransitionRow {
  id: string;
  order_id: string;
  transition: string;
  from: string;
  to: string;
  at: string;
  client: string | null;
  input: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** How an order transition is kept. */
export function orderTransitionTable({
  values,
}: Pick<Database<unknown>, 'values'>): Table<OrderTransitionRow, OrderTransition> {
  const { dateTime, integer, text, uuid } = values;
  const inputJson = values.json<NonNullable<OrderTransition['input']>>();
  return {
    name: 'order_transitions',
    columns: {
      id: { name: 'id', type: uuid },
      orderId: { name: 'order_id', type: uuid },
      transition: { name: 'transition', type: text },
      from: { name: 'from', type: text },
      to: { name: 'to', type: text },
      at: { name: 'at', type: dateTime },
      client: { name: 'client', type: text },
      input: { name: 'input', type: inputJson },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
    },
    parents: [{ table: 'orders', column: 'order_id' }],
    fromRow(row) {
      return {
        id: uuid.read(row.id),
        orderId: uuid.read(row.order_id),
        transition: row.transition,
        from: row.from,
        to: row.to,
        at: dateTime.read(row.at),
        client: row.client,
        input: inputJson.read(row.input),
        createdAt: dateTime.read(row.created_at),
        updatedAt: dateTime.read(row.updated_at),
        revision: integer.read(row.revision),
      };
    },
    toRow(entity) {
      return {
        id: uuid.write(entity.id),
        order_id: uuid.write(entity.orderId),
        transition: entity.transition,
        from: entity.from,
        to: entity.to,
        at: dateTime.write(entity.at),
        client: entity.client,
        input: inputJson.write(entity.input),
        created_at: dateTime.write(entity.createdAt),
        updated_at: dateTime.write(entity.updatedAt),
        revision: integer.write(entity.revision),
      };
    },
  };
}

export function orderTransitionStore(
  database: Pick<Database<unknown>, 'engine' | 'explain' | 'values'>,
): Store<OrderTransition> {
  return createStore(database, orderTransitionTable(database));
}
