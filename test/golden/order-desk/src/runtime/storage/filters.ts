import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { parameter, type Values } from './statement.ts';
import type { Table } from './table.ts';

/** Values are those of the wire, of the member's type. */
export type Filter<Member extends string> =
  | { readonly member: Member; readonly anyOf: readonly unknown[] }
  | {
      readonly member: Member;
      readonly operator: '>' | '>=' | '<' | '<=';
      readonly value: unknown;
    }
  /** Several together: each list of `anyOf` has a value for each of them, null where it has none. */
  | {
      readonly members: readonly [Member, ...Member[]];
      readonly anyOf: readonly (readonly unknown[])[];
    };

/** A filter in the terms of the database. */
export interface Condition {
  readonly column: string;
  /** Columns that are compared together with it: `values` has one for each in turn. */
  readonly others?: readonly string[];
  readonly operator: string;
  readonly values: readonly unknown[];
  /** Positions in `values` where the column has no value. */
  readonly empty?: readonly number[];
}

export function conditionOf<Row, Entity>(
  table: Table<Row, Entity>,
  filter: Filter<keyof Entity & string>,
): Condition {
  if ('members' in filter) return jointCondition(table, filter);
  const { name: column, type } = table.columns[filter.member];
  const [operator, values] =
    'anyOf' in filter ? ['in', padded(filter.anyOf)] : [filter.operator, [filter.value]];
  return { column, operator, values: eachOnce(values.map((value) => type.write(value))) };
}

function jointCondition<Row, Entity>(
  table: Table<Row, Entity>,
  { members, anyOf }: Extract<Filter<keyof Entity & string>, { readonly members: unknown }>,
): Condition {
  const columns = members.map((member) => table.columns[member]);
  const [first, ...others] = columns.map(({ name }) => name);
  const nothing = columns.map(() => null);
  const rows = padded(anyOf).map((row) => (row ?? nothing) as readonly unknown[]);
  const empty = anyOf
    .flat()
    .flatMap((value, position) => (value === null || value === undefined ? [position] : []));
  return {
    column: first ?? '',
    others,
    operator: 'in',
    ...(empty.length === 0 ? {} : { empty }),
    values: rows.flatMap((row) => columns.map(({ type }, index) => type.write(row[index]))),
  };
}

/** To the next power of two with nulls, which equal nothing: fewer shapes, the same rows. */
export function padded(values: readonly unknown[]): unknown[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  return Array.from({ length }, (_, index) => values[index] ?? null);
}

/** Null, which equals nothing, in the place of each value that is there before: its rows are not read twice. */
export function eachOnce(values: readonly unknown[]): readonly unknown[] {
  if (values.length === 1) return values;
  const known = new Set<string>();
  return values.map((value) => {
    const text = String(value);
    if (known.has(text)) return null;
    known.add(text);
    return value;
  });
}

/** Conditions of the same shape share their statements. */
export function conditionShape(condition: Condition): string {
  const { column, operator, values } = condition;
  const shape = `${column} ${operator} ${values.length}`;
  if (condition.others !== undefined) {
    return [shape, ...condition.others, ...(condition.empty ?? [])].join(' ');
  }
  return shape;
}

/** @param chosen position of the only value that counts; all of them do unless it is given */
export function conditionSql(
  table: string,
  condition: Condition,
  position: number,
  chosen?: number,
): RawBuilder<SqlBool> {
  if (condition.others !== undefined) return jointSql(table, condition, position);
  const { column, operator, values } = condition;
  if (chosen !== undefined) {
    const only = parameter(parameterName(position, chosen));
    return sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${only}`;
  }
  const parameters = values.map((_, index) => parameter(parameterName(position, index)));
  return sql<SqlBool>`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} (${sql.join(parameters)})`;
}

/** Not as rows in parentheses: the engines write those in different ways, and one of them asks for types. */
function jointSql(
  table: string,
  { column, others = [], values, empty = [] }: Condition,
  position: number,
): RawBuilder<SqlBool> {
  const columns = [column, ...others];
  const withoutValue = new Set(empty);
  const rows = Array.from({ length: values.length / columns.length }, (_, row) => {
    const equal = columns.map((name, index) => {
      const at = row * columns.length + index;
      const reference = sql.ref(`${table}.${name}`);
      return withoutValue.has(at)
        ? sql<SqlBool>`${reference} is null`
        : sql<SqlBool>`${reference} = ${parameter(parameterName(position, at))}`;
    });
    return sql`(${sql.join(equal, sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(rows, sql` or `)})`;
}

export function conditionValues(conditions: readonly Condition[]): Values {
  return Object.fromEntries(
    conditions.flatMap(({ values }, position) =>
      values.map((value, index) => [parameterName(position, index), value]),
    ),
  );
}

const parameterName = (position: number, index: number) => `$filter${position}.${index}`;
