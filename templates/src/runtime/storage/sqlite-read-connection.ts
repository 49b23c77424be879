import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteError } from './sqlite-errors.ts';
import { SqliteStatements, type SqliteRows } from './sqlite-statements.ts';

/**
 * The connection that reads. What the requests of one turn of the event loop read comes from one snapshot: a read on its own locks
 * and unlocks the file, which takes twice as long as finding a row.
 *
 * A snapshot ends with the turn, and before this process commits. What another process commits meanwhile is seen in the next turn,
 * and no request that arrived after that commit is answered before.
 */
export class SqliteReadConnection extends SqliteConnection {
  readonly #handle: DatabaseSync;
  readonly #statements: SqliteStatements;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  /** In this turn. */
  #reads = 0;
  #isSnapshot = false;

  constructor(handle: DatabaseSync) {
    super();
    this.#handle = handle;
    this.#statements = new SqliteStatements(handle);
    this.#begin = handle.prepare('begin');
    this.#end = handle.prepare('commit');
  }

  /** Another number as soon as another connection has committed a change (SQLite, PRAGMA data_version). */
  dataVersion(): number {
    const [[version] = []] = this.run('pragma data_version', []).rows;
    return Number(version);
  }

  /** What is read from now on includes all that is committed. */
  endSnapshot(): void {
    if (!this.#isSnapshot) return;
    this.#isSnapshot = false;
    // A failure may have ended it already.
    if (this.#handle.isTransaction) this.#end.run();
  }

  protected override run(sql: string, parameters: readonly unknown[]): SqliteRows {
    this.#share();
    try {
      return this.#statements.run(sql, parameters);
    } catch (error) {
      throw sqliteError(error, sql);
    }
  }

  /** The first read of a turn may be the only one: a snapshot begins with the second. */
  #share(): void {
    this.#reads += 1;
    if (this.#reads === 1) {
      setImmediate(this.#endTurn);
    } else if (!this.#isSnapshot) {
      this.#begin.run();
      this.#isSnapshot = true;
    }
  }

  readonly #endTurn = (): void => {
    this.#reads = 0;
    this.endSnapshot();
  };
}
