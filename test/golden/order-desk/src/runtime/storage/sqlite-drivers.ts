import { CompiledQuery, type Driver } from 'kysely';
import type { Mutex } from './mutex.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { retryWhileBusy } from './sqlite-retry.ts';

/** One connection for everybody: no statement spans an await, so they cannot meet. */
export class ReadDriver implements Driver {
  protected readonly connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Use the transaction of the database: the reader is shared');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** One connection for one transaction at a time: transactions do span awaits. */
export class WriteDriver extends ReadDriver {
  readonly #turns: Mutex;
  readonly #patience: number;

  constructor(connection: SqliteConnection, turns: Mutex, patience: number) {
    super(connection);
    this.#turns = turns;
    this.#patience = patience;
  }

  override async acquireConnection(): Promise<SqliteConnection> {
    await this.#turns.acquire();
    return this.connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.release();
  }

  /** Takes the lock for writing at once, so that no transaction finds out halfway that it cannot. */
  override async beginTransaction(): Promise<void> {
    await retryWhileBusy(this.#patience, () =>
      this.connection.executeQuery(CompiledQuery.raw('begin immediate')),
    );
  }

  override async commitTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('commit'));
  }

  override async rollbackTransaction(): Promise<void> {
    this.connection.rollback();
  }
}
