import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import { after, before, expected, killingTests, rows, takeAll } from './killing.ts';
import { insertRows, makeTables, onBothEngines, readRows, type AnyDatabase } from './support.ts';

// test/endurance kills at each statement.
killingTests(9);

onBothEngines((fresh) => {
  test('two replicas that start at once migrate once', async () => {
    await fresh(async (database, url) => {
      await makeTables(database, before);
      await insertRows(database, before, rows);
      const others: AnyDatabase[] = await Promise.all(
        [1, 2].map(async (): Promise<AnyDatabase> => openDatabase(url)),
      );
      const ran = await Promise.all([database, ...others].map((each) => takeAll(each)));
      assert.deepEqual(ran.flat().sort(), ['0002-first', '0003-second']);
      assert.deepEqual(await readRows(database, after), expected);
      await Promise.all(others.map((each) => each.close()));
    });
  });
});
