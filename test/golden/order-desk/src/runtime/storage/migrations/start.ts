import type { Database } from '../database.ts';
import { Unavailable } from '../errors.ts';
import type { Migrations } from './folder.ts';
import { migrate, pendingMigrations, unappliedMigrations } from './migrate.ts';
import { MigrationRefusal } from './refusal.ts';

/**
 * What a start does with the tables: it brings them up to date, where that loses nothing and is allowed. The database that
 * it returns is not ready, either, while it lacks migrations, such as one that was restored from an older copy meanwhile.
 *
 * @throws {MigrationRefusal} where the tables cannot be brought up to date, or must not be by a start
 */
export async function withTables<Tables>(
  database: Database<Tables>,
  migrations: Migrations,
  { migratesOnStart }: { readonly migratesOnStart: boolean },
): Promise<Database<Tables>> {
  if (migratesOnStart) await migrate(database, migrations);
  else {
    const pending = await pendingMigrations(database, migrations);
    if (pending.length > 0) throw new MigrationRefusal(lacking(pending.map(({ name }) => name)));
  }
  return {
    ...database,
    async ping() {
      await database.ping();
      const names = await unappliedMigrations(database, migrations);
      if (names.length > 0) throw new Unavailable(lacking(names));
    },
  };
}

function lacking(names: readonly string[]): string {
  const what = names.length === 1 ? 'the migration' : 'the migrations';
  return `The database does not have ${what} ${names.join(', ')} yet. To bring its tables up to date: npm run migrate`;
}
