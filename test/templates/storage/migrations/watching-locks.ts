import { sql } from 'kysely';
import { Client, type QueryResult } from 'pg';
import type { AnyDatabase } from './support.ts';

/** Work of a migration that clients would wait for. */
export interface Watched {
  /** What a transaction did to the tables of before. */
  readonly transactions: readonly Transaction[];
  /** Statements beside all transactions. */
  readonly others: readonly string[];
}

export interface Transaction {
  readonly statements: readonly string[];
  /** Tables that it kept from writers, in the order in which it got them, each time together with what it got by the same statement. */
  readonly taken: readonly (readonly string[])[];
  /** The most rows of one table that it read one after the other. */
  readonly read: number;
  /** The most rows of one table that it wrote, which others cannot write meanwhile. */
  readonly written: number;
}

/** Modes of locks in which no client writes the table. */
const strong = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

const locks = `select c.oid::int as oid from pg_locks as l join pg_class as c on c.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted and l.mode in (${strong.map((mode) => `'${mode}'`).join(', ')})
    and c.oid = any($1::oid[])
  order by c.oid`;
/** They go on counting from one transaction to the next. */
const counts = `select relid::int as oid, seq_tup_read::int as read, (n_tup_upd + n_tup_del)::int as written
  from pg_stat_xact_user_tables where schemaname = current_schema()`;

interface Counted {
  readonly oid: number;
  readonly read: number;
  readonly written: number;
}

/** Looks at each statement of PostgreSQL that the work sends, and at the locks after it. */
export async function watchingLocks(
  { reader }: Pick<AnyDatabase, 'reader'>,
  work: () => Promise<unknown>,
): Promise<Watched> {
  const { query } = Client.prototype;
  // By number: what they are called may change.
  const { rows: tables } = await sql<{ oid: number; name: string }>`
    select oid::int, relname as name from pg_class where relkind = 'r' and relnamespace = to_regnamespace(current_schema())
  `.execute(reader);
  const names = new Map(tables.map(({ oid, name }) => [oid, name]));
  const transactions: Transaction[] = [];
  const others: string[] = [];
  const open = new Map<
    Client,
    { statements: string[]; taken: string[][]; counted: readonly Counted[] }
  >();
  const ask = async <Row>(client: Client, text: string, values: unknown[] = []) => {
    const send = query as unknown as (
      this: Client,
      text: string,
      values: unknown[],
    ) => Promise<QueryResult>;
    return (await send.call(client, text, values)).rows as Row[];
  };
  const watched = async function (this: Client, ...values: unknown[]): Promise<unknown> {
    const send = () => (query as (...values: unknown[]) => unknown).apply(this, values);
    const [first] = values;
    const text = typeof first === 'string' ? first : (first as { readonly text: string }).text;
    if (/^\s*(?:begin|start transaction)/i.test(text)) {
      const begun = await send();
      const counted = await ask<Counted>(this, counts);
      open.set(this, { statements: [], taken: [], counted });
      return begun;
    }
    const now = open.get(this);
    if (now === undefined) {
      others.push(text);
      return send();
    }
    if (/^\s*(?:commit|rollback)$/i.test(text)) {
      open.delete(this);
      if (/commit/i.test(text)) {
        const { statements, taken, counted: before } = now;
        const counted = await ask<Counted>(this, counts);
        const most = (what: 'read' | 'written') =>
          Math.max(
            0,
            ...counted.map(
              (each) => each[what] - (before.find(({ oid }) => oid === each.oid)?.[what] ?? 0),
            ),
          );
        transactions.push({ statements, taken, read: most('read'), written: most('written') });
      }
      return send();
    }
    const result = await send();
    now.statements.push(text);
    const known = new Set(now.taken.flat());
    const found = await ask<{ oid: number }>(this, locks, [[...names.keys()]]);
    const all = found.map(({ oid }) => names.get(oid) ?? '');
    const more = all.filter((name) => !known.has(name));
    if (more.length > 0) now.taken.push(more);
    return result;
  };
  Client.prototype.query = watched as unknown as typeof query;
  try {
    await work();
  } finally {
    Client.prototype.query = query;
  }
  return { transactions, others };
}
