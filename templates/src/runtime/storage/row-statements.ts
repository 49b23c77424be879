import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { rowFilterConditions, type RowFilter } from './row-filter.ts';
import { compileLater, parameter, type AnyTables, type Statement } from './statement.ts';
import { columnsOf, selectionOf, type Identified, type Table } from './table.ts';

/** The statements about the row `$id`, if the filter shows it. Those that write need its `$revision` as well. */
export interface RowStatements<Row> {
  readonly get: Statement<Row>;
  readonly exists: Statement<unknown>;
  readonly update: Statement<Row>;
  readonly remove: Statement<unknown>;
  /** Whatever its revision is. */
  readonly removeAny: Statement<unknown>;
}

/** @param rowFilter any filter of this shape */
export function rowStatements<Row extends object, Entity extends Identified>(
  queries: Kysely<AnyTables>,
  table: Table<Row, Entity>,
  rowFilter: RowFilter,
): RowStatements<Row> {
  const { name } = table;
  const selection = selectionOf(table);
  const is = (column: string, value: string) =>
    sql`${sql.ref(`${name}.${column}`)} = ${parameter(value)}`;
  const target = (...more: RawBuilder<unknown>[]) =>
    sql<SqlBool>`${sql.join([is('id', '$id'), ...more, ...rowFilterConditions(table, rowFilter)], sql` and `)}`;
  const current = () => target(is('revision', '$revision'));
  const remove = () => queries.deleteFrom(name).returning('id');

  return {
    get: compileLater(() =>
      queries.selectFrom(name).select(selection).where(target()).$castTo<Row>(),
    ),
    exists: compileLater(() =>
      queries
        .selectFrom(name)
        .select(sql`1`.as('found'))
        .where(target()),
    ),
    update: compileLater(() =>
      queries
        .updateTable(name)
        .set({
          ...assignments(table, ['id', 'revision']),
          revision: sql`${sql.ref('revision')} + 1`,
        })
        .where(current())
        .returning(selection)
        .$castTo<Row>(),
    ),
    remove: compileLater(() => remove().where(current())),
    removeAny: compileLater(() => remove().where(target())),
  };
}

/** A parameter for every column, called like it. */
export function assignments<Row, Entity>(
  table: Table<Row, Entity>,
  without: readonly string[] = [],
): Record<string, RawBuilder<unknown>> {
  const columns = columnsOf(table).filter(({ name }) => !without.includes(name));
  return Object.fromEntries(columns.map(({ name }) => [name, parameter(name)]));
}
