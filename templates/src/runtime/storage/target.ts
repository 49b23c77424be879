import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { scopeConditions, scopeShape, scopeValues, type Scope } from './scope.ts';
import { parameter, type Values } from './statement.ts';
import type { Table } from './table.ts';

/** One row, if the scope has it and, where a revision is given, that revision still holds. */
interface Target {
  /** Targets of the same shape share their statements. */
  readonly shape: string;
  readonly values: Values;
  condition(): RawBuilder<SqlBool>;
}

export function targetOf<Row, Entity>(
  table: Table<Row, Entity>,
  id: string,
  scope: Scope,
  revision?: number,
): Target {
  const column = (name: string) => sql.ref(`${table.name}.${name}`);
  const current = revision === undefined ? '' : ' at its revision';

  return {
    shape: scopeShape(scope) + current,
    values: { ...scopeValues(table, scope), $id: id.toLowerCase(), $revision: revision },
    condition() {
      const predicates = [
        sql`${column('id')} = ${parameter('$id')}`,
        ...(current ? [sql`${column('revision')} = ${parameter('$revision')}`] : []),
        ...scopeConditions(table, scope),
      ];
      return sql<SqlBool>`${sql.join(predicates, sql` and `)}`;
    },
  };
}
