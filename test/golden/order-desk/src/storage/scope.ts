import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { parameter, type Values } from './statement.ts';
import type { Table } from './table.ts';

/** Which rows exist for the caller; every statement of the store is confined to it. */
export interface Scope {
  /** The keys of the parents in the path, from the outermost one; without them, any parents do. */
  readonly parents?: readonly string[];
}

export const everything: Scope = {};

/** Scopes with the same shape share their statements. */
export function scopeShape(scope: Scope): string {
  return scope.parents ? 'below parents' : 'anywhere';
}

/**
 * The whole chain has to match, not only its last link: of /orders/a/items/b/adjustments/c, c belongs
 * to b and b to a.
 */
export function scopeConditions<Row, Entity>(
  { name, parents = [] }: Table<Row, Entity>,
  scope: Scope,
): RawBuilder<SqlBool>[] {
  if (!scope.parents) return [];
  return parents.map(({ column }, level) => {
    const parentKey = parameter(`$parent${level}`);
    const child = parents[level + 1];
    if (!child) return sql<SqlBool>`${sql.ref(`${name}.${column}`)} = ${parentKey}`;
    return sql<SqlBool>`exists (
      select 1 from ${sql.table(child.table)}
      where ${sql.ref('id')} = ${parameter(`$parent${level + 1}`)} and ${sql.ref(column)} = ${parentKey})`;
  });
}

export function scopeValues({ parents = [] }: Scope): Values {
  return Object.fromEntries(parents.map((key, level) => [`$parent${level}`, key.toLowerCase()]));
}
