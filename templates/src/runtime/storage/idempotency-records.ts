import type { Database } from './database.ts';
import { purgeStatement } from './purge-statement.ts';
import { compile, parameter, queryBuilder, type Connection } from './statement.ts';
import type { Writing } from './store.ts';

/** The table, as a part of the service's own. */
export interface IdempotencyRecordTable {
  id: string;
  fingerprint: string;
  answer: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
  expires_at: string;
}

/** What was answered to a request that may come again. */
export interface IdempotencyRecord {
  /** Of the request: the same key with another request is a mistake of the client. */
  readonly fingerprint: string;
  /** JSON. */
  readonly answer: string;
}

/** Records by an id that the caller makes of the client and its key. An expired one does not exist. */
export interface IdempotencyRecords {
  find(connection: Connection, id: string, now: Date): Promise<IdempotencyRecord | undefined>;
  /**
   * Is there from the end of the transaction on, if that commits. Replaces what the id has, so only
   * who holds a lock of that id and has found nothing may call it.
   */
  keep(transaction: Writing, id: string, record: IdempotencyRecord, expiresAt: Date): Promise<void>;
  /**
   * Deletes expired records in a transaction of its own, at most `purgedAtOnce` of them.
   * @returns how many
   */
  purge(now: Date): Promise<number>;
}

const table = 'idempotency_records';

export function idempotencyRecords<Tables>(database: Database<Tables>): IdempotencyRecords {
  const queries = queryBuilder(database.engine);
  const valid = compile<IdempotencyRecord>(
    queries
      .selectFrom(table)
      .select(['fingerprint', 'answer'])
      .where('id', '=', parameter('id'))
      .where('expires_at', '>', parameter('now'))
      .$castTo<IdempotencyRecord>(),
  );
  const upsert = compile(
    queries
      .insertInto(table)
      .values({
        id: parameter('id'),
        fingerprint: parameter('fingerprint'),
        answer: parameter('answer'),
        expires_at: parameter('expires_at'),
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          fingerprint: parameter('fingerprint'),
          answer: parameter('answer'),
          expires_at: parameter('expires_at'),
        }),
      ),
  );
  const remove = purgeStatement(
    database.engine,
    { table, key: 'id' },
    queries
      .selectFrom(table)
      .select('id')
      .where('expires_at', '<=', parameter('now'))
      .orderBy('expires_at'),
  );

  return {
    async find(connection, id, now) {
      const [record] = await valid(connection, { id, now: now.toISOString() });
      return record;
    },
    async keep(transaction, id, { fingerprint, answer }, expiresAt) {
      await upsert(transaction, { id, fingerprint, answer, expires_at: expiresAt.toISOString() });
    },
    purge: (now) =>
      database.transaction(
        async (transaction) => (await remove(transaction, { now: now.toISOString() })).length,
      ),
  };
}
