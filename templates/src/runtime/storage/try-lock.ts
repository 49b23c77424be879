import { sql } from 'kysely';
import type { Database } from './database.ts';
import { compile, parameter, queryBuilder } from './statement.ts';
import type { Writing } from './store.ts';

// Services that share a database, each in its own schema, do not share their locks.
const key = sql`hashtextextended(concat(current_schema(), '.', ${parameter('name')}::text), 0)`;
const lock = compile<{ locked: boolean }>(
  queryBuilder('postgres').selectNoFrom(
    sql<boolean>`pg_try_advisory_xact_lock(${key})`.as('locked'),
  ),
);

/**
 * Keeps every other transaction, of all replicas, from getting the lock of this name until this one
 * ends. On SQLite the transaction alone does so: another one begins only when it has ended.
 * @returns false at once where another transaction has the lock
 */
export async function tryLock(
  { engine }: Pick<Database<unknown>, 'engine'>,
  transaction: Writing,
  name: string,
): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const [row] = await lock(transaction, { name });
  return row?.locked === true;
}
