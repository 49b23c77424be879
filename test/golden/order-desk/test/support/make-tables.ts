import { openDatabase } from '../../src/runtime/storage/database.ts';
import { migrate } from '../../src/runtime/storage/migrate.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import type { Tables } from '../../src/storage/tables.ts';

/** Makes the tables of a database that is empty. */
export async function makeTables(url: string): Promise<void> {
  const database = await openDatabase<Tables>(url);
  await migrate(database, migrations);
  await database.close();
}
