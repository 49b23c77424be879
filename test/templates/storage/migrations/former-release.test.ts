import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import { NotNullViolation } from '../../../../templates/src/runtime/storage/errors.ts';
import {
  addColumn,
  alterColumn,
  createTable,
  dropColumn,
  finishMigrations,
  migrate,
  renameColumn,
  run,
  type ColumnType,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { migrationsOf } from '../migrations-of.ts';
import { key } from './cases.ts';
import { catalogueOf } from './catalogue.ts';
import {
  codecOf,
  id,
  insertRows,
  makeTables,
  onBothEngines,
  onPostgres,
  readRows,
  takeSteps,
  twoMigrations,
  type AnyDatabase,
  type Definitions,
} from './support.ts';

const required = { required: true } as const;
const before: Definitions = {
  loans: {
    columns: { id: key, title: { type: 'text', ...required }, count: { type: 'integer' } },
  },
};
const rows = { loans: [{ id: id(1), title: 'Title 1', count: 7 }] };

/** What the former release writes: it knows the columns of before. */
function write(database: AnyDatabase, number: number): Promise<unknown> {
  return database.transaction((transaction) =>
    transaction
      .insertInto('loans')
      .values({ id: id(number), title: `Title ${String(number)}`, count: null })
      .execute(),
  );
}

async function values(database: AnyDatabase, column: string): Promise<unknown[]> {
  const found = await database.reader
    .selectFrom('loans')
    .select([column])
    .orderBy('id')
    .where('id', '<>', id(0))
    .execute();
  return found.map((row) => row[column]);
}

const writing: readonly (readonly [
  title: string,
  step: Step,
  column: string,
  expected: readonly unknown[],
])[] = [
  [
    'a constant',
    addColumn('loans', 'state', { type: 'text', ...required }, { fill: { value: 'open' } }),
    'state',
    ['open', 'open'],
  ],
  [
    'an expression',
    addColumn('loans', 'state', { type: 'text', ...required }, { fill: { sql: "title || '!'" } }),
    'state',
    ['Title 1!', 'Title 2!'],
  ],
  [
    'a value where there was none',
    alterColumn('loans', 'count', {
      from: { type: 'integer' },
      to: { type: 'integer', ...required },
      fill: { value: 3 },
    }),
    'count',
    [7, 3],
  ],
  [
    'a value of another type',
    alterColumn('loans', 'count', {
      from: { type: 'integer' },
      to: { type: 'text', ...required },
      fill: { value: 'none' },
    }),
    'count',
    ['7', 'none'],
  ],
];

const retyped: readonly (readonly [
  from: ColumnType,
  to: ColumnType,
  values: readonly unknown[],
])[] = [
  ['integer', 'long', [7, 0, -9]],
  ['integer', 'number', [7, 0, -9]],
  ['integer', 'text', [7, 0, -9]],
  ['integer', { decimal: [12, 3] }, [7, 0, -9]],
  ['long', 'integer', ['7', '0', '-9']],
  ['long', 'text', ['9007199254740993', '0']],
  ['long', { decimal: [12, 3] }, ['7', '-9']],
  ['number', 'text', [1.25, 0, -9]],
  ['number', { decimal: [12, 3] }, [1.25, 0]],
  [{ decimal: [9, 3] }, { decimal: [12, 5] }, ['1.500', '0.000', '-2.125']],
  [{ decimal: [9, 3] }, 'text', ['1.500', '-2.125']],
  [{ decimal: [9, 0] }, { decimal: [12, 2] }, ['1', '-2']],
  [{ decimal: [9, 0] }, 'integer', ['1', '-2']],
  [{ decimal: [9, 0] }, 'long', ['1', '-2']],
  [{ decimal: [9, 2] }, 'number', ['1.25', '-2.00']],
  ['long', 'number', ['7', '-9']],
  ['time', 'text', ['10:20:30']],
  ['duration', 'text', ['PT1H30M']],
  ['json', 'text', [{ a: 1 }]],
  ['text', 'time', ['10:20:30']],
  ['text', 'duration', ['PT1H30M']],
  ['text', 'uuid', [id(9)]],
  ['boolean', 'text', [true, false]],
  ['date', 'dateTime', ['2024-02-29']],
  ['date', 'text', ['2024-02-29']],
  ['dateTime', 'date', ['2024-02-29T00:00:00.000Z']],
  ['dateTime', 'text', ['2024-02-29T10:20:30.405Z']],
  ['text', 'integer', ['7', '-9']],
  ['text', 'long', ['7', '9007199254740993']],
  ['text', 'number', ['7.5']],
  ['text', { decimal: [9, 2] }, ['7.50']],
  ['text', 'boolean', ['true', 'false']],
  ['text', 'date', ['2024-02-29']],
  ['text', 'dateTime', ['2024-02-29T10:20:30.405Z']],
  ['uuid', 'text', [id(9)]],
];

// A database in one file has one release at a time.
onPostgres((fresh) => {
  for (const [title, step, column, expected] of writing) {
    test(`the former release goes on writing what lacks a required value: ${title}`, async () => {
      await fresh(async (database) => {
        await makeTables(database, before);
        await insertRows(database, before, rows);
        await takeSteps(database, before, [step]);
        await write(database, 2);
        assert.deepEqual(await values(database, column), expected);
        await finishMigrations(database, twoMigrations(before, [step]));
        await assert.rejects(write(database, 3), NotNullViolation);
        assert.deepEqual((await catalogueOf(database))['others'], []);
      });
    });
  }

  for (const [from, to, all] of retyped) {
    const name = `${JSON.stringify(from)} became ${JSON.stringify(to)}`;
    test(`the former release reads and writes what it knows where ${name}`, async () => {
      await fresh(async (database, url) => {
        const tables: Definitions = { loans: { columns: { id: key, value: { type: from } } } };
        const rowsOf = (start: number) => ({
          loans: all.map((value, index) => ({ id: id(start + index), value })),
        });
        await makeTables(database, tables);
        const codec = codecOf(database, from);
        const insert = (start: number) =>
          database.transaction(async (transaction) => {
            for (const { id, value } of rowsOf(start).loans) {
              const row = { id, value: codec.write(value) };
              await transaction.insertInto('loans').values(row).returningAll().execute();
            }
          });
        await insert(10);
        await readRows(database, tables);
        const present: AnyDatabase = await openDatabase(url);
        const retype = alterColumn('loans', 'value', { from: { type: from }, to: { type: to } });
        await takeSteps(present, tables, [retype]);
        await present.close();
        await insert(20);
        assert.deepEqual(await readRows(database, tables), {
          loans: [...rowsOf(10).loans, ...rowsOf(20).loans],
        });
      });
    });
  }

  test('the next migration ends that, and the same migrations keep it, however often they start', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      const [[, step]] = writing as [(typeof writing)[number]];
      const two = twoMigrations(before, [step]);
      await migrate(database, two);
      await migrate(database, two);
      await write(database, 2);
      const names = await two.names();
      const third = migrationsOf({
        '0001-initial': (await two.load(names[0] ?? '')).steps,
        '0002-changes': [step],
        '0003-more': [addColumn('loans', 'note', { type: 'text' })],
      });
      await migrate(database, third);
      await assert.rejects(write(database, 3), NotNullViolation);
    });
  });
});

onBothEngines((fresh) => {
  test('what the former release needs is in the way of no later step', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await insertRows(database, before, rows);
      const state = { type: 'text', ...required } as const;
      await takeSteps(
        database,
        before,
        [
          addColumn('loans', 'state', state, { fill: { sql: 'title' } }),
          addColumn('loans', 'other', state, { fill: { sql: 'title' } }),
          renameColumn('loans', 'state', 'status'),
          alterColumn('loans', 'status', { from: state, to: { type: 'text' } }),
          dropColumn('loans', 'other'),
          renameColumn('loans', 'title', 'name'),
        ],
        { acceptLoss: ['loans.other'] },
      );
      await database.transaction((transaction) =>
        transaction
          .insertInto('loans')
          .values({ id: id(2), name: 'Title 2', count: null, status: 'x' })
          .execute(),
      );
      assert.deepEqual(await values(database, 'status'), ['Title 1', 'x']);
    });
  });

  test('what was prepared before the type of a column changed is prepared again, in transactions too', async () => {
    await fresh(async (database, url) => {
      await makeTables(database, before);
      await insertRows(database, before, rows);
      const read = sql<{
        count: unknown;
      }>`select count from loans where id = ${id(1)}`;
      const change = () =>
        database.transaction(async (transaction) => {
          await sql`update loans set title = title || '.' where id = ${id(1)}`.execute(transaction);
          return (await read.execute(transaction)).rows;
        });
      assert.deepEqual((await read.execute(database.reader)).rows, [{ count: 7 }]);
      await change();
      const present: AnyDatabase = await openDatabase(url);
      const retype = alterColumn('loans', 'count', {
        from: { type: 'integer' },
        to: { type: 'text' },
      });
      await takeSteps(present, before, [retype]);
      await present.close();
      assert.deepEqual(await change(), [{ count: '7' }]);
      assert.deepEqual((await read.execute(database.reader)).rows, [{ count: '7' }]);
      assert.deepEqual(await values(database, 'title'), ['Title 1..']);
    });
  });
});

onPostgres((fresh) => {
  test('a death between two migrations ends nothing that the former release needs: it runs through all of one upgrade', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      const dying = new Error('the process is dead');
      let isDead = true;
      const upgrade = (more: Readonly<Record<string, readonly Step[]>> = {}) =>
        migrationsOf({
          '0001-initial': [createTable('loans', before['loans']!)],
          '0002-state': [
            addColumn('loans', 'state', { type: 'text', ...required }, { fill: { value: 'open' } }),
          ],
          '0003-work': [
            run('Nothing, but it may die.', async () => {
              if (isDead) throw dying;
            }),
          ],
          '0004-place': [
            addColumn('loans', 'place', { type: 'text', ...required }, { fill: { value: 'here' } }),
          ],
          ...more,
        });
      await assert.rejects(migrate(database, upgrade()), dying);
      await write(database, 1);
      isDead = false;
      assert.deepEqual(await migrate(database, upgrade()), ['0003-work', '0004-place']);
      await write(database, 2);
      assert.deepEqual(await values(database, 'state'), ['open', 'open']);
      assert.deepEqual(await values(database, 'place'), ['here', 'here']);

      // The next upgrade is another one: the release of before the first has ended.
      const later = { '0005-none': [addColumn('loans', 'note', { type: 'text' })] };
      assert.deepEqual(await migrate(database, upgrade(later)), ['0005-none']);
      await assert.rejects(write(database, 3), NotNullViolation);
      // What an upgrade meant to do and never began is nothing that this database has.
      const next = { ...later, '0006-dies': [run('It dies.', () => Promise.reject(dying))] };
      await assert.rejects(migrate(database, upgrade(next)), dying);
      assert.deepEqual(await migrate(database, upgrade(later)), []);
    });
  });
});
