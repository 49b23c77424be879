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
    };

/** A filter in the terms of the database. */
export interface Condition {
  readonly column: string;
  readonly operator: string;
  readonly values: readonly unknown[];
}

export function conditionOf<Row, Entity>(
  table: Table<Row, Entity>,
  filter: Filter<keyof Entity & string>,
): Condition {
  const { name: column, type } = table.columns[filter.member];
  const [operator, values] =
    'anyOf' in filter ? ['in', padded(filter.anyOf)] : [filter.operator, [filter.value]];
  return { column, operator, values: values.map((value) => type.write(value)) };
}

/** To the next power of two with nulls, which equal nothing: fewer shapes, the same rows. */
export function padded(values: readonly unknown[]): unknown[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(values.length, 1)));
  return Array.from({ length }, (_, index) => values[index] ?? null);
}

/** Conditions of the same shape share their statements. */
export function conditionShape(condition: Condition): string {
  const { column, operator, values } = condition;
  const shape = `${column} ${operator} ${values.length}`;
  return shape;
}

export function conditionSql(
  table: string,
  condition: Condition,
  position: number,
): RawBuilder<SqlBool> {
  const { column, operator, values } = condition;
  const parameters = values.map((_, index) => parameter(parameterName(position, index)));
  return sql<SqlBool>`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} (${sql.join(parameters)})`;
}

export function conditionValues(conditions: readonly Condition[]): Values {
  return Object.fromEntries(
    conditions.flatMap(({ values }, position) =>
      values.map((value, index) => [parameterName(position, index), value]),
    ),
  );
}

const parameterName = (position: number, index: number) => `$filter${position}.${index}`;
