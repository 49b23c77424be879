import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { padded } from './filters.ts';
import { parameter, type Values } from './statement.ts';
import type { Column, Table } from './table.ts';

/** Members that have to have one of these values, as on the wire; none of them: nothing has. */
export type Having = Readonly<Record<string, readonly unknown[]>>;

/** Which rows exist for the caller; every statement of the store is confined to it. */
export interface Scope {
  /** The keys of the parents in the path, from the outermost one; without them, any parents do. */
  readonly parents?: readonly string[];
  /** What a row has to have: one without it does not exist. */
  readonly having?: Having;
  /** What each of its parents has to have, from the outermost one: below one without it nothing exists. */
  readonly within?: readonly Enclosing[];
}

/** The rows that others live in, as far as they exist. */
export interface Enclosing {
  readonly table: Columns;
  readonly having: Having;
}

/** A table, as far as conditions on it go. */
interface Columns {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
}

export const everything: Scope = {};

/** Scopes with the same shape share their statements. */
export function scopeShape(scope: Scope): string {
  const { parents, having = {} } = scope;
  return [
    parents ? 'below parents' : 'anywhere',
    ...havingShape(having),
    ...(scope.within ?? []).flatMap((each, level) => [
      `within ${level}`,
      ...havingShape(each.having),
    ]),
  ].join();
}

/**
 * The whole chain has to match, not only its last link: of /orders/a/items/b/adjustments/c, c belongs
 * to b and b to a.
 */
export function scopeConditions<Row, Entity>(
  table: Table<Row, Entity>,
  scope: Scope,
): RawBuilder<SqlBool>[] {
  return [
    ...(scope.parents ? chainConditions(table) : []),
    ...havingConditions(table, scope.having ?? {}, '$having'),
    ...enclosingConditions(table, scope.within ?? []),
  ];
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

/** From the innermost parent outwards, each found by the key that its child has: also where no path names it. */
function enclosingConditions<Row, Entity>(
  { name, parents = [] }: Table<Row, Entity>,
  within: readonly Enclosing[],
): RawBuilder<SqlBool>[] {
  const conditionsAt = (level: number): RawBuilder<SqlBool>[] => {
    const parent = parents[level];
    const enclosing = within[level];
    if (parent === undefined || enclosing === undefined) return [];
    const conditions = [
      ...havingConditions(enclosing.table, enclosing.having, `$within${String(level)}`),
      ...conditionsAt(level - 1),
    ];
    if (conditions.length === 0) return [];
    const key = sql.ref(`${parents[level + 1]?.table ?? name}.${parent.column}`);
    return [
      sql<SqlBool>`exists (
      select 1 from ${sql.table(parent.table)}
      where ${sql.ref(`${parent.table}.id`)} = ${key} and ${sql.join(conditions, sql` and `)})`,
    ];
  };
  return conditionsAt(parents.length - 1);
}

export function scopeValues<Row, Entity>(table: Table<Row, Entity>, scope: Scope): Values {
  const { parents = [], having = {} } = scope;
  return Object.fromEntries([
    ...parents.map((key, level) => [`$parent${level}`, key.toLowerCase()] as const),
    ...havingValues(table, having, '$having'),
    ...(scope.within ?? []).flatMap((each, level) =>
      havingValues(each.table, each.having, `$within${String(level)}`),
    ),
  ]);
}

function havingShape(having: Having): string[] {
  return Object.entries(having).map(
    ([member, values]) => `${member} ${String(padded(values).length)}`,
  );
}

function havingConditions(table: Columns, having: Having, prefix: string): RawBuilder<SqlBool>[] {
  return Object.entries(having).map(([member, values]) => {
    const column = sql.ref(`${table.name}.${columnOf(table, member).name}`);
    const parameters = padded(values).map((_, index) =>
      parameter(parameterName(prefix, member, index)),
    );
    return sql<SqlBool>`${column} in (${sql.join(parameters)})`;
  });
}

function havingValues(table: Columns, having: Having, prefix: string): [string, unknown][] {
  return Object.entries(having).flatMap(([member, values]) => {
    const { type } = columnOf(table, member);
    return padded(values).map((value, index): [string, unknown] => [
      parameterName(prefix, member, index),
      type.write(value),
    ]);
  });
}

function parameterName(prefix: string, member: string, index: number): string {
  return `${prefix}.${member}.${String(index)}`;
}

/** @throws {TypeError} for what is no member: to leave the condition out would show every row */
function columnOf({ name, columns }: Columns, member: string): Column {
  const column = new Map<string, Column>(Object.entries(columns)).get(member);
  if (column === undefined) throw new TypeError(`${name} keeps no ${member}`);
  return column;
}
