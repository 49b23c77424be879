import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { TransactionAborted } from './errors.ts';
import { postgresError } from './postgres-errors.ts';
import type { StatementNames } from './postgres-statement-names.ts';

/** A connection of the pool, for as long as it is lent out. */
export class PostgresConnection implements DatabaseConnection {
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

  async #query({ sql, parameters }: CompiledQuery) {
    try {
      // Without parameters it is not a query that comes again and again: leave it unnamed.
      const name = parameters.length > 0 ? this.#names.nameOf(sql) : undefined;
      return await this.#client.query({ name, text: sql, values: [...parameters] });
    } catch (error) {
      throw postgresError(error, sql);
    }
  }
}
