import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import {
  addColumn,
  alterColumn,
  checkValues,
  createIndex,
  createTable,
  createUniqueIndex,
  dropColumn,
  migrate,
  renameColumn,
  renameTable,
  replaceValues,
  run,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { sql } from 'kysely';
import { migrationsOf } from '../migrations-of.ts';
import { catalogueOf } from './catalogue.ts';
import { key } from './cases.ts';
import { dyingAfter } from './dying.ts';
import {
  catalogueAfter,
  id,
  insertRows,
  makeTables,
  onBothEngines,
  readRows,
  type AnyDatabase,
  type Definitions,
} from './support.ts';

const required = { required: true } as const;
export const before: Definitions = {
  people: { columns: { id: key, name: { type: 'text', ...required } } },
  loans: {
    columns: {
      id: key,
      title: { type: 'text', ...required },
      state: { type: 'text', ...required },
      count: { type: 'integer' },
      note: { type: 'text' },
    },
    indexes: [
      ['title', 'id'],
      ['count', 'id'],
    ],
  },
};
export const rows = {
  people: [{ id: id(11), name: 'Ada' }],
  loans: [1, 2, 3].map((number) => ({
    id: id(number),
    title: `Title ${String(number)}`,
    state: ['open', 'closed', 'lost'][number - 1],
    count: number === 2 ? null : number,
    note: 'gone',
  })),
};
const steps: readonly Step[] = [
  createTable('fines', {
    columns: { id: key, amount: { type: { decimal: [9, 2] } } },
    indexes: [['amount', 'id']],
  }),
  addColumn(
    'loans',
    'owner_id',
    { type: 'uuid', ...required, references: { table: 'people', onDelete: 'cascade' } },
    { fill: { value: id(11) } },
  ),
  createIndex('loans', ['owner_id', 'id']),
  addColumn('loans', 'label', { type: 'text', ...required }, { fill: { sql: "title || '!'" } }),
  alterColumn('loans', 'count', {
    from: { type: 'integer' },
    to: { type: 'text', ...required },
    fill: { value: 'none' },
  }),
  replaceValues('loans', 'state', { open: 'closed', closed: 'open' }),
  replaceValues('loans', 'state', { lost: 'missing' }),
  checkValues('loans', 'title', { type: 'text', allows: { maxLength: 5 } }),
  run('Counts the fines', async (database) => {
    await sql`insert into fines (id, amount) select id, null from loans where state = 'missing'`.execute(
      database,
    );
  }),
  createUniqueIndex('loans', ['label']),
  alterColumn('loans', 'owner_id', {
    from: { type: 'uuid', ...required, references: { table: 'people', onDelete: 'cascade' } },
    to: { type: 'uuid', references: { table: 'people', onDelete: 'set null' } },
  }),
  dropColumn('loans', 'note'),
  renameColumn('loans', 'count', 'size'),
  renameTable('loans', 'rentals'),
];
export const after: Definitions = {
  people: before['people'] ?? { columns: {} },
  fines: {
    columns: { id: key, amount: { type: { decimal: [9, 2] } } },
    indexes: [['amount', 'id']],
  },
  rentals: {
    columns: {
      id: key,
      title: { type: 'text', ...required },
      state: { type: 'text', ...required },
      size: { type: 'text', ...required },
      owner_id: { type: 'uuid', references: { table: 'people', onDelete: 'set null' } },
      label: { type: 'text', ...required },
    },
    indexes: [
      ['title', 'id'],
      ['size', 'id'],
      ['owner_id', 'id'],
    ],
    unique: [['label']],
  },
};
export const expected = {
  people: rows.people,
  fines: [{ id: id(3), amount: null }],
  rentals: rows.loans.map(({ id: key, title, count }, index) => ({
    id: key,
    title,
    state: ['closed', 'open', 'missing'][index],
    size: count === null ? 'none' : String(count),
    owner_id: id(11),
    label: `${title}!`,
  })),
};

/** All steps, as two migrations that are pending together. */
export async function takeAll(database: AnyDatabase): Promise<string[]> {
  const initial = Object.entries(before).map(([table, definition]) =>
    createTable(table, definition),
  );
  const migrations = migrationsOf({
    '0001-initial': initial,
    '0002-first': steps.slice(0, 6),
    '0003-second': steps.slice(6),
  });
  return migrate(database, migrations, { acceptLoss: ['loans.note'] });
}

/**
 * @param every as many statements lie between two places at which the process is killed
 */
export function killingTests(every: number): void {
  onBothEngines((fresh) => {
    test(
      'a migration that is killed at any statement goes on at the next start',
      { timeout: 1_800_000 },
      async (t) => {
        const wanted = await fresh(async (database) => {
          await makeTables(database, after);
          return catalogueOf(database);
        });
        let deaths = 0;
        for (let statements = 0, died = true; died; statements += every) {
          died = await fresh(async (database, url) => {
            await makeTables(database, before);
            await insertRows(database, before, rows);
            const dying: AnyDatabase = await openDatabase(url);
            const died = await dyingAfter(statements, async () => {
              await takeAll(dying);
            });
            await dying.close();
            await takeAll(database);
            assert.deepEqual(
              await readRows(database, after),
              expected,
              `after ${String(statements)} statements`,
            );
            assert.deepEqual(
              await catalogueAfter(database),
              wanted,
              `after ${String(statements)} statements`,
            );
            return died;
          });
          if (died) deaths += 1;
        }
        t.diagnostic(`killed at ${String(deaths)} statements`);
        assert.ok(deaths > 100 / every);
      },
    );
  });
}
