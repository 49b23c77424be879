import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addColumn, migrate } from '../../../../templates/src/runtime/storage/migrations/index.ts';
import { key } from './cases.ts';
import { makeTables, onPostgres, twoMigrations, type Definitions } from './support.ts';

const before: Definitions = {
  loans: { columns: { id: key, title: { type: 'text', required: true } } },
};

onPostgres((fresh) => {
  test('a migration leaves no former rows in a table for clients to read', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      await sql`
        insert into loans (id, title)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, repeat('x', 300)
        from generate_series(1, 4000) as n`.execute(database.reader);
      const required = { type: 'text', required: true } as const;
      const step = addColumn('loans', 'country', required, {
        fill: { sql: 'substr(title, 1, 2)' },
      });
      await migrate(database, twoMigrations(before, [step]));
      const { rows } = await sql`
        select relpages > 64 as "isLarge", relallvisible = relpages as "isTidy"
        from pg_class where oid = to_regclass('loans')`.execute(database.reader);
      assert.deepEqual(rows, [{ isLarge: true, isTidy: true }]);
    });
  });
});
