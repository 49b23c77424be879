// What migrations need beyond Kysely's own schema builder: the same table on either engine.

import {
  PostgresAdapter,
  sql,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type ColumnDataType,
  type Expression,
  type Kysely,
  type RawBuilder,
} from 'kysely';
import { indexName } from './index-name.ts';
import type { ValueCodec } from './values.ts';

type DataType = ColumnDataType | Expression<unknown>;

/** The data types of one engine, under the names of the conversions that go with them. */
type ColumnTypes = Readonly<Record<Exclude<keyof ValueCodec, 'decimal'>, DataType>> & {
  decimal(precision: number, scale: number): DataType;
};

const sqlite: ColumnTypes = {
  boolean: 'integer',
  integer: 'integer',
  long: 'integer',
  number: 'real',
  // In units of the last digit, so that it is exact and ordered as a number.
  decimal: () => 'integer',
  date: 'text',
  time: 'text',
  dateTime: 'text',
  duration: 'text',
  text: 'text',
  json: 'text',
  binary: 'blob',
  uuid: 'text',
};

const postgres: ColumnTypes = {
  boolean: 'boolean',
  // Always 64 bits, so that a greater maximum does not rewrite the table one day.
  integer: 'bigint',
  long: 'bigint',
  number: 'double precision',
  decimal: (precision, scale) => `numeric(${precision}, ${scale})`,
  date: 'date',
  time: 'time(0)',
  dateTime: 'timestamptz(3)',
  duration: 'text',
  // Ordered by code point, as SQLite does it.
  text: sql`text collate "C"`,
  // Not jsonb, which refuses U+0000 and forgets the order of the members.
  json: 'json',
  binary: 'bytea',
  uuid: 'uuid',
};

/** A database or a transaction, whatever its tables. */
export type Schema = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

const isPostgres = (database: Schema) => database.getExecutor().adapter instanceof PostgresAdapter;

export function columnTypes(database: Schema): ColumnTypes {
  return isPostgres(database) ? postgres : sqlite;
}

export function createTable(database: Schema, name: string): CreateTableBuilder<string> {
  const table = database.schema.createTable(name);
  // Without "strict", SQLite stores a text in a column of integers.
  return isPostgres(database) ? table : table.modifyEnd(sql`strict`);
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Not null is said as well, because SQLite allows null in a key. */
export const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();

/** A key that counts up in the order of the insertions; what is rolled back leaves a gap. */
export function counter(
  database: Schema,
): [DataType, (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder] {
  return isPostgres(database)
    ? ['bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey()]
    : ['integer', (column) => column.primaryKey().autoIncrement()];
}

/** Serves lists that filter by the first columns and sort by the rest; end it with `id`. */
export async function createIndex(
  database: Schema,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await database.schema
    .createIndex(indexName(table, columns, 'idx'))
    .on(table)
    .columns(keysOf(database, columns))
    .execute();
}

/** Rows with a null among these columns do not count as equal. It serves lists as well. */
export async function createUniqueIndex(
  database: Schema,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await database.schema
    .createIndex(indexName(table, columns, 'key'))
    .unique()
    .on(table)
    .columns(keysOf(database, columns))
    .execute();
}

/** Lists have null first (order.ts), which PostgreSQL reads from an index only if that has it too. */
function keysOf(database: Schema, columns: readonly string[]): RawBuilder<unknown>[] {
  const nullsFirst = isPostgres(database) ? sql` nulls first` : sql``;
  return columns.map((column) =>
    column === 'id' ? sql`${sql.ref(column)}` : sql`${sql.ref(column)}${nullsFirst}`,
  );
}
