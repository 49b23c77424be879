import { sql, type Transaction } from 'kysely';

/**
 * Until the transaction ends. On SQLite there is never more than one transaction that writes.
 *
 * @returns the schema in which tables are made
 */
export async function lockSchema<Tables>(
  transaction: Transaction<Tables>,
): Promise<string | undefined> {
  // Neither waiting for the lock nor changing a large table has a time limit.
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('migrations'))`.execute(transaction);
  const current = sql<{ schema: string }>`select current_schema() as schema`;
  return (await current.execute(transaction)).rows[0]?.schema;
}
