import type { OrderByItemBuilder } from 'kysely';
import type { EngineName } from './engine.ts';
import type { Table } from './table.ts';

export interface SortKey<Member extends string> {
  readonly member: Member;
  readonly direction: 'asc' | 'desc';
}

/** A sort key in the terms of the database. */
export interface Order {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Ends with the key of the row, so that none is on two pages or on no page. It follows the direction
 * before it, so that an index over both serves either direction.
 */
export function orderOf<Row, Entity>(
  table: Table<Row, Entity>,
  sort: readonly SortKey<keyof Entity & string>[],
): Order[] {
  const order: Order[] = sort.map(({ member, direction }) => ({
    column: table.columns[member].name,
    direction,
  }));
  if (order.some(({ column }) => column === 'id')) return order;
  return [...order, { column: 'id', direction: order.at(-1)?.direction ?? 'asc' }];
}

/** Null comes before every value, as in SQLite; `createIndex` (schema.ts) builds indexes to match. */
export function direct(
  item: OrderByItemBuilder,
  { column, direction }: Order,
  engine: EngineName,
): OrderByItemBuilder {
  const directed = direction === 'asc' ? item.asc() : item.desc();
  if (engine === 'sqlite' || column === 'id') return directed;
  return direction === 'asc' ? directed.nullsFirst() : directed.nullsLast();
}
