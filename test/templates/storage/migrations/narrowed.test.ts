import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  alterColumn,
  checkValues,
  planMigrations,
  planText,
  renameColumn,
  replaceValues,
  type ColumnType,
  type Step,
  type ValueSchema,
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
  type AnyDatabase,
  type Definitions,
} from './support.ts';

/** Values of a column, of which the first `allowed` comply with a schema and the others do not. */
const narrowed: readonly {
  readonly type: ColumnType;
  readonly allows: ValueSchema;
  readonly allowed: readonly unknown[];
  readonly refused: readonly unknown[];
}[] = [
  { type: 'text', allows: { maxLength: 2 }, allowed: ['', '🙂🙂'], refused: ['abc', '🙂🙂🙂'] },
  { type: 'text', allows: { minLength: 2 }, allowed: ['ab', '🙂🙂'], refused: ['', 'a', '🙂'] },
  { type: 'text', allows: { pattern: '^\\p{Lu}+$' }, allowed: ['ÄB'], refused: ['äB', "O'", ''] },
  { type: 'text', allows: { format: 'email' }, allowed: ['a@b.example'], refused: ['a', ''] },
  { type: 'text', allows: { enum: ['a', 'b'] }, allowed: ['a', 'b'], refused: ['c', 'A', ''] },
  { type: 'integer', allows: { minimum: 0, maximum: 9 }, allowed: [0, 9], refused: [-1, 10] },
  { type: 'integer', allows: { enum: [1, 2] }, allowed: [1, 2], refused: [0, 3] },
  { type: 'number', allows: { exclusiveMinimum: 0 }, allowed: [0.1, 1e300], refused: [0, -0.1] },
  { type: 'number', allows: { multipleOf: 0.01 }, allowed: [0.07, 1], refused: [0.005] },
  {
    type: 'long',
    allows: { 'x-maximum': '9007199254740993' },
    allowed: ['9007199254740993'],
    refused: ['9007199254740994', '9223372036854775807'],
  },
  {
    type: { decimal: [18, 3] },
    allows: { 'x-minimum': '0.001', 'x-multipleOf': '0.010' },
    allowed: ['0.010', '999999999999999.990'],
    refused: ['0.000', '0.011', '-1.000'],
  },
  { type: 'binary', allows: { 'x-maxBytes': 2 }, allowed: ['', 'AAE='], refused: ['AAEC'] },
  { type: 'json', allows: { 'x-maxLength': 4 }, allowed: [1, 'ab'], refused: ['abc', { a: 1 }] },
  {
    type: 'json',
    allows: { minItems: 1, maxItems: 2, uniqueItems: true, items: { maximum: 5 } },
    allowed: [[1], [5, 4]],
    refused: [[], [1, 1], [1, 2, 3], [6]],
  },
  {
    type: 'json',
    allows: { properties: { a: { maxLength: 1 }, b: {} }, required: ['b'] },
    allowed: [{ a: 'x', b: null }],
    refused: [{ a: 'xy', b: 1 }, { a: 'x' }],
  },
];

const tableOf = (type: ColumnType): Definitions => ({
  loans: { columns: { id: { type: 'uuid', required: true }, value: { type } } },
});

const planOf = async (database: AnyDatabase, before: Definitions, steps: readonly Step[]) =>
  planText(await planMigrations(database, twoMigrations(before, steps)));

onBothEngines((fresh) => {
  for (const { type, allows, allowed, refused } of narrowed) {
    test(`counts values of ${JSON.stringify(type)} beyond ${JSON.stringify(allows)}, and leaves them`, async () => {
      const tables = tableOf(type);
      const steps = [checkValues('loans', 'value', { type, allows })];
      // Those that are refused stand between the others, and some rows have no value.
      const values = [null, ...refused, ...allowed, null];
      const rows = { loans: values.map((value, index) => ({ id: id(index), value })) };
      const keys = refused.slice(0, 3).map((_, index) => id(index + 1));
      await fresh(async (database) => {
        await makeTables(database, tables);
        await insertRows(database, tables, rows);
        const before = [await readRows(database, tables), await catalogueOf(database)];
        const verb =
          refused.length === 1 ? '1 row of loans has' : `${refused.length} rows of loans have`;
        const found = `${verb} a value in value that is not allowed any more: `;
        const sample = `(id: ${keys.join('; ')}${keys.length === 3 ? '; …' : ''})`;
        const plan = await planOf(database, tables, steps);
        assert.ok(
          plan.includes('; rows that have one stay as they are, unless the step says'),
          plan,
        );
        assert.ok(plan.includes(`\n      stays as it is: ${found}`), plan);
        assert.ok(plan.endsWith(`${sample}\n`), plan);
        const notes: string[] = [];
        const note = (line: string) => notes.push(line);
        assert.deepEqual(await takeSteps(database, tables, steps, { note }), ['0002-changes']);
        assert.equal(notes.length, 1);
        assert.ok(notes[0]?.startsWith(`0002-changes: ${found}`) && notes[0].endsWith(sample));
        assert.deepEqual([await readRows(database, tables), await catalogueOf(database)], before);
        assert.deepEqual(await takeSteps(database, tables, steps, { note }), []);
        assert.equal(notes.length, 1);
      });
    });
  }

  test('rows are read in batches, by a key of several columns, as the steps before leave them', async () => {
    const tables = {
      loans: {
        columns: {
          shelf: { type: 'text', required: true },
          number: { type: 'integer', required: true },
          title: { type: 'text' },
        },
        primaryKey: ['shelf', 'number'],
      },
    } as const satisfies Definitions;
    const count = 2500;
    const rows = Array.from({ length: count }, (_, index) => ({
      shelf: index % 2 === 0 ? "a'" : 'b',
      number: index,
      title: index % 10 === 0 ? 'new' : index % 10 === 1 ? 'short' : 'much too long',
    }));
    const steps = [
      replaceValues('loans', 'title', { new: 'a long new one' }),
      renameColumn('loans', 'title', 'name'),
      renameColumn('loans', 'number', 'place'),
      checkValues('loans', 'name', { type: 'text', allows: { maxLength: 5 } }),
    ];
    await fresh(async (database) => {
      await makeTables(database, tables);
      await insertRows(database, tables, { loans: rows });
      const plan = await planOf(database, tables, steps);
      assert.match(
        plan,
        /stays as it is: 2250 rows of loans have .*maxLength 5 \(shelf, place: a', 0; a', 2; a', 4; …\)/,
      );
    });
  });

  test('where the values have to hold, nothing is changed; a conversion before them lets them hold', async () => {
    const tables = tableOf('text');
    const check = { type: 'text', allows: { maxLength: 3 }, mustHold: true } as const;
    const text = { type: 'text' } as const;
    const cut = { from: text, to: text, convert: { sql: 'substr(value, 1, 3)' } };
    const rename = renameColumn('loans', 'value', 'title');
    const refusing = [rename, checkValues('loans', 'title', check)];
    const cutting = [
      alterColumn('loans', 'value', cut),
      rename,
      checkValues('loans', 'title', check),
    ];
    await fresh(async (database) => {
      await makeTables(database, tables);
      const rows = { loans: [{ id: id(1), value: 'long' }] };
      await insertRows(database, tables, rows);
      await assert.rejects(takeSteps(database, tables, refusing), {
        name: 'MigrationRefusal',
        message: new RegExp(
          `nothing was changed. 0002-changes: 1 row of loans has a value in title that is not allowed any more: maxLength 3 \\(id: ${id(1)}\\)`,
        ),
      });
      const plan = await planOf(database, tables, refusing);
      assert.match(plan, /; rows that have one forbid the migration\n {6}cannot be done: 1 row/);
      assert.deepEqual(await readRows(database, tables), rows);
      await takeSteps(database, tables, cutting);
      const after = { loans: { columns: { id: tables['loans']!.columns['id']!, title: text } } };
      assert.deepEqual(await readRows(database, after), { loans: [{ id: id(1), title: 'lon' }] });
    });
  });
});
