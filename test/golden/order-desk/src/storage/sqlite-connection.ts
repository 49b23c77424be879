import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import { TransactionAborted } from './errors.ts';
import { sqliteError } from './sqlite-errors.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Of the rows that it returns; none where it returns no rows. */
  readonly columns: readonly string[];
}

/** One connection of `node:sqlite`, which is synchronous: a statement is over when it returns. */
export class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync;
  // Preparing costs more than running, and statements that are dropped are freed late.
  readonly #statements = new BoundedMap<string, Prepared>(500);
  #aborted = false;

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#aborted) throw new TransactionAborted();
    try {
      const { statement, columns } = this.#prepare(sql);
      const values = parameters as SQLInputValue[];
      if (columns.length === 0) {
        const { changes } = statement.run(...values);
        return { rows: [], numAffectedRows: BigInt(changes) };
      }
      const rows = statement.all(...values) as unknown[] as unknown[][];
      return { rows: rows.map((values) => rowOf(columns, values) as Row) };
    } catch (error) {
      // SQLite would go on, PostgreSQL does not: what passes its tests on one must work on both.
      this.#aborted = this.#handle.isTransaction;
      throw sqliteError(error, sql);
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported');
  }

  rollback(): void {
    this.#aborted = false;
    // A full disk, among others, has rolled back already.
    if (this.#handle.isTransaction) this.#handle.exec('rollback');
  }

  #prepare(sql: string): Prepared {
    return this.#statements.getOrCreate(sql, () => {
      const statement = this.#handle.prepare(sql);
      statement.setReturnArrays(true);
      return { statement, columns: statement.columns().map(({ name }) => name) };
    });
  }
}

/** Objects made here are read several times faster than those that the driver makes. */
function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    row[column] = values[index];
  });
  return row;
}
