// Brings the tables of DATABASE_URL up to date: npm run migrate
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/runtime/storage/database.ts';
import { migrate } from '../src/runtime/storage/migrate.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import type { Tables } from '../src/storage/tables.ts';
import { helpOrGoOn } from './help.ts';

helpOrGoOn('Usage:\n  npm run migrate\n\nBrings the tables of DATABASE_URL up to date.\n', {
  takes: 'nothing',
});

const database = await openDatabase<Tables>(readConfig().databaseUrl);
const names = await migrate(database, migrations);
await database.close();
process.stdout.write(
  names.length > 0 ? `Migrated: ${names.join(', ')}\n` : 'The tables are up to date.\n',
);
