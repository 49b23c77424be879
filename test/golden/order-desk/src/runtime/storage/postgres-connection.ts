import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { OutdatedStatement, TransactionAborted } from './errors.ts';
import { isOutdated, postgresError } from './postgres-errors.ts';
import type { StatementNames } from './postgres-statement-names.ts';

/** A connection of the pool, for as long as it is lent out. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #lost = false;
  #isInTransaction = false;

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

  async begin(): Promise<void> {
    await this.#query(CompiledQuery.raw('begin'));
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false;
    // After a failed statement, PostgreSQL answers a commit with a rollback and no error.
    const { command } = await this.#query(CompiledQuery.raw('commit'));
    if (command === 'ROLLBACK') throw new TransactionAborted();
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
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
    for (;;) {
      // Without parameters it is not a query that comes again and again: leave it unnamed.
      const prepared = parameters.length > 0 ? this.#names.nameOf(sql) : undefined;
      try {
        const result = await this.#client.query({
          name: prepared?.name,
          text: sql,
          values: [...parameters],
        });
        if (prepared !== undefined) prepared.hasRun = true;
        return result;
      } catch (error) {
        if (prepared?.hasRun !== true || !isOutdated(error)) throw postgresError(error, sql);
        this.#names.renew(sql, prepared);
        // The error has ended the transaction, which has to begin again.
        if (this.#isInTransaction) throw new OutdatedStatement(error);
      }
    }
  }
}
