import type { Mutex } from './mutex.ts';
import { retryWhileBusy } from './sqlite-retry.ts';
import type { SqliteWriteConnection } from './sqlite-write-connection.ts';

/** Transactions that are committed together. */
interface Group {
  /** Settles with the commit; rejects where nothing of them is kept. */
  readonly committed: PromiseWithResolvers<void>;
  members: number;
  /** Its time came while a transaction was at work: that one is the last. */
  isDue: boolean;
}

/** Transactions of one group. */
const most = 100;
/** So many are committed one by one after a group whose last one kept the others waiting. */
const apart = 100;

/**
 * The connection that writes, for one transaction at a time: transactions span awaits. Those that end in the same turn of the
 * event loop are committed together, and all but the first have a savepoint each. A commit writes every page that changed,
 * which takes longer than all else in a small transaction.
 */
export class SqliteWriter {
  readonly #connection: SqliteWriteConnection;
  readonly #turns: Mutex;
  readonly #patience: number;
  /** Not committed yet. */
  #group: Group | undefined;
  #apart = 0;
  /** How often this process has committed something. */
  commits = 0;

  /** @param patience milliseconds to wait for other processes */
  constructor(connection: SqliteWriteConnection, turns: Mutex, patience: number) {
    this.#connection = connection;
    this.#turns = turns;
    this.#patience = patience;
  }

  /** Resolves when what `work` did is committed. */
  async transaction<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    await this.#turns.acquire();
    let group: Group;
    let end: () => Result;
    try {
      group = this.#group ?? (await this.#open());
      end = await this.#member(group, work);
      this.#leave(group);
    } finally {
      this.#turns.release();
    }
    // A failure may come from rows of the others in the group: it counts only where these are kept.
    await group.committed.promise;
    return end();
  }

  /** For work that is no single transaction: waits for the others, and leaves no group open. */
  async acquire(): Promise<SqliteWriteConnection> {
    await this.#turns.acquire();
    if (this.#group !== undefined) this.#commit(this.#group);
    return this.#connection;
  }

  release(): void {
    this.#turns.release();
  }

  /** Takes the lock for writing at once, so that no transaction finds out halfway that it cannot. */
  begin(): Promise<void> {
    return retryWhileBusy(this.#patience, () => this.#connection.execute('begin immediate'));
  }

  async #open(): Promise<Group> {
    await this.begin();
    this.#group = { committed: Promise.withResolvers(), members: 0, isDue: false };
    return this.#group;
  }

  /** @returns what gives the result or throws the error of the work */
  async #member<Result>(group: Group, work: () => Result | Promise<Result>): Promise<() => Result> {
    const isFirst = group.members === 0;
    group.members += 1;
    try {
      if (!isFirst) this.#connection.execute('savepoint member');
      const result = await work();
      if (isFirst) this.#connection.refuseAborted();
      else this.#connection.execute('release member');
      return () => result;
    } catch (error) {
      // A full disk, among others, has rolled back all of it already.
      const areOthersLeft = !isFirst && this.#connection.rollbackTo('member');
      if (!areOthersLeft) this.#fail(group, error);
      return () => {
        throw error;
      };
    }
  }

  #leave(group: Group): void {
    if (this.#group !== group) return;
    if (group.isDue || this.#apart > 0 || group.members === most) this.#commit(group);
    else if (group.members === 1) setImmediate(() => this.#end(group));
    if (this.#apart > 0) this.#apart -= 1;
  }

  /** The other requests of this turn of the event loop have had their time. */
  #end(group: Group): void {
    if (this.#group !== group) return;
    if (!this.#turns.isHeld) {
      this.#commit(group);
      return;
    }
    // A transaction waits for something else than the database, and the next ones may do so, too.
    group.isDue = true;
    this.#apart = apart;
  }

  #commit(group: Group): void {
    try {
      this.#connection.commit();
    } catch (error) {
      this.#fail(group, error);
      return;
    }
    this.#group = undefined;
    this.commits += 1;
    group.committed.resolve();
  }

  #fail(group: Group, error: unknown): void {
    this.#group = undefined;
    this.#connection.rollback();
    group.committed.reject(error);
  }
}
