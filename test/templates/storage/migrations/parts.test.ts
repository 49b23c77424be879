import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import { carryRows } from '../../../../templates/src/runtime/storage/migrations/carry-rows.ts';
import {
  addColumn,
  run,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { key } from './cases.ts';
import { dyingAfter } from './dying.ts';
import {
  id,
  makeTables,
  onBothEngines,
  readRows,
  takeSteps,
  type AnyDatabase,
  type Definitions,
} from './support.ts';

const before: Definitions = {
  loans: { columns: { id: key, state: { type: 'text' }, count: { type: 'integer' } } },
};

/** Adds one to the count of each of three rows, a row in each part. */
const counting = run('count on', async (database, _, after) => {
  const number = Number(after ?? 0) + 1;
  await sql`update loans set count = count + 1 where id = ${id(number)}`.execute(database);
  return number < 3 ? String(number) : undefined;
});
/** What is done twice is wrong: an open loan would be lost. */
const carrying = carryRows('loans', { state: 'text' }, [
  { map: 'state', values: { open: 'closed', closed: 'lost' } },
]);

interface Case {
  readonly title: string;
  readonly step: Step;
  readonly rows: number;
  /** After how many statements the process dies. */
  readonly deaths: readonly number[];
  /** Of a row, by its number. */
  readonly expected: (number: number) => { readonly state: string; readonly count: number };
}

const cases: readonly Case[] = [
  {
    title: "a team's own parts",
    step: counting,
    rows: 4,
    deaths: Array.from({ length: 60 }, (_, statements) => statements),
    expected: (number) => ({ state: 'open', count: number <= 3 ? number + 1 : number }),
  },
  {
    title: 'rows that are carried over',
    step: carrying,
    rows: 1100,
    deaths: [300, 600, 900, 1080],
    expected: (number) => ({ state: 'closed', count: number }),
  },
];

async function fill(database: AnyDatabase, rows: number): Promise<void> {
  await database.transaction(async (transaction) => {
    for (let number = 1; number <= rows; number += 1) {
      await sql`insert into loans (id, state, count) values (${id(number)}, 'open', ${number})`.execute(
        transaction,
      );
    }
  });
}

onBothEngines((fresh) => {
  for (const { title, step, rows, deaths, expected } of cases) {
    test(`what is done in parts is done once, wherever it is interrupted: ${title}`, async () => {
      const steps = [step, addColumn('loans', 'note', { type: 'text' })];
      let died = 0;
      for (const statements of deaths) {
        await fresh(async (database, url) => {
          await makeTables(database, before);
          await fill(database, rows);
          const dying: AnyDatabase = await openDatabase(url);
          if (
            await dyingAfter(statements, async () => void (await takeSteps(dying, before, steps)))
          ) {
            died += 1;
          }
          await dying.close();
          await takeSteps(database, before, steps);
          const { loans } = await readRows(database, before);
          const wanted = Array.from({ length: rows }, (_, index) => ({
            id: id(index + 1),
            ...expected(index + 1),
          }));
          assert.deepEqual(loans, wanted, `after ${String(statements)} statements`);
        });
      }
      assert.ok(died > 3, `it died ${String(died)} times`);
    });
  }

  test('a table of migrations that an older generator made gets a place for positions', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await fill(database, 4);
      await database.session((session) =>
        sql`alter table schema_migrations drop column position`.execute(session),
      );
      await takeSteps(database, before, [counting]);
      const { loans = [] } = await readRows(database, before);
      assert.deepEqual(
        loans.map(({ count }) => count),
        [2, 3, 4, 4],
      );
    });
  });
});
