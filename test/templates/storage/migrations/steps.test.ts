import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf } from './catalogue.ts';
import { stepCases } from './cases.ts';
import {
  catalogueAfter,
  insertRows,
  makeTables,
  onBothEngines,
  readRows,
  takeSteps,
} from './support.ts';

onBothEngines((fresh) => {
  for (const { title, before, rows, steps, after, expected, acceptLoss = [] } of stepCases) {
    test(title, async () => {
      const wanted = await fresh(async (database) => {
        await makeTables(database, after);
        return catalogueOf(database);
      });
      await fresh(async (database) => {
        await makeTables(database, before);
        await insertRows(database, before, rows);
        assert.deepEqual(await takeSteps(database, before, steps, { acceptLoss }), [
          '0002-changes',
        ]);
        assert.deepEqual(await catalogueAfter(database), wanted);
        assert.deepEqual(await readRows(database, after), expected);
        assert.deepEqual(await takeSteps(database, before, steps), []);
      });
    });
  }
});
