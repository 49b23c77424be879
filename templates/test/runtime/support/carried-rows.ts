import { sql, type Kysely } from 'kysely';
import { openDatabase, type Database } from '../../../src/runtime/storage/database.ts';
import { quote } from '../../../src/runtime/storage/migrations/data-types.ts';
import {
  migrate,
  MigrationRefusal,
  planMigrations,
  type Migrations,
} from '../../../src/runtime/storage/migrations/index.ts';
import { query } from '../../../src/runtime/storage/migrations/session.ts';
import type { DeclaredLosses } from './declared-losses.ts';
import { repeat, type Exchange, type Placeholders } from './recordings.ts';
import type { TestService } from './service.ts';
import type { CarriedRows, StoredValue } from './stored-rows.ts';

/**
 * Puts the rows of an older release into an empty database, and brings it up to date, whatever that loses.
 *
 * @returns why it cannot be brought up to date: what rows are in the way of
 */
export async function carryRows(
  url: string,
  migrations: Migrations,
  { migration, tables }: CarriedRows,
): Promise<string | undefined> {
  const database = await openDatabase<object>(url);
  const names = async () => (await migrations.names()).filter((name) => name <= migration);
  try {
    await migrate(database, { ...migrations, names });
    await database.session((connection) => insertRows(connection, tables));
    await migrateWithLosses(database, migrations);
    return undefined;
  } catch (error) {
    if (error instanceof MigrationRefusal) return error.message;
    throw error;
  } finally {
    await database.close();
  }
}

async function insertRows(connection: Kysely<object>, tables: CarriedRows['tables']) {
  await connection.transaction().execute(async (transaction) => {
    // Rows may refer to rows of tables behind theirs.
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    for (const [table, rows] of Object.entries(tables)) {
      for (const row of rows) {
        const columns = Object.keys(row).map(quote).join(', ');
        const places = Object.keys(row).map(() => '?');
        await query(
          transaction,
          `insert into ${quote(table)} (${columns}) values (${places.join(', ')})`,
          Object.values(row).map(parameter),
        );
      }
    }
  });
}

function parameter(value: StoredValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, text } = value;
  if (type === 'blob') return Buffer.from(text, 'hex');
  return type === 'real' ? Number(text) : BigInt(text);
}

/** What a step loses may show only when those before it are done. */
async function migrateWithLosses(database: Database<object>, migrations: Migrations) {
  const accepted = new Set<string>();
  for (;;) {
    const { reports } = await planMigrations(database, migrations);
    const losses = reports.flatMap((report) => report.losses).map(({ name }) => name);
    const fresh = losses.filter((name) => !accepted.has(name));
    for (const name of fresh) accepted.add(name);
    try {
      await migrate(database, migrations, { acceptLoss: [...accepted] });
      return;
    } catch (error) {
      if (!(error instanceof MigrationRefusal) || fresh.length === 0) throw error;
    }
  }
}

/** What clients were shown, and what they are shown now, as far as these have to be the same. */
export interface ShownAgain {
  readonly name: string;
  readonly path: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Sends the requests again by which rows were read. */
export async function* readAgain(
  service: TestService,
  label: string,
  { now, shown }: Pick<CarriedRows, 'now' | 'shown'>,
  placeholders: Placeholders,
  losses: DeclaredLosses,
): AsyncGenerator<ShownAgain> {
  service.now = new Date(now);
  for (const exchange of shown) {
    const request = losses.requestOf(exchange);
    if (request === undefined) continue;
    const given = await repeat(service, label, request, placeholders);
    const { expected, found } = losses.compare(
      lasting(exchange),
      lasting({ answer: given }).answer,
    );
    yield { name: exchange.name, path: request.path, expected, found };
  }
}

/** Without tags and places in lists: those of one release need not be those of the next. */
function lasting<Part extends Pick<Exchange, 'answer'>>(part: Part): Part {
  const { answer } = JSON.parse(
    JSON.stringify(part).replaceAll(/\{cursor-\d+\}/g, '{cursor}'),
  ) as Part;
  const { etag: _, ...headers } = answer.headers;
  return { ...part, answer: { ...answer, headers } };
}
