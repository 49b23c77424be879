import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryRows } from '../../../../templates/src/runtime/storage/migrations/carry-rows.ts';
import {
  addColumn,
  alterColumn,
  checkValues,
  createUniqueIndex,
  dropColumn,
  planMigrations,
  planText,
  renameColumn,
  renameTable,
  run,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { catalogueOf } from './catalogue.ts';
import {
  id,
  insertRows,
  makeTables,
  onBothEngines,
  readRows,
  takeSteps,
  twoMigrations,
  type Definitions,
} from './support.ts';

const text = { type: 'text' } as const;
const required = { type: 'text', required: true } as const;
const before: Definitions = {
  members: { columns: { id: { type: 'uuid', required: true }, name: required, phone: text } },
  books: { columns: { id: { type: 'uuid', required: true }, pages: text, shelf: text } },
};
const split: readonly Step[] = [
  addColumn('members', 'first', text),
  addColumn('members', 'last', text),
  carryRows('members', { name: 'text', first: 'text', last: 'text' }, [
    { split: 'name', into: ['first', 'last'], separator: ' ', missing: [null, null] },
  ]),
];
const members = [
  { id: id(1), name: 'Ada Lovelace', phone: '1' },
  { id: id(2), name: 'Madonna', phone: '1' },
];
const books = [
  { id: id(3), pages: 'xii+300', shelf: 'A' },
  { id: id(4), pages: '12', shelf: null },
];

onBothEngines((fresh) => {
  for (const [what, step, message] of [
    [
      'another table',
      alterColumn('books', 'pages', { from: text, to: { type: 'integer' } }),
      `1 row of books has a value in pages that is no integer (id: ${id(3)})`,
    ],
    [
      'another column of the table',
      createUniqueIndex('members', ['phone']),
      `2 rows of members share their phone with another row`,
    ],
    [
      'values of another table that have to hold',
      checkValues('books', 'pages', { ...text, allows: { maxLength: 3 }, mustHold: true }),
      '1 row of books has a value in pages that is not allowed any more',
    ],
  ] as const) {
    test(`rows that forbid a step behind carried rows are found first: ${what}`, async () => {
      await fresh(async (database) => {
        await makeTables(database, before);
        await insertRows(database, before, { members, books });
        const catalogue = await catalogueOf(database);
        await assert.rejects(takeSteps(database, before, [...split, step]), (error: Error) => {
          assert.ok(error.message.includes(message), error.message);
          assert.match(error.message, /nothing was changed\./);
          return true;
        });
        assert.deepEqual(await catalogueOf(database), catalogue);
        assert.deepEqual(await readRows(database, before), { members, books });
      });
    });
  }

  test('a loss behind carried rows is named first', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await insertRows(database, before, { members, books });
      const steps = [...split, dropColumn('books', 'shelf')];
      await assert.rejects(
        takeSteps(database, before, steps),
        /nothing was changed: 1 row of books would lose its value in shelf.*--accept-loss books\.shelf/,
      );
      assert.deepEqual(await readRows(database, before), { members, books });
      await takeSteps(database, before, steps, { acceptLoss: ['books.shelf'] });
    });
  });

  test('what depends on carried rows is asked behind them, under their names of then', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await insertRows(database, before, { members });
      const steps = [
        ...split,
        renameTable('members', 'people'),
        renameColumn('people', 'last', 'family'),
        alterColumn('people', 'family', { from: text, to: required }),
      ];
      const plan = planText(await planMigrations(database, twoMigrations(before, steps)));
      assert.match(plan, /family[^\n]*\n {6}its rows are asked when the work before it is done/);
      assert.doesNotMatch(plan, /cannot be done|more, which is known/);
      await assert.rejects(takeSteps(database, before, steps), (error: Error) => {
        const reason = `1 row of people has no value in family, which is required from now on (id: ${id(2)})`;
        assert.ok(error.message.includes(reason), error.message);
        assert.match(error.message, /they stopped after the steps that are done/);
        assert.doesNotMatch(error.message, /nothing was changed/);
        return true;
      });
    });
  });

  test('behind work of a team nothing is known', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await insertRows(database, before, { members, books });
      const steps = [
        run('pages are numbers', async (transaction) => {
          await transaction
            .updateTable('books' as never)
            .set({ pages: '300' } as never)
            .execute();
        }),
        alterColumn('books', 'pages', { from: text, to: { type: 'integer' } }),
      ];
      const plan = planText(await planMigrations(database, twoMigrations(before, steps)));
      assert.match(plan, /more, which is known when the work before it is done/);
      await takeSteps(database, before, steps);
    });
  });
});
