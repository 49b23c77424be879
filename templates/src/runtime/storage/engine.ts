import type { Kysely, Transaction } from 'kysely';
import type { ForeignKeyViolation } from './errors.ts';
import type { Connection } from './statement.ts';
import type { ValueCodec } from './values.ts';

export type EngineName = 'sqlite' | 'postgres';

/** What SQL hands to a function and takes from it. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** What the two engines do differently. */
export interface Engine<Tables> {
  readonly engine: EngineName;
  readonly values: ValueCodec;
  /** Outside transactions, for queries only. */
  readonly reader: Kysely<Tables>;
  /**
   * Commits what `work` did, or nothing of it where `work` throws. A statement that failed ends the
   * transaction: catching its error and going on is refused with `TransactionAborted`. `work` runs again where a
   * migration changed the type of a column meanwhile.
   */
  transaction<Result>(
    work: (transaction: Transaction<Tables>) => Result | Promise<Result>,
  ): Promise<Result>;
  /** One connection that writes, for work that is no single transaction, such as migrations; the others wait for it on SQLite. */
  session<Result>(work: (connection: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Of SQLite: a function that SQL can call, on the connection that writes. Integers arrive as bigint. */
  readonly define?: (name: string, work: (...values: SqlValue[]) => SqlValue) => void;
  /**
   * Outside transactions, for queries that may read a whole table: they do not block others for long.
   *
   * @param client whom it is read for; clients take turns
   */
  listing(table: string, client: string): Connection;
  /**
   * Completes an error that does not name the reference it is about.
   * @param row the columns that the failed statement wrote or, for a deletion, the key alone
   */
  explain(violation: ForeignKeyViolation, table: string, row: object): ForeignKeyViolation;
  /** Resolves where the database answers and, as far as it tells without a write, can keep something. */
  ping(): Promise<void>;
  /** Waits for the transaction or the queries that are running. */
  close(): Promise<void>;
}
