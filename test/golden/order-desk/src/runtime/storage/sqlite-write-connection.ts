import type { DatabaseSync } from 'node:sqlite';
import { TransactionAborted } from './errors.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteError } from './sqlite-errors.ts';
import { SqliteStatements, type SqliteRows } from './sqlite-statements.ts';

/** The connection that writes, where a transaction is over with the first statement that fails. */
export class SqliteWriteConnection extends SqliteConnection {
  readonly #handle: DatabaseSync;
  readonly #statements: SqliteStatements;
  readonly #beforeChange: () => void;
  #aborted = false;

  /** @param beforeChange called before others can see what is written, and before a transaction begins */
  constructor(handle: DatabaseSync, beforeChange: () => void) {
    super();
    this.#handle = handle;
    this.#statements = new SqliteStatements(handle);
    this.#beforeChange = beforeChange;
  }

  /** A statement without parameters and without rows. */
  execute(sql: string): void {
    this.run(sql, []);
  }

  commit(): void {
    this.#beforeChange();
    this.execute('commit');
  }

  protected override run(sql: string, parameters: readonly unknown[]): SqliteRows {
    this.refuseAborted();
    if (!this.#handle.isTransaction) this.#beforeChange();
    try {
      return this.#statements.run(sql, parameters);
    } catch (error) {
      // SQLite would go on, PostgreSQL does not: what passes its tests on one must work on both.
      this.#aborted = this.#handle.isTransaction;
      throw sqliteError(error, sql);
    }
  }

  /** Throws TransactionAborted after a statement that failed. */
  refuseAborted(): void {
    if (this.#aborted) throw new TransactionAborted();
  }

  /** Undoes what came after a savepoint, and removes it. @returns whether the transaction is still there */
  rollbackTo(savepoint: string): boolean {
    this.#aborted = false;
    if (!this.#handle.isTransaction) return false;
    this.#handle.exec(`rollback to ${savepoint}; release ${savepoint}`);
    return true;
  }

  rollback(): void {
    this.#aborted = false;
    // A full disk, among others, has rolled back already.
    if (this.#handle.isTransaction) this.#handle.exec('rollback');
  }
}
