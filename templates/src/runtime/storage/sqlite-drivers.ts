import type { Driver } from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteWriteConnection } from './sqlite-write-connection.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

/** One connection for everybody: no statement spans an await, so they cannot meet. */
export class ReadDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Use the transaction of the database: the reader is shared');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** The connection that writes, for work that is no single transaction. */
export class WriteDriver extends ReadDriver {
  readonly #connection: SqliteWriteConnection;
  readonly #writer: SqliteWriter;

  constructor(connection: SqliteWriteConnection, writer: SqliteWriter) {
    super(connection);
    this.#connection = connection;
    this.#writer = writer;
  }

  override async acquireConnection(): Promise<SqliteConnection> {
    return this.#writer.acquire();
  }

  override async releaseConnection(): Promise<void> {
    this.#writer.release();
  }

  override async beginTransaction(): Promise<void> {
    await this.#writer.begin();
  }

  override async commitTransaction(): Promise<void> {
    this.#connection.commit();
  }

  override async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }
}
