import { migrations, type Tables } from '../../contract.ts';
import { openDatabase } from '../../../src/runtime/storage/database.ts';
import { migrate } from '../../../src/runtime/storage/migrations/index.ts';

/** Makes the tables of a database that is empty. */
export async function makeTables(url: string): Promise<void> {
  const database = await openDatabase<Tables>(url);
  await migrate(database, migrations);
  await database.close();
}
