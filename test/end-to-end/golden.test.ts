import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  exampleText,
  generate,
  repository,
  temporaryDirectory,
  tree,
} from '../support/generated.ts';

test('the golden service is what the generator emits today', async () => {
  const directory = join(temporaryDirectory(), 'order-desk');
  await generate(exampleText('order-desk'), directory);
  const expected = tree(join(repository, 'test', 'golden', 'order-desk'));
  // Bases repeat every file.
  const actual = tree(directory);
  actual.delete('.resource-service/bases');
  rmSync(join(directory, '..'), { recursive: true });
  assert.deepEqual([...actual.keys()], [...expected.keys()], 'run: npm run golden');
  for (const [path, text] of actual)
    assert.equal(text, expected.get(path), `${path} — run: npm run golden`);
});
