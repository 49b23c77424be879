// Where a page begins when it is asked for by the last row of the page before (a keyset).

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { orderOf, type Order, type SortKey } from './order.ts';
import { parameter, type Values } from './statement.ts';
import type { Identified, Table } from './table.ts';

/** Of a row: the values of the keys that it is ordered by, as its entity has them; null for none. */
export type Position = readonly unknown[];

interface Comparison {
  /** Several are compared as one row value: by the first that differs. */
  readonly columns: readonly string[];
  readonly operator: '=' | '>' | '<' | 'is null' | 'is not null';
}

/** Rows that follow one another in the order, and that one range of an index holds. */
export type Run = readonly Comparison[];

/** All rows, whatever their order. */
export const allRows: Run = [];

export function positionOf<Row, Entity extends Identified>(
  table: Table<Row, Entity>,
  sort: readonly SortKey<keyof Entity & string>[],
  entity: Entity,
): Position {
  return orderOf(table, sort).map(({ member }) => entity[member] ?? null);
}

/**
 * The rows behind a position, in runs that follow one another. One condition for all of them would
 * join them by `or`, and both engines then read the index from its beginning.
 */
export function runsBehind([key, ...later]: readonly Order[], [value, ...rest]: Position): Run[] {
  if (!key) return [];
  const { column, direction } = key;
  const columns = [column];
  const equal: Run = [{ columns, operator: value === null ? 'is null' : '=' }];
  const ties = runsBehind(later, rest);
  const within = ties.map((run) => [...equal, ...run]);

  // Null comes before every value (order.ts).
  if (value === null) {
    return direction === 'asc' ? [...within, [{ columns, operator: 'is not null' }]] : within;
  }
  const operator = direction === 'asc' ? '>' : '<';
  const [tie, ...others] = ties.flat();
  const closer: Run[] =
    tie?.operator === operator && others.length === 0
      ? [[{ columns: [column, ...tie.columns], operator }]]
      : [...within, [{ columns, operator }]];
  const nullsFollow = direction === 'desc' && column !== 'id';
  return nullsFollow ? [...closer, [{ columns, operator: 'is null' }]] : closer;
}

/** Runs of the same shape share their statements. */
export function runShape(run: Run): string {
  return run.map(({ columns, operator }) => `${columns.join()} ${operator}`).join(' and ');
}

export function runConditions(table: string, run: Run): RawBuilder<SqlBool>[] {
  return run.map(({ columns, operator }) => {
    const left = sql`(${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))})`;
    if (operator === 'is null' || operator === 'is not null') {
      return sql<SqlBool>`${left} ${sql.raw(operator)}`;
    }
    const values = columns.map((column) => parameter(parameterName(column)));
    return sql<SqlBool>`${left} ${sql.raw(operator)} (${sql.join(values)})`;
  });
}

/** @throws {Error} where the position is one of another order */
export function positionValues(order: readonly Order[], position: Position): Values {
  if (position.length !== order.length) {
    throw new Error('A position has one value for each sort key, and the id as the last');
  }
  return Object.fromEntries(
    order.map(({ column, type }, index) => [
      parameterName(column),
      type.write(position[index] ?? null),
    ]),
  );
}

const parameterName = (column: string) => `$after.${column}`;
