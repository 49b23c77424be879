import { sql } from 'kysely';
import type { Database } from './database.ts';
import { compile, parameter, queryBuilder } from './statement.ts';
import type { Writing } from './store.ts';

/** The table, as a part of the service's own. */
export interface LeaseTable {
  name: string;
  /** The replica that had it last. */
  owner: string;
  /** Greater for every holder than for the one before. */
  token: number;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
  expires_at: string;
}

/**
 * Work that only one replica may do at a time, for as long as it says that it is alive. Every instant is passed in:
 * replicas whose clocks differ by more than the lease's time may both believe that they hold it, so what must not
 * happen twice is written in a transaction that `holds` has confirmed.
 */
export interface Leases {
  /**
   * Takes what is free, and prolongs what the owner holds already.
   *
   * @param milliseconds for how long from `now` on
   * @returns the fencing token; undefined where another owner holds the lease
   */
  acquire(
    name: string,
    owner: string,
    now: Date,
    milliseconds: number,
  ): Promise<number | undefined>;
  /** @returns false where it has expired or somebody else holds it: its work has to end */
  renew(name: string, token: number, now: Date, milliseconds: number): Promise<boolean>;
  /** Others need not wait until it expires. Does nothing if it is lost already. */
  release(name: string, token: number): Promise<void>;
  /** True if the holder still has it; no other one gets it before the transaction ends. */
  holds(transaction: Writing, name: string, token: number, now: Date): Promise<boolean>;
}

const table = 'leases';
/** Before every instant, as text. */
const longAgo = '';

export function leases<Tables>(database: Database<Tables>): Leases {
  const queries = queryBuilder(database.engine);
  const expiry = sql.ref(`${table}.expires_at`);
  const isFree = sql<boolean>`${expiry} <= ${parameter('now')}`;
  const isTheirs = sql<boolean>`${sql.ref(`${table}.owner`)} = ${parameter('owner')}`;
  // One statement: of several replicas that find it free, the database lets one have it.
  const take = compile<Pick<LeaseTable, 'token'>>(
    queries
      .insertInto(table)
      .values({
        name: parameter('name'),
        owner: parameter('owner'),
        token: 1,
        expires_at: parameter('expires_at'),
      })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            owner: parameter('owner'),
            token: sql`${sql.ref(`${table}.token`)} + case when ${isFree} then 1 else 0 end`,
            expires_at: parameter('expires_at'),
          })
          .where(({ or }) => or([isFree, isTheirs])),
      )
      .returning('token')
      .$castTo<Pick<LeaseTable, 'token'>>(),
  );
  const prolong = compile(
    queries
      .updateTable(table)
      .set({ expires_at: parameter('expires_at') })
      .where('name', '=', parameter('name'))
      .where('token', '=', parameter('token'))
      .where('expires_at', '>', parameter('now'))
      .returning('token'),
  );
  const end = compile(
    queries
      .updateTable(table)
      .set({ expires_at: longAgo })
      .where('name', '=', parameter('name'))
      .where('token', '=', parameter('token')),
  );
  const current = queries
    .selectFrom(table)
    .select('token')
    .where('name', '=', parameter('name'))
    .where('token', '=', parameter('token'))
    .where('expires_at', '>', parameter('now'));
  const confirm = compile(database.engine === 'postgres' ? current.forUpdate() : current);

  return {
    async acquire(name, owner, now, milliseconds) {
      const values = { name, owner, ...span(now, milliseconds) };
      const [row] = await database.transaction((transaction) => take(transaction, values));
      return row?.token;
    },
    async renew(name, token, now, milliseconds) {
      const values = { name, token, ...span(now, milliseconds) };
      const rows = await database.transaction((transaction) => prolong(transaction, values));
      return rows.length > 0;
    },
    async release(name, token) {
      await database.transaction((transaction) => end(transaction, { name, token }));
    },
    async holds(transaction, name, token, now) {
      const rows = await confirm(transaction, { name, token, now: now.toISOString() });
      return rows.length > 0;
    },
  };
}

function span(now: Date, milliseconds: number): { now: string; expires_at: string } {
  return {
    now: now.toISOString(),
    expires_at: new Date(now.getTime() + milliseconds).toISOString(),
  };
}
