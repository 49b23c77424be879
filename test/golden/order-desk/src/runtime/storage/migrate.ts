import { sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';

/** By name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings the tables up to date in one transaction: all of it or nothing. Of several processes that
 * start at once one does it, while the others wait and then find nothing to do.
 * @returns the names of the migrations that ran
 */
export async function migrate<Tables>(
  database: Database<Tables>,
  migrations: Migrations,
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    const schema = database.engine === 'postgres' ? await lockSchema(transaction) : undefined;
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => ({ ...migrations }) },
      // Unless told, it takes the table of another schema in the same database for its own.
      ...(schema && { migrationTableSchema: schema }),
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw explained(error);
    return results.map(({ migrationName }) => migrationName);
  });
}

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

/** Kysely says "corrupted" of a database whose migrations this service does not have. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('corrupted migrations')) return error;
  const message =
    'The tables of this database were made by other migrations than this service has. ' +
    'Point DATABASE_URL at a new database, or go back to the version that made this one';
  return new Error(`${message} (${error.message})`, { cause: error });
}
