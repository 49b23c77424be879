// Makes, lists and revokes API keys:
//   npm run key -- make NAME [--expires 2027-01-01]
//   npm run key -- list
//   npm run key -- revoke NAME
import { parseArgs } from 'node:util';
import { apiKeyStore } from '../src/authentication/api-key-store.ts';
import { readConfig } from '../src/config.ts';
import { about } from '../src/service/about.ts';
import { openDatabase } from '../src/storage/database.ts';
import { UniqueViolation } from '../src/storage/errors.ts';
import { createIdentifiers } from '../src/storage/identifiers.ts';
import { migrate } from '../src/storage/migrate.ts';
import { migrations } from '../src/storage/migrations/index.ts';
import type { Tables } from '../src/storage/tables.ts';

const usage = `Usage:
  npm run key -- make NAME [--expires YYYY-MM-DD]
  npm run key -- list
  npm run key -- revoke NAME
`;

class UsageError extends Error {}

async function run([command, name, ...more]: string[], expires?: string): Promise<string> {
  const database = await openDatabase<Tables>(readConfig().databaseUrl);
  try {
    await migrate(database, migrations);
    const keys = apiKeyStore(database, about.vendor, createIdentifiers());
    const now = new Date();
    if (command === 'make' && name !== undefined && more.length === 0) {
      const expiresAt = expires === undefined ? undefined : instantOf(expires);
      const key = await keys.make({
        name,
        now,
        ...(expiresAt === undefined ? {} : { expiresAt }),
      });
      return `${key}\nIt is shown only now.\n`;
    }
    if (command === 'list' && name === undefined) {
      const all = await keys.list();
      return all
        .map(({ name, prefix, createdAt, expiresAt, revokedAt }) => {
          const state =
            revokedAt === null ? `expires ${expiresAt ?? 'never'}` : `revoked ${revokedAt}`;
          return `${name}\t${prefix}\tmade ${createdAt}\t${state}\n`;
        })
        .join('');
    }
    if (command === 'revoke' && name !== undefined && more.length === 0) {
      if (await keys.revoke(name, now))
        return `Revoked ${name}. A running service refuses it in five seconds at the latest.\n`;
      throw new UsageError(`No valid key is called ${name}.\n`);
    }
    throw new UsageError(usage);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new UsageError(`A key called ${String(name)} exists already.\n`, { cause: error });
  } finally {
    await database.close();
  }
}

function instantOf(day: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? new Date(`${day}T00:00:00Z`)
    : new Date(Number.NaN);
  if (Number.isNaN(instant.getTime())) throw new UsageError(`${day} is no date (YYYY-MM-DD).\n`);
  return instant.toISOString();
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { expires: { type: 'string' } },
  });
  process.stdout.write(await run(positionals, values.expires));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  process.stderr.write(isUsage ? error.message : `${error.message}\n`);
  process.exitCode = 1;
}
