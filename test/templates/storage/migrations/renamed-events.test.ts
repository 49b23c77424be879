import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryRows } from '../../../../templates/src/runtime/storage/migrations/carry-rows.ts';
import { id, insertRows, makeTables, onBothEngines, readRows, takeSteps } from './support.ts';

const before = {
  webhook_endpoints: {
    columns: { id: { type: 'uuid', required: true }, events: { type: 'json', required: true } },
  },
} as const;

onBothEngines((fresh) => {
  test('subscriptions have the present names of the events that they name', async () => {
    await fresh(async (database) => {
      await makeTables(database, before);
      const rows = [
        { id: id(1), events: ['loan.created', 'loan.lost'] },
        { id: id(2), events: [] },
        { id: id(3), events: ['book.created'] },
      ];
      await insertRows(database, before, { webhook_endpoints: rows });
      // As a comparison of specifications writes it.
      const values = { 'loan.created': 'hire.created', 'loan.lost': 'hire.missing' };
      const step = carryRows('webhook_endpoints', { events: 'json' }, [
        { map: 'events[]', values },
      ]);
      await takeSteps(database, before, [step]);
      assert.deepEqual(await readRows(database, before), {
        webhook_endpoints: [
          { id: id(1), events: ['hire.created', 'hire.missing'] },
          { id: id(2), events: [] },
          { id: id(3), events: ['book.created'] },
        ],
      });
    });
  });
});
