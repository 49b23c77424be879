import { Pool, type ClientBase } from 'pg';
import { Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { NotWritable } from './errors.ts';
import { PostgresDialect } from './postgres-dialect.ts';
import { postgresTypes } from './postgres-types.ts';
import { postgresValues } from './postgres-values.ts';
import { createTurns } from './turns.ts';

const settings = {
  // How dates and instants are written, which `postgres-types.ts` relies on.
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
};

/** Of the connections of the pool some are left for whatever does not read all of a table. */
const connections = 10;
const reading = { most: 7, each: 4, patience: 5000 };

export function openPostgres<Tables>(url: string): Engine<Tables> {
  const pool = new Pool({
    connectionString: url,
    types: postgresTypes(),
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    onConnect: prepareSession,
  });
  // A connection that breaks while idle: the pool has dropped it and opens another when needed.
  pool.on('error', () => {});

  const database = new Kysely<Tables>({ dialect: new PostgresDialect(pool) });
  const turns = createTurns(reading);
  return {
    engine: 'postgres',
    values: postgresValues,
    reader: database,
    transaction: (work) => database.transaction().execute(async (transaction) => work(transaction)),
    session: (work) => database.connection().execute(work),
    listing: (_table, client) => ({
      executeQuery: (query) => turns.take(client, () => database.executeQuery(query)),
    }),
    explain: (violation) => violation,
    ping: async () => {
      const mode = sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
      const { rows } = await mode.execute(database);
      if (rows[0]?.isReadOnly === true) throw new NotWritable('The database can only be read');
    },
    close: () => pool.end(),
  };
}

/** By query and not in the address, so that it also works behind poolers and beside own options. */
async function prepareSession(client: ClientBase): Promise<void> {
  // If a connection breaks while in use, its query fails; nothing else needs to handle that.
  client.on('error', () => {});
  const assignments = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  await client.query(`select ${assignments.join(', ')}`);
}
