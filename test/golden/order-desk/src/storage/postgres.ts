import { Pool, type ClientBase } from 'pg';
import { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import { PostgresDialect } from './postgres-dialect.ts';
import { postgresTypes } from './postgres-types.ts';
import { postgresValues } from './postgres-values.ts';

const settings = {
  // How dates and instants are written, which `postgres-types.ts` relies on.
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
};

export function openPostgres<Tables>(url: string): Engine<Tables> {
  const pool = new Pool({
    connectionString: url,
    types: postgresTypes(),
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    onConnect: prepareSession,
  });
  // A connection that breaks while idle: the pool has dropped it and opens another when needed.
  pool.on('error', () => {});

  const database = new Kysely<Tables>({ dialect: new PostgresDialect(pool) });
  return {
    engine: 'postgres',
    values: postgresValues,
    reader: database,
    writer: database,
    explain: (violation) => violation,
    close: () => pool.end(),
  };
}

/** By query and not in the address, so that it also works behind poolers and beside own options. */
async function prepareSession(client: ClientBase): Promise<void> {
  // A connection that breaks while in use: the query fails, and nobody else needs to know.
  client.on('error', () => {});
  const assignments = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  await client.query(`select ${assignments.join(', ')}`);
}
