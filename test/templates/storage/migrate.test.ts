import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import {
  addColumn,
  createTable,
  migrate,
  type Migration,
  type Migrations,
} from '../../../templates/src/runtime/storage/migrations/index.ts';
import { emptyPostgres, emptySqlite, skipPostgres, type EmptyDatabase } from './engines.ts';
import { migrations } from './fixture/migrations/index.ts';
import { migrationsOf } from './migrations-of.ts';
import type { Tables } from './fixture/tables.ts';

const start = new URL('./fixture/start.ts', import.meta.url).pathname;

async function startProcess(url: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [start, url]);
  return JSON.parse(stdout) as string[];
}

const remarks = [addColumn('orders', 'remark', { type: 'text' })];
const later = and('0002-remarks', { steps: remarks });
const failing = and('0003-broken', {
  steps: [
    createTable('half_done', { columns: { id: { type: 'uuid', required: true } } }),
    addColumn('half_done', 'remark', { type: 'text' }, { fill: { sql: 'nowhere' } }),
  ],
});

/** The migrations of the fixture and another one, as if it was in the same folder. */
function and(name: string, migration: Migration): Migrations {
  return {
    service: migrations.service,
    names: async () => [...(await migrations.names()), name],
    load: async (wanted) => (wanted === name ? migration : migrations.load(wanted)),
  };
}

type Empty = () => Promise<EmptyDatabase>;

async function withEmpty(empty: Empty, work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await empty();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

const engines = [
  { name: 'sqlite', empty: emptySqlite, skip: false },
  { name: 'postgres', empty: emptyPostgres, skip: skipPostgres },
];
for (const { name, empty, skip } of engines) {
  describe(name, { skip }, () => {
    test('of several processes that start at once, one migrates', async () => {
      await withEmpty(empty, async (url) => {
        const ran = await Promise.all(Array.from({ length: 4 }, () => startProcess(url)));
        assert.deepEqual(ran.flat(), ['0001-initial']);
      });
    });

    test('so it is within one process', async () => {
      await withEmpty(empty, async (url) => {
        const databases = await Promise.all([1, 2, 3].map(() => openDatabase<Tables>(url)));
        const ran = await Promise.all(databases.map((database) => migrate(database, migrations)));
        assert.deepEqual(ran.flat(), ['0001-initial']);
        await Promise.all(databases.map((database) => database.close()));
      });
    });

    test('runs only what is new, in order, and keeps nothing of what fails', async () => {
      await withEmpty(empty, async (url) => {
        const database = await openDatabase<Tables>(url);
        assert.deepEqual(await migrate(database, migrations), ['0001-initial']);
        assert.deepEqual(await migrate(database, migrations), []);
        await assert.rejects(migrate(database, failing), /nowhere/);
        assert.deepEqual(await migrate(database, later), ['0002-remarks']);
        await assert.rejects(sql`select * from half_done`.execute(database.reader), /half_done/);
        await sql`select remark from orders`.execute(database.reader);
        await database.close();
      });
    });

    test('refuses a database that a newer service has migrated', async () => {
      await withEmpty(empty, async (url) => {
        const database = await openDatabase<Tables>(url);
        await migrate(database, later);
        await assert.rejects(
          migrate(database, migrations),
          /ahead of this code, which does not have its migration 0002-remarks/,
        );
        await database.close();
      });
    });
  });
}

test(
  'two services share a PostgreSQL database, each in a schema',
  { skip: skipPostgres },
  async () => {
    const { url, drop } = await emptyPostgres();
    const owner = await openDatabase<Tables>(url);
    for (const schema of ['one', 'two']) {
      await sql`create schema ${sql.id(schema)}`.execute(owner.reader);
      const database = await openDatabase<Tables>(`${url}?options=-csearch_path%3D${schema}`);
      assert.deepEqual(await migrate(database, migrations), ['0001-initial']);
      await database.close();
    }
    await owner.close();
    await drop();
  },
);

test('a migration has no time limit on PostgreSQL', { skip: skipPostgres }, async () => {
  await withEmpty(emptyPostgres, async (url) => {
    const database = await openDatabase<Tables>(url);
    const limits: string[] = [];
    const read = sql<{ statement_timeout: string }>`show statement_timeout`;
    const limitOf = async (connection: Parameters<typeof read.execute>[0]) => {
      const { rows } = await read.execute(connection);
      limits.push(rows[0]?.statement_timeout ?? '');
    };
    await migrate(database, migrationsOf({ '0001-look': limitOf }));
    await limitOf(database.reader);
    assert.deepEqual(limits, ['0', '10s']);
    await database.close();
  });
});

test('another schema may go away meanwhile on PostgreSQL', { skip: skipPostgres }, async () => {
  await withEmpty(emptyPostgres, async (url) => {
    const others = await openDatabase<Tables>(url);
    const churning = new AbortController();
    const churn = (async () => {
      while (!churning.signal.aborted) {
        await sql`create schema other`.execute(others.reader);
        await sql`create table other.items (id int)`.execute(others.reader);
        await sql`drop schema other cascade`.execute(others.reader);
      }
    })();
    const database = await openDatabase<Tables>(url);
    try {
      for (let time = 0; time < 50; time += 1) await migrate(database, migrations);
    } finally {
      churning.abort();
      await churn;
      await database.close();
      await others.close();
    }
  });
});
