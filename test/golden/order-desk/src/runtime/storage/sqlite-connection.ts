import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { TransactionAborted } from './errors.ts';
import { sqliteError } from './sqlite-errors.ts';
import { objectsOf, SqliteStatements, type SqliteRows } from './sqlite-statements.ts';

/** One connection of `node:sqlite`, which is synchronous: a statement is over when it returns. */
export class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync;
  readonly #statements: SqliteStatements;
  #aborted = false;

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
    this.#statements = new SqliteStatements(handle);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const found = this.#run(sql, parameters);
    return found.columns.length === 0
      ? { rows: [], numAffectedRows: BigInt(found.changes) }
      : { rows: objectsOf<Row>(found) };
  }

  rowsNow<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return objectsOf<Row>(this.#run(sql, parameters));
  }

  /** Another number as soon as another connection has committed a change (SQLite, PRAGMA data_version). */
  dataVersion(): number {
    const [[version] = []] = this.#statements.run('pragma data_version', []).rows;
    return Number(version);
  }

  /** A statement without parameters and without rows. */
  execute(sql: string): void {
    this.#run(sql, []);
  }

  #run(sql: string, parameters: readonly unknown[]): SqliteRows {
    this.refuseAborted();
    try {
      return this.#statements.run(sql, parameters);
    } catch (error) {
      // SQLite would go on, PostgreSQL does not: what passes its tests on one must work on both.
      this.#aborted = this.#handle.isTransaction;
      throw sqliteError(error, sql);
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported');
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
