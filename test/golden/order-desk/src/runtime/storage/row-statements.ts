import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { scopeConditions, type Scope } from './scope.ts';
import { compileLater, parameter, type AnyTables, type Statement } from './statement.ts';
import { columnsOf, selectionOf, type Identified, type Table } from './table.ts';

/** The statements about one row of a scope, `$id`; those that write about one that still has its revision, `$revision`. */
export interface RowStatements<Row> {
  readonly get: Statement<Row>;
  readonly exists: Statement<unknown>;
  readonly update: Statement<Row>;
  readonly remove: Statement<unknown>;
  /** Whatever its revision is. */
  readonly removeAny: Statement<unknown>;
}

/** @param scope stands for all of its shape */
export function rowStatements<Row extends object, Entity extends Identified>(
  queries: Kysely<AnyTables>,
  table: Table<Row, Entity>,
  scope: Scope,
): RowStatements<Row> {
  const { name } = table;
  const selection = selectionOf(table);
  const is = (column: string, value: string) =>
    sql`${sql.ref(`${name}.${column}`)} = ${parameter(value)}`;
  const target = (...more: RawBuilder<unknown>[]) =>
    sql<SqlBool>`${sql.join([is('id', '$id'), ...more, ...scopeConditions(table, scope)], sql` and `)}`;
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
