import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { NotWritable } from './errors.ts';
import { Mutex } from './mutex.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { WriteDriver } from './sqlite-drivers.ts';
import { sqliteReader, sqliteTransactions } from './sqlite-executor.ts';
import { explainForeignKey } from './sqlite-foreign-keys.ts';
import { SqliteReadConnection } from './sqlite-read-connection.ts';
import { retryWhileBusy } from './sqlite-retry.ts';
import { createThreads } from './sqlite-threads.ts';
import { sqliteValues } from './sqlite-values.ts';
import { SqliteWriteConnection } from './sqlite-write-connection.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { createTurns } from './turns.ts';

/** Milliseconds that a transaction waits, for its turn in this process and then for other processes. */
const patience = 5000;

/** Bytes of a disk without which it counts as full. */
const reserve = 1024 * 1024;

/**
 * Two connections to one file in WAL mode, where readers and the writer do not wait for each other.
 * A commit survives a crash of the process at once, a loss of power only from the next checkpoint on.
 */
export async function openSqlite<Tables>(url: string): Promise<Engine<Tables>> {
  const path = pathOf(url);
  mkdirSync(dirname(path), { recursive: true });

  const writing = new DatabaseSync(path, { timeout: 0 });
  try {
    await prepare(writing);
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = new DatabaseSync(path, { timeout: patience });
  reading.exec('pragma query_only = on');

  const snapshots = new SqliteReadConnection(reading);
  const connection = new SqliteWriteConnection(writing, () => {
    snapshots.endSnapshot();
  });

  const reader = sqliteReader<Tables>(snapshots);
  const writer = new SqliteWriter(connection, new Mutex(patience), patience);
  const driver = new WriteDriver(connection, writer);
  const sessions = new Kysely<Tables>({ dialect: new SqliteDialect(driver) });
  const transactionOf = sqliteTransactions<Tables>(connection, driver);
  const threads = createThreads({ path, timeout: patience });
  const readers = createTurns({ most: 2, each: 1, patience });
  const isLarge = sizeOf(reading, writer);

  return {
    engine: 'sqlite',
    values: sqliteValues,
    reader,
    transaction: (work) => writer.transaction(() => transactionOf(work)),
    session: (work) => sessions.connection().execute(work),
    define: (name, work) => {
      const options = { deterministic: true, useBigIntArguments: true, varargs: true };
      writing.function(name, options, work);
    },
    listing(table, client) {
      if (!isLarge(table)) return reader;
      return {
        executeQuery: (query) => readers.take(client, () => threads.executeQuery(query)),
        dataVersion: () => reader.dataVersion(),
      };
    },
    explain: (violation, table, row) => explainForeignKey(writing, violation, table, row),
    ping: async () => {
      await sql`select 1`.execute(reader);
      const { bavail, bsize } = await statfs(path);
      if (bavail * bsize < reserve) throw new NotWritable('The disk of the database is full');
    },
    close: async () => {
      await writer.acquire();
      await threads.close();
      snapshots.endSnapshot();
      reading.close();
      // The last one to close merges the log into the file, which a reader could not.
      writing.close();
    },
  };
}

/**
 * Rows of a table that are read here in some milliseconds, whatever is asked of them. More are read by a thread, which
 * costs a tenth of a millisecond and leaves this one to others.
 */
const few = 5000;

/** So many lists of a table go by what was known of it, unless this process writes: others may have. */
const asKnown = 50;

/** Whether a table has more rows than a few. */
function sizeOf(
  reading: DatabaseSync,
  writer: Pick<SqliteWriter, 'commits'>,
): (table: string) => boolean {
  // What was large once may stay so.
  const large = new Set<string>();
  const small = new Map<string, { readonly statement: StatementSync; at: number; lists: number }>();
  return (table) => {
    if (large.has(table)) return true;
    let known = small.get(table);
    if (known === undefined) {
      // The rows have numbers, of which the last one is found at once.
      const statement = reading.prepare(
        `select max(rowid) as last from "${table.replaceAll('"', '""')}"`,
      );
      known = { statement, at: -1, lists: 0 };
      small.set(table, known);
    }
    known.lists += 1;
    if (known.at === writer.commits && known.lists < asKnown) return false;
    known.at = writer.commits;
    known.lists = 0;
    const isLarge = Number(known.statement.get()?.['last'] ?? 0) > few;
    if (isLarge) large.add(table);
    return isLarge;
  };
}

/** Waits here: for the first change of the mode of a file SQLite itself never does, whatever its timeout. */
async function prepare(handle: DatabaseSync): Promise<void> {
  const writing = new SqliteWriteConnection(handle, () => {});
  await retryWhileBusy(patience, async () => {
    for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'foreign_keys = on']) {
      writing.execute(`pragma ${pragma}`);
    }
  });
}

/** sqlite:./data/x.db, sqlite:///data/x.db and the same with file: */
function pathOf(url: string): string {
  const path = url.replace(/^\w+:(\/\/)?/, '');
  // The two connections would not see the same database in memory.
  if (path === '' || path === ':memory:') throw new Error('SQLite needs the path of a file');
  return path;
}
