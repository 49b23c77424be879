import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';

/** The table, as a part of the service's own. */
export interface EndedSessionTable {
  id: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
  expires_at: string;
}

/** Sessions that were ended before their time. Nothing is kept of those that go on. */
export interface EndedSessions {
  has(id: string): Promise<boolean>;
  /** @param expiresAt when the session would have ended by itself: it is kept until then */
  add(id: string, expiresAt: Date, now: Date): Promise<void>;
}

const table = 'ended_sessions';

export function endedSessions<Tables>(database: Database<Tables>): EndedSessions {
  const queries = queryBuilder(database.engine);
  const byId = compile<Pick<EndedSessionTable, 'id'>>(
    queries.selectFrom(table).select('id').where('id', '=', parameter('id')),
  );
  const insert = compile(
    queries
      .insertInto(table)
      .values({ id: parameter('id'), expires_at: parameter('expires_at') })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
  const removeOver = compile(queries.deleteFrom(table).where('expires_at', '<=', parameter('now')));
  return {
    has: async (id) => (await byId(database.reader, { id })).length > 0,
    add: (id, expiresAt, now) =>
      database.transaction(async (transaction) => {
        await removeOver(transaction, { now: now.toISOString() });
        await insert(transaction, { id, expires_at: expiresAt.toISOString() });
      }),
  };
}
