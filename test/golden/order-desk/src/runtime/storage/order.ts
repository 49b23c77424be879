import type { OrderByItemBuilder } from 'kysely';
import type { EngineName } from './engine.ts';
import type { Column, Identified, Table } from './table.ts';

export interface SortKey<Member extends string> {
  readonly member: Member;
  readonly direction: 'asc' | 'desc';
}

/** A sort key in the terms of the database. */
export interface Order<Member extends string = string> extends SortKey<Member> {
  readonly column: string;
  readonly type: Column['type'];
}

/**
 * Ends with the key of the row, so that none is on two pages or on no page. It follows the direction
 * before it, so that an index over both serves either direction.
 */
export function orderOf<Row, Entity extends Identified>(
  table: Table<Row, Entity>,
  sort: readonly SortKey<keyof Entity & string>[],
): Order<keyof Entity & string>[] {
  const keyed: readonly SortKey<keyof Entity & string>[] = sort.some(
    ({ member }) => member === 'id',
  )
    ? sort
    : [...sort, { member: 'id', direction: sort.at(-1)?.direction ?? 'asc' }];
  return keyed.map(({ member, direction }) => {
    const { name: column, type } = table.columns[member];
    return { member, direction, column, type };
  });
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
