import { after, before, describe } from 'node:test';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../../../../templates/src/runtime/storage/database.ts';
import {
  createTable,
  finishMigrations,
  migrate,
  type ColumnType,
  type MigrateOptions,
  type Step,
  type TableDefinition,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import type { Conversion } from '../../../../templates/src/runtime/storage/values.ts';
import { emptyPostgres, emptySqlite, skipPostgres, type EmptyDatabase } from '../engines.ts';
import { migrationsOf } from '../migrations-of.ts';
import { catalogueOf } from './catalogue.ts';

export type AnyDatabase = Database<Record<string, Record<string, unknown>>>;
export type Definitions = Readonly<Record<string, TableDefinition>>;
/** Rows as the interface shows them, by table. */
export type RowsByTable = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A database of its own, which can be opened several times. */
export type Fresh = <Result>(
  work: (database: AnyDatabase, url: string) => Promise<Result>,
) => Promise<Result>;

export function onBothEngines(tests: (fresh: Fresh) => void): void {
  describe('sqlite', () => {
    tests(async (work) => {
      const { url, drop } = await emptySqlite();
      return using(url, work).finally(drop);
    });
  });
  onPostgres(tests);
}

export function onPostgres(tests: (fresh: Fresh) => void): void {
  describe('postgres', { skip: skipPostgres }, () => {
    let server: EmptyDatabase;
    before(async () => {
      server = await emptyPostgres();
    });
    after(() => server.drop());
    // A schema is made in a moment, a database is not.
    tests(async (work) => {
      const onServer = (statement: string) =>
        using(server.url, ({ reader }) => sql.raw(statement).execute(reader));
      await onServer('create schema tables');
      return using(`${server.url}?options=-csearch_path%3Dtables`, work).finally(() =>
        onServer('drop schema tables cascade'),
      );
    });
  });
}

async function using<Result>(
  url: string,
  work: (database: AnyDatabase, url: string) => Promise<Result>,
): Promise<Result> {
  const database: AnyDatabase = await openDatabase(url);
  try {
    return await work(database, url);
  } finally {
    await database.close();
  }
}

/** The first migration makes the tables, the second one takes the steps. */
export function twoMigrations(before: Definitions, steps: readonly Step[]) {
  const initial = Object.entries(before).map(([table, definition]) =>
    createTable(table, definition),
  );
  return migrationsOf({ '0001-initial': initial, '0002-changes': steps });
}

export async function makeTables(database: AnyDatabase, tables: Definitions): Promise<void> {
  const steps = Object.entries(tables).map(([table, definition]) => createTable(table, definition));
  await migrate(database, migrationsOf({ '0001-initial': steps }));
}

export async function takeSteps(
  database: AnyDatabase,
  before: Definitions,
  steps: readonly Step[],
  options: MigrateOptions = {},
): Promise<string[]> {
  return migrate(database, twoMigrations(before, steps), options);
}

/** What the former release needs is no part of the tables. */
export async function catalogueAfter(database: AnyDatabase): ReturnType<typeof catalogueOf> {
  await finishMigrations(database, migrationsOf({}));
  return catalogueOf(database);
}

export function codecOf(
  { values }: Pick<AnyDatabase, 'values'>,
  type: ColumnType,
): Conversion<unknown, unknown> {
  const found =
    typeof type === 'object'
      ? values.decimal(type.decimal[1])
      : type === 'json'
        ? values.json()
        : values[type];
  return found as Conversion<unknown, unknown>;
}

export async function insertRows(
  database: AnyDatabase,
  tables: Definitions,
  rows: RowsByTable,
): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const [table, all] of Object.entries(rows)) {
      for (const row of all) {
        const values = Object.entries(row).map(([name, value]) => {
          const type = tables[table]?.columns[name]?.type ?? 'text';
          return [name, codecOf(database, type).write(value)];
        });
        await transaction.insertInto(table).values(Object.fromEntries(values)).execute();
      }
    }
  });
}

/** All rows of these tables as the interface shows them, in the order of their keys. */
export async function readRows(database: AnyDatabase, tables: Definitions): Promise<RowsByTable> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const [table, { columns, primaryKey = ['id'] }] of Object.entries(tables)) {
    const selected = Object.entries(columns).map(([name, { type }]) => {
      const column = sql.ref(name);
      return sql`${codecOf(database, type).asText ? sql`cast(${column} as text)` : column} as ${sql.id(name)}`;
    });
    const keys = sql.join(primaryKey.map((name) => sql.ref(name)));
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(selected)} from ${sql.table(table)} order by ${keys}`.execute(
      database.reader,
    );
    found[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, { type }]) => [
          name,
          codecOf(database, type).read(row[name]),
        ]),
      ),
    );
  }
  return found;
}

/** A UUID with a number in it. */
export function id(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
