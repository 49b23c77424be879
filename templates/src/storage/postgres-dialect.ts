import type { Pool, PoolClient } from 'pg';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';
import { TransactionAborted } from './errors.ts';
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
    return new PostgresIntrospector(database);
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
    await connection.executeQuery(CompiledQuery.raw('begin'));
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

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #lost = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#query(compiled);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported');
  }

  async commit(): Promise<void> {
    // After a failed statement, PostgreSQL answers a commit with a rollback and no error.
    const { command } = await this.#query(CompiledQuery.raw('commit'));
    if (command === 'ROLLBACK') throw new TransactionAborted();
  }

  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
    } catch {
      // The connection is gone, and its transaction with it; the caller has the first error.
      this.#lost = true;
    }
  }

  release(): void {
    this.#client.release(this.#lost);
  }

  async #query({ sql, parameters, query }: CompiledQuery) {
    try {
      // Without parameters it is not a query that comes again and again: leave it unnamed.
      const name = undefined;
      return await this.#client.query({ name, text: sql, values: [...parameters] });
    } catch (error) {
      throw postgresError(error, query);
    }
  }
}
