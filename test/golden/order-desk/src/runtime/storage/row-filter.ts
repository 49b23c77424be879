import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { eachOnce, padded } from './filters.ts';
import { parameter, type Values } from './statement.ts';
import type { Column, Table } from './table.ts';

/** By member: the values that a row may have there, as on the wire. An empty list allows no row. */
export type AllowedValues = Readonly<Record<string, readonly unknown[]>>;

/** Which rows exist for the caller. Every statement of the store has these conditions. */
export interface RowFilter {
  /** The keys of the parents in the path, the outermost one first. Absent: rows below any parents. */
  readonly parents?: readonly string[];
  /** A row with another value does not exist for the caller. */
  readonly allowed?: AllowedValues;
  /** The same for each of its parents, the outermost one first. Below a parent that does not exist, no row does. */
  readonly ancestors?: readonly AncestorFilter[];
}

/** Which rows of a parent exist for the caller. */
export interface AncestorFilter {
  readonly table: Columns;
  readonly allowed: AllowedValues;
}

/** The part of a table that conditions need. */
interface Columns {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
}

export const everyRow: RowFilter = {};

/** By member: the position of one of its allowed values. */
export type ChosenValues = Readonly<Record<string, number>>;

/** How many values a statement asks for, by member: as many as the parameters that it has. */
export function allowedCounts({ allowed = {} }: RowFilter): readonly (readonly [string, number])[] {
  return Object.entries(allowed).map(([member, values]) => [member, padded(values).length]);
}

/** Filters with the same shape share their statements. */
export function rowFilterShape(rowFilter: RowFilter): string {
  const { parents, allowed = {} } = rowFilter;
  return [
    parents ? 'below parents' : 'anywhere',
    ...allowedShape(allowed),
    ...(rowFilter.ancestors ?? []).flatMap((each, level) => [
      `ancestor ${level}`,
      ...allowedShape(each.allowed),
    ]),
  ].join();
}

/**
 * The whole chain has to match, not only its last link: of /orders/a/items/b/adjustments/c, c belongs
 * to b and b to a.
 *
 * @param chosen the one value of `allowed` that counts, for the members that it has
 */
export function rowFilterConditions<Row, Entity>(
  table: Table<Row, Entity>,
  rowFilter: RowFilter,
  chosen?: ChosenValues,
): RawBuilder<SqlBool>[] {
  return [
    ...(rowFilter.parents ? chainConditions(table) : []),
    ...allowedConditions(table, rowFilter.allowed ?? {}, '$allowed', chosen),
    ...ancestorConditions(table, rowFilter.ancestors ?? []),
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
function ancestorConditions<Row, Entity>(
  { name, parents = [] }: Table<Row, Entity>,
  ancestors: readonly AncestorFilter[],
): RawBuilder<SqlBool>[] {
  const conditionsAt = (level: number): RawBuilder<SqlBool>[] => {
    const parent = parents[level];
    const ancestor = ancestors[level];
    if (parent === undefined || ancestor === undefined) return [];
    const conditions = [
      ...allowedConditions(ancestor.table, ancestor.allowed, `$ancestor${String(level)}`),
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

export function rowFilterValues<Row, Entity>(
  table: Table<Row, Entity>,
  rowFilter: RowFilter,
): Values {
  const { parents = [], allowed = {} } = rowFilter;
  return Object.fromEntries([
    ...parents.map((key, level) => [`$parent${level}`, key.toLowerCase()] as const),
    ...allowedParameters(table, allowed, '$allowed'),
    ...(rowFilter.ancestors ?? []).flatMap((each, level) =>
      allowedParameters(each.table, each.allowed, `$ancestor${String(level)}`),
    ),
  ]);
}

function allowedShape(allowed: AllowedValues): string[] {
  return allowedCounts({ allowed }).map(([member, count]) => `${member} ${String(count)}`);
}

function allowedConditions(
  table: Columns,
  allowed: AllowedValues,
  prefix: string,
  chosen: ChosenValues = {},
): RawBuilder<SqlBool>[] {
  return Object.entries(allowed).map(([member, values]) => {
    const column = sql.ref(`${table.name}.${columnOf(table, member).name}`);
    const only = Object.hasOwn(chosen, member) ? chosen[member] : undefined;
    if (only !== undefined) {
      return sql<SqlBool>`${column} = ${parameter(parameterName(prefix, member, only))}`;
    }
    const parameters = padded(values).map((_, index) =>
      parameter(parameterName(prefix, member, index)),
    );
    return sql<SqlBool>`${column} in (${sql.join(parameters)})`;
  });
}

function allowedParameters(
  table: Columns,
  allowed: AllowedValues,
  prefix: string,
): [string, unknown][] {
  return Object.entries(allowed).flatMap(([member, values]) => {
    const { type } = columnOf(table, member);
    const written = padded(values).map((value) => type.write(value));
    return eachOnce(written).map((value, index): [string, unknown] => [
      parameterName(prefix, member, index),
      value,
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
