import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addColumn,
  alterColumn,
  dropColumn,
  replaceValues,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { key } from './cases.ts';
import {
  id,
  insertRows,
  makeTables,
  onBothEngines,
  takeSteps,
  type Definitions,
} from './support.ts';

const text = { type: 'text' } as const;
const before: Definitions = { loans: { columns: { id: key, note: text } } };
const rows = {
  loans: ['one', 'two', null].map((note, index) => ({ id: id(index), note })),
};
const copied = addColumn('loans', 'title', text, { fill: { column: 'note' } });

onBothEngines((fresh) => {
  test('values that were moved and then changed, or moved in part, are lost with their column', async () => {
    const attempts = [
      [[copied, replaceValues('loans', 'title', { one: 'won' })], 1],
      [
        [
          copied,
          alterColumn('loans', 'title', {
            from: text,
            to: text,
            convert: { sql: "case when title = 'one' then title end" },
          }),
        ],
        1,
      ],
      [[addColumn('loans', 'title', text, { fill: { sql: 'upper(note)' } })], 2],
    ] as const;
    await fresh(async (database) => {
      await makeTables(database, before);
      await insertRows(database, before, rows);
      for (const [steps, count] of attempts) {
        const acceptLoss = ['loans.title'];
        const taking = takeSteps(database, before, [...steps, dropColumn('loans', 'note')], {
          acceptLoss,
        });
        await assert.rejects(taking, {
          message: new RegExp(`${count} rows? of loans would lose (its|their) value in note\\.`),
        });
      }
      await takeSteps(database, before, [copied, dropColumn('loans', 'note')]);
    });
  });
});
