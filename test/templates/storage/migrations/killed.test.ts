import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../templates/src/runtime/storage/database.ts';
import { acceptLoss, after, before, expected, killingTests, rows, steps } from './killing.ts';
import {
  insertRows,
  makeTables,
  onBothEngines,
  readRows,
  takeSteps,
  type AnyDatabase,
} from './support.ts';

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
      const ran = await Promise.all(
        [database, ...others].map((each) => takeSteps(each, before, steps, { acceptLoss })),
      );
      assert.ok(ran.flat().length > 0);
      assert.deepEqual(await readRows(database, after), expected);
      await Promise.all(others.map((each) => each.close()));
    });
  });
});
