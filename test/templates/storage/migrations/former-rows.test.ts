import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import { carryRows } from '../../../../templates/src/runtime/storage/migrations/carry-rows.ts';
import {
  addColumn,
  dropColumn,
  finishMigrations,
  migrate,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { migrationsOf } from '../migrations-of.ts';
import { key } from './cases.ts';
import { catalogueOf } from './catalogue.ts';
import { dyingAfter } from './dying.ts';
import {
  id,
  insertRows,
  makeTables,
  onPostgres,
  readRows,
  takeSteps,
  twoMigrations,
  type AnyDatabase,
  type Definitions,
} from './support.ts';

const before: Definitions = {
  people: {
    columns: {
      id: key,
      name: { type: 'text' },
      height: { type: 'text' },
      state: { type: 'text' },
      address: { type: 'json' },
    },
  },
};
const steps: readonly Step[] = [
  addColumn('people', 'first', { type: 'text' }),
  addColumn('people', 'last', { type: 'text' }),
  addColumn('people', 'size', { type: 'integer' }),
  carryRows(
    'people',
    {
      name: 'text',
      first: 'text',
      last: 'text',
      height: 'text',
      size: 'integer',
      state: 'text',
      address: 'json',
    },
    [
      { split: 'name', into: ['first', 'last'], separator: ' ', missing: [null] },
      { move: 'height', to: 'size' },
      { convert: 'size', by: (value: string) => Number(value) },
      // In their place: what is done twice is wrong.
      { map: 'state', values: { new: 'open', open: 'closed' } },
      { move: 'address.town', to: 'address.city' },
    ],
  ),
];
const after: Definitions = {
  people: {
    columns: {
      id: key,
      first: { type: 'text' },
      last: { type: 'text' },
      size: { type: 'integer' },
    },
  },
};

function person(number: number, name: string, height: string) {
  return { id: id(number), name, height, state: 'open', address: { town: 'Graz' } };
}

function write(database: AnyDatabase, number: number, values: Record<string, unknown>) {
  return database.transaction((transaction) =>
    transaction.updateTable('people').set(values).where('id', '=', id(number)).execute(),
  );
}

const shown = (database: AnyDatabase) => readRows(database, after).then(({ people }) => people);

// A database in one file has one release at a time.
onPostgres((fresh) => {
  async function carried<Result>(
    work: (database: AnyDatabase, url: string) => Promise<Result>,
  ): Promise<Result> {
    return fresh(async (database, url) => {
      await makeTables(database, before);
      const rows = [1, 2, 3].map((number) => person(number, `Ada ${String(number)}`, '170'));
      await insertRows(database, before, { people: rows });
      await takeSteps(database, before, steps);
      return work(database, url);
    });
  }
  const finish = (database: AnyDatabase) =>
    finishMigrations(database, twoMigrations(before, steps));

  test('what the former release writes after a migration is carried over when it is gone', async () => {
    await carried(async (database) => {
      await insertRows(database, before, { people: [person(4, 'Bo Berg', '180')] });
      await write(database, 2, { name: 'Cleo Clay', height: '165' });
      // The present release writes what the former one wrote before.
      await write(database, 3, { name: 'Dan Dorn' });
      await write(database, 3, { first: 'Daniela' });
      await write(database, 1, { first: 'Adele' });
      await finish(database);
      assert.deepEqual(await shown(database), [
        { id: id(1), first: 'Adele', last: '1', size: 170 },
        { id: id(2), first: 'Cleo', last: 'Clay', size: 165 },
        { id: id(3), first: 'Daniela', last: '3', size: 170 },
        { id: id(4), first: 'Bo', last: 'Berg', size: 180 },
      ]);
      const { rows } = await sql`select distinct state from people where id <> ${id(4)}`.execute(
        database.reader,
      );
      assert.deepEqual(rows, [{ state: 'closed' }], 'what is done twice');
      assert.deepEqual((await catalogueOf(database))['others'], []);
    });
  });

  test('an end that is killed at any statement is found by the next one', async () => {
    for (let statements = 0, died = true; died; statements += 1) {
      died = await carried(async (database, url) => {
        await insertRows(database, before, { people: [person(4, 'Bo Berg', '180')] });
        const dying: AnyDatabase = await openDatabase(url);
        const isDead = await dyingAfter(statements, () => finish(dying));
        await dying.close();
        await finish(database);
        const all = await shown(database);
        assert.deepEqual(all?.at(-1), { id: id(4), first: 'Bo', last: 'Berg', size: 180 });
        assert.deepEqual((await catalogueOf(database))['others'], []);
        return isDead;
      });
    }
  });

  test('the next migration ends it as well', async () => {
    await carried(async (database) => {
      await insertRows(database, before, { people: [person(4, 'Bo Berg', '180')] });
      const { people = { columns: {} } } = before;
      await migrate(
        database,
        migrationsOf({
          '0001-initial': [{ kind: 'create-table', table: 'people', definition: people }],
          '0002-changes': steps,
          '0003-more': [dropColumn('people', 'name')],
        }),
        { acceptLoss: ['people.name'] },
      );
      const all = await shown(database);
      assert.deepEqual(all?.at(-1), { id: id(4), first: 'Bo', last: 'Berg', size: 180 });
    });
  });
});
