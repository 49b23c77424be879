import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import { Mutex } from './mutex.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { ReadDriver, WriteDriver } from './sqlite-drivers.ts';
import { explainForeignKey } from './sqlite-foreign-keys.ts';
import { patiently } from './sqlite-patience.ts';
import { sqliteValues } from './sqlite-values.ts';

/** Milliseconds that a transaction waits, for its turn in this process and then for other processes. */
const patience = 5000;

/**
 * Two connections to one file in WAL mode, where readers and the writer do not wait for each other.
 * A commit survives a crash of the process at once, a loss of power only from the next checkpoint on.
 */
export async function openSqlite<Tables>(url: string): Promise<Engine<Tables>> {
  const path = pathOf(url);
  mkdirSync(dirname(path), { recursive: true });

  const writing = new DatabaseSync(path, { timeout: 0 });
  const connection = new SqliteConnection(writing);
  try {
    await prepare(connection);
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = new DatabaseSync(path, { timeout: patience });
  reading.exec('pragma query_only = on');

  const turns = new Mutex(patience);
  const reader = new ReadDriver(new SqliteConnection(reading));
  const writer = new WriteDriver(connection, turns, patience);

  return {
    engine: 'sqlite',
    values: sqliteValues,
    reader: new Kysely<Tables>({ dialect: new SqliteDialect(reader) }),
    writer: new Kysely<Tables>({ dialect: new SqliteDialect(writer) }),
    explain: (violation, table, row) => explainForeignKey(writing, violation, table, row),
    close: async () => {
      await turns.acquire();
      reading.close();
      // The last one to close merges the log into the file, which a reader could not.
      writing.close();
    },
  };
}

/** Waits here: for the first change of the mode of a file SQLite itself never does, whatever its timeout. */
async function prepare(writing: SqliteConnection): Promise<void> {
  await patiently(patience, async () => {
    for (const pragma of ['journal_mode = wal', 'synchronous = normal', 'foreign_keys = on']) {
      await writing.executeQuery(CompiledQuery.raw(`pragma ${pragma}`));
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
