// Makes, lists and revokes API keys:
//   npm run key -- make CLIENT [--role reader …] [--claim tenant=VALUE …] [--scope orders:read …] [--expires 2027-01-01]
//   npm run key -- list
//   npm run key -- revoke CLIENT [PREFIX]
import { parseArgs } from 'node:util';
import {
  apiKeyStore,
  TooManyKeys,
  type ApiKeyStore,
} from '../src/runtime/authentication/api-key-store.ts';
import type { Granted } from '../src/runtime/authentication/caller.ts';
import { readConfig } from '../src/config.ts';
import { about } from '../src/service/about.ts';
import { openDatabase } from '../src/runtime/storage/database.ts';
import { createIdentifiers } from '../src/runtime/storage/identifiers.ts';
import { migrate } from '../src/runtime/storage/migrations/index.ts';
import { migrations } from '../src/storage/migrations.ts';
import type { Tables } from '../src/storage/tables.ts';
import { grantedBy, grantsIn, options, UsageError } from './grants.ts';
import { helpOrGoOn } from './help.ts';

const usage = `Usage:
  npm run key -- make CLIENT [--role ROLE]… [--claim NAME=VALUE]… [--scope SCOPE]… [--expires YYYY-MM-DD]
  npm run key -- list
  npm run key -- revoke CLIENT [PREFIX]
`;

helpOrGoOn(usage, { takes: 'arguments' });

interface Command {
  readonly verb: string | undefined;
  readonly name: string | undefined;
  readonly more: readonly string[];
  readonly granted: Partial<Granted> & { readonly expiresAt?: string };
}

const now = new Date();

async function onKeys(keys: ApiKeyStore, { verb, name, more, granted }: Command): Promise<string> {
  if (verb === 'make' && name !== undefined && more.length === 0) {
    try {
      return `${await keys.make({ name, now, ...granted })}\nIt is shown only now.\n`;
    } catch (error) {
      if (!(error instanceof TooManyKeys)) throw error;
      throw new UsageError(`${name} has two valid keys already: revoke one of them.\n`, {
        cause: error,
      });
    }
  }
  if (verb === 'list' && name === undefined) {
    return (await keys.list())
      .map(({ revokedAt, expiresAt, ...key }) => {
        const state =
          revokedAt === null ? `expires ${expiresAt ?? 'never'}` : `revoked ${revokedAt}`;
        return lineOf([key.name, key.prefix, `made ${key.createdAt}`, state, ...grantsIn(key)]);
      })
      .join('');
  }
  if (verb === 'revoke' && name !== undefined && more.length <= 1) {
    const count = await keys.revoke(name, now, more[0]);
    if (count === 0)
      throw new UsageError(`No valid key of ${[name, ...more].join(' ')} is known.\n`);
    return `Revoked ${String(count)} of ${name}. A running service refuses it in five seconds at the latest.\n`;
  }
  throw new UsageError(usage);
}

function lineOf(parts: readonly string[]): string {
  return `${parts.join('\t')}\n`;
}

async function run(
  [first, ...others]: string[],
  command: Omit<Command, 'verb' | 'name' | 'more'>,
): Promise<string> {
  const database = await openDatabase<Tables>(readConfig().databaseUrl);
  try {
    await migrate(database, migrations);
    const [name, ...more] = others;
    const keys = apiKeyStore(database, about.vendor, createIdentifiers());
    return await onKeys(keys, { ...command, verb: first, name, more });
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
    options: {
      expires: { type: 'string' },
      ...options,
    },
  });
  const command = {
    granted: {
      ...grantedBy(values),
      ...(values.expires === undefined ? {} : { expiresAt: instantOf(values.expires) }),
    },
  };
  process.stdout.write(await run(positionals, command));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
