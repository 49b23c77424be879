// Brings the tables of DATABASE_URL up to date: npm run migrate
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/runtime/storage/database.ts';
import {
  finishMigrations,
  migrate,
  planMigrations,
  planText,
} from '../src/runtime/storage/migrations/index.ts';
import { migrations } from '../src/storage/migrations.ts';
import type { Tables } from '../src/storage/tables.ts';
import { helpOrGoOn } from './help.ts';

const usage = `Usage:
  npm run migrate
  npm run migrate -- --plan
  npm run migrate -- --accept-loss NAME…
  npm run migrate -- --take-over SERVICE
  npm run migrate -- --finish

Brings the tables of DATABASE_URL up to date.

  --plan              says what would be done, and changes nothing
  --accept-loss NAME  lets the rows of a table go, or the values of a column (TABLE.COLUMN); may come several times
  --take-over NAME    takes over the database of the service when NAME was its former name
  --finish            carries over what replicas of the former release wrote, and ends what lets them write (PostgreSQL): when none of them runs any more
`;

helpOrGoOn(usage, { takes: 'arguments' });

try {
  const { values } = parseArgs({
    options: {
      plan: { type: 'boolean', default: false },
      'accept-loss': { type: 'string', multiple: true, default: [] },
      'take-over': { type: 'string' },
      finish: { type: 'boolean', default: false },
    },
  });
  process.stdout.write(await run(values));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}

async function run(options: {
  readonly plan: boolean;
  readonly 'accept-loss': string[];
  readonly 'take-over'?: string;
  readonly finish: boolean;
}): Promise<string> {
  const database = await openDatabase<Tables>(readConfig().databaseUrl);
  try {
    if (options.plan) return planText(await planMigrations(database, migrations));
    if (options.finish) {
      await finishMigrations(database, migrations);
      return 'The last migration is finished: only the present release can write rows.\n';
    }
    const from = options['take-over'];
    const names = await migrate(database, migrations, {
      acceptLoss: options['accept-loss'],
      note: (line) => process.stdout.write(`Stays as it is: ${line}\n`),
      ...(from === undefined ? {} : { takeOver: from }),
    });
    return names.length > 0 ? `Migrated: ${names.join(', ')}\n` : 'The tables are up to date.\n';
  } finally {
    await database.close();
  }
}
