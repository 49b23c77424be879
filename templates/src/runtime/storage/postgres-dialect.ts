import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Dialect,
  type Driver,
  type Kysely,
  type TableMetadata,
} from 'kysely';
import type { Pool } from 'pg';
import { PostgresConnection } from './postgres-connection.ts';
import { postgresError } from './postgres-errors.ts';
import { StatementNames } from './postgres-statement-names.ts';

export class PostgresDialect implements Dialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  createDriver(): PostgresDriver {
    return new PostgresDriver(this.#pool);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new Adapter();
  }

  createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new Introspector(database);
  }
}

/** Migrations ask which tables there are, of this service alone. */
class Introspector extends PostgresIntrospector {
  readonly #database: Kysely<unknown>;

  constructor(database: Kysely<unknown>) {
    super(database);
    this.#database = database;
  }

  // Kysely's own question is about every column of every schema, and fails where another one is dropped meanwhile.
  override async getTables(): Promise<TableMetadata[]> {
    const tables = sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_catalog.pg_tables
      where schemaname = current_schema()`;
    const { rows } = await tables.execute(this.#database);
    return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }));
  }
}

class Adapter extends PostgresAdapter {
  // `migrate` holds a lock of its own for the whole transaction. To release this one after a failed
  // statement would fail in turn, and hide why.
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = new StatementNames(500);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#names);
    } catch (error) {
      throw postgresError(error);
    }
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}
