import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { parameter, type Values } from './statement.ts';
import type { Column, Table } from './table.ts';

/** Which rows exist for the caller; every statement of the store is confined to it. */
export interface Scope {
  /** The keys of the parents in the path, from the outermost one; without them, any parents do. */
  readonly parents?: readonly string[];
  /** Values, as on the wire, that members of the row have to have: a row with another one does not exist. */
  readonly having?: Readonly<Record<string, unknown>>;
}

export const everything: Scope = {};

/** Scopes with the same shape share their statements. */
export function scopeShape({ parents, having = {} }: Scope): string {
  return [parents ? 'below parents' : 'anywhere', ...Object.keys(having)].join();
}

/**
 * The whole chain has to match, not only its last link: of /orders/a/items/b/adjustments/c, c belongs
 * to b and b to a.
 */
export function scopeConditions<Row, Entity>(
  table: Table<Row, Entity>,
  scope: Scope,
): RawBuilder<SqlBool>[] {
  const column = (member: string) => sql.ref(`${table.name}.${columnOf(table, member).name}`);
  const having = Object.keys(scope.having ?? {}).map(
    (member) => sql<SqlBool>`${column(member)} = ${parameter(`$having.${member}`)}`,
  );
  return [...(scope.parents ? chainConditions(table) : []), ...having];
}

function chainConditions<Row, Entity>({
  name,
  parents = [],
}: Table<Row, Entity>): RawBuilder<SqlBool>[] {
  return parents.map(({ column }, level) => {
    const parentKey = parameter(`$parent${level}`);
    const child = parents[level + 1];
    if (!child) return sql<SqlBool>`${sql.ref(`${name}.${column}`)} = ${parentKey}`;
    return sql<SqlBool>`exists (
      select 1 from ${sql.table(child.table)}
      where ${sql.ref('id')} = ${parameter(`$parent${level + 1}`)} and ${sql.ref(column)} = ${parentKey})`;
  });
}

export function scopeValues<Row, Entity>(
  table: Table<Row, Entity>,
  { parents = [], having = {} }: Scope,
): Values {
  return Object.fromEntries([
    ...parents.map((key, level) => [`$parent${level}`, key.toLowerCase()] as const),
    ...Object.entries(having).map(
      ([member, value]) =>
        [`$having.${member}`, columnOf(table, member).type.write(value)] as const,
    ),
  ]);
}

/** @throws {TypeError} for what is no member: to leave the condition out would show every row */
function columnOf<Row, Entity>({ name, columns }: Table<Row, Entity>, member: string): Column {
  const column = new Map<string, Column>(Object.entries(columns)).get(member);
  if (column === undefined) throw new TypeError(`${name} keeps no ${member}`);
  return column;
}
