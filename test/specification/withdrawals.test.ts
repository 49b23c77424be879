import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { planService } from '../../src/generate.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { temporaryDirectory } from '../support/generated.ts';

const file = fileURLToPath(new URL('../fixtures/evolving/v4.yaml', import.meta.url));

/** Mistakes of the evolving service when its version 2 withdraws an operation. */
async function mistakesWhenWithdrawing(operation: string) {
  const withdrawn = [{ operation, from: '2035-03-01' }];
  const path = ['versioning', 'versions', '2', 'withdrawn'];
  const text = editSpecification(readFileSync(file, 'utf8'), [{ path, value: withdrawn }]);
  const planned = await planService({
    text,
    file,
    destination: temporaryDirectory(),
    pinNode: false,
  });
  return planned.ok ? [] : planned.mistakes;
}

test('an older version withdraws what it has by its own names', async () => {
  assert.deepEqual(await mistakesWhenWithdrawing('purchase.delete'), []);
});

test('what an older version never had by that name cannot be withdrawn', async () => {
  const mistakes = await mistakesWhenWithdrawing('order.call-off');
  assert.deepEqual(
    mistakes.map(({ code, line }) => [code, line > 1]),
    [['unknown-operation', true]],
  );
  assert.ok(mistakes[0]?.allowed?.some((name) => name.startsWith('purchase.')));
});
