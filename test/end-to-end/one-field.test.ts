import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { exampleText, temporaryDirectory } from '../support/generated.ts';

/** Paths that a generation would write. */
async function written(text: string, destination: string): Promise<string[]> {
  const planned = await planService({ text, file: 'service.yaml', destination, pinNode: false });
  assert.ok(planned.ok, JSON.stringify(planned));
  const { changes } = planned.plan;
  await applyPlan(planned.plan);
  return changes.map(({ path }) => path).toSorted();
}

test('a generation without a change writes nothing, and one more field touches only the files that show it', async () => {
  const directory = join(temporaryDirectory(), 'order-desk');
  const text = exampleText('order-desk');
  assert.ok((await written(text, directory)).length > 400);
  assert.deepEqual(await written(text, directory), []);
  const more = editSpecification(text, [
    { path: ['resources', 'order', 'fields', 'remark'], value: { type: 'string' } },
  ]);
  assert.deepEqual(await written(more, directory), [
    '.resource-service/bases',
    '.resource-service/lock',
    '.resource-service/tables',
    'INTERFACE.md',
    'service.yaml',
    'src/resources/order/order.schema.ts',
    'src/resources/order/order.store.ts',
    'src/storage/migrations/0002-add-orders-remark.ts',
    'test/resources/order.sample.ts',
  ]);
  rmSync(dirname(directory), { recursive: true });
});
