import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import {
  addColumn,
  alterColumn,
  createIndex,
  createTable,
  createUniqueIndex,
  dropColumn,
  dropTable,
  migrate,
  renameTable,
  replaceValues,
  type Step,
} from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { key } from './cases.ts';
import { newId } from '../engines.ts';
import {
  id,
  makeTables,
  onPostgres,
  twoMigrations,
  type AnyDatabase,
  type Definitions,
} from './support.ts';
import { watchingLocks } from './watching-locks.ts';

const required = { required: true } as const;
const references = { table: 'people', onDelete: 'restrict' } as const;
const before: Definitions = {
  people: { columns: { id: key, name: { type: 'text', ...required } } },
  places: { columns: { id: key, name: { type: 'text' } } },
  loans: {
    columns: {
      id: key,
      title: { type: 'text', ...required },
      state: { type: 'text', ...required, default: 'open' },
      count: { type: 'integer' },
      owner_id: { type: 'uuid', references },
      note: { type: 'text' },
    },
    indexes: [['count', 'id']],
  },
  tags: { columns: { id: key, owner_id: { type: 'uuid', references } } },
};
/** More than two batches of pages. */
const rows = 4000;

const cases: readonly (readonly [title: string, ...steps: Step[]])[] = [
  [
    'a required field with a constant',
    addColumn('loans', 'country', { type: 'text', ...required }, { fill: { value: 'AT' } }),
  ],
  [
    'a required field with an expression',
    addColumn('loans', 'label', { type: 'text', ...required }, { fill: { sql: "title || '!'" } }),
  ],
  [
    'a required reference',
    addColumn(
      'loans',
      'reader_id',
      { type: 'uuid', ...required, references },
      { fill: { value: id(1) } },
    ),
  ],
  [
    'a field that is required from now on',
    alterColumn('loans', 'count', {
      from: { type: 'integer' },
      to: { type: 'integer', ...required },
      fill: { value: 0 },
    }),
  ],
  [
    'another type',
    alterColumn('loans', 'count', {
      from: { type: 'integer' },
      to: { type: { decimal: [12, 2] }, ...required },
      fill: { value: '0.00' },
    }),
  ],
  [
    'another type of what refers',
    alterColumn('loans', 'owner_id', {
      from: { type: 'uuid', references },
      to: { type: 'text' },
    }),
  ],
  [
    'a reference that does something else when a row is deleted',
    alterColumn('loans', 'owner_id', {
      from: { type: 'uuid', references },
      to: { type: 'uuid', references: { ...references, onDelete: 'cascade' } },
    }),
  ],
  ['values that others take the place of', replaceValues('loans', 'state', { open: 'free' })],
  [
    'values that take the place of each other',
    replaceValues('loans', 'state', { open: 'closed', closed: 'open' }),
  ],
  ['an index', createIndex('loans', ['title', 'id'])],
  ['a unique value', createUniqueIndex('loans', ['title'])],
  [
    'several tables at once',
    createTable('fines', {
      columns: {
        id: key,
        place_id: { type: 'uuid', references: { ...references, table: 'places' } },
      },
    }),
    addColumn('loans', 'remark', { type: 'text' }),
    renameTable('places', 'rooms'),
    addColumn('rooms', 'floor', { type: 'integer' }),
    dropTable('tags'),
    dropColumn('loans', 'note'),
  ],
];

onPostgres((fresh) => {
  for (const [title, ...steps] of cases) {
    test(`clients wait for nothing that takes long: ${title}`, async () => {
      await fresh(async (database) => {
        await makeTables(database, before);
        await sql`insert into people (id, name) values (${id(1)}, 'Ada')`.execute(database.reader);
        await sql`
          insert into loans (id, title, state, count, owner_id, note)
          select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Title ' || n,
            case when n % 2 = 0 then 'open' else 'closed' end, nullif(n % 5, 0), ${id(1)}::uuid, repeat('x', 300)
          from generate_series(1, ${rows}::int) as n`.execute(database.reader);
        const acceptLoss = ['tags', 'loans.note'];
        const { transactions, others } = await watchingLocks(database, () =>
          migrate(database, twoMigrations(before, steps), { acceptLoss }),
        );
        const exclusive = transactions.filter(({ taken }) => taken.length > 0);
        for (const { statements, taken, read, written } of exclusive) {
          const what = statements.join('\n');
          assert.match(statements[0] ?? '', /^set local lock_timeout = /, what);
          assert.ok(read < 100 && written < 100, `${String(read)} rows are read\n${what}`);
          assert.equal(taken.length, 1, `${JSON.stringify(taken)} one after the other\n${what}`);
        }
        for (const { statements, written } of transactions) {
          assert.ok(
            written < rows / 2,
            `${String(written)} rows are written at once\n${statements.join('\n')}`,
          );
        }
        for (const text of others.filter((each) =>
          /create .*index|alter|update|lock table/i.test(each),
        )) {
          assert.match(text, /concurrently|pg_advisory/);
        }
        const isInSight =
          exclusive.length > 0 ||
          others.some((text) => /concurrently/.test(text)) ||
          transactions.some(({ written }) => written > 100);
        assert.ok(isInSight, 'nothing was seen');
      });
    });
  }

  test('while one table is not to be had, clients go on writing the others', async () => {
    await fresh(async (database, url) => {
      await makeTables(database, before);
      const present: AnyDatabase = await openDatabase(url);
      const steps = [
        addColumn('loans', 'remark', { type: 'text' }),
        addColumn('places', 'floor', { type: 'integer' }),
      ];
      const insert = (table: string, name: string) =>
        sql`insert into ${sql.table(table)} (id, ${sql.ref(name)}) values (${newId()}, 'x')`;
      let migrating: Promise<unknown> = Promise.resolve();
      await database.transaction(async (transaction) => {
        await insert('places', 'name').execute(transaction);
        migrating = migrate(present, twoMigrations(before, steps));
        await untilWaiting(database);
        await insert('loans', 'title').execute(database.reader);
      });
      assert.deepEqual(await migrating, ['0002-changes']);
      await present.close();
    });
  });
});

/** Until a transaction waits for a table that another one has. */
async function untilWaiting({ reader }: AnyDatabase): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and relation in (select oid from pg_class where relnamespace = to_regnamespace(current_schema()))`.execute(
      reader,
    );
    if (rows.length > 0) return;
  }
}
