import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importDocument } from '../../src/import/index.ts';
import { prove } from '../search/prove.ts';
import { temporaryDirectory } from '../support/generated.ts';

const library = readFileSync(new URL('../fixtures/openapi/library.yaml', import.meta.url), 'utf8');

test('the service of an OpenAPI document compiles, starts and passes its own tests', async (t) => {
  const imported = importDocument(library);
  assert.ok(imported.ok);
  const directory = join(temporaryDirectory(), 'library');
  t.after(() => rmSync(join(directory, '..'), { recursive: true, force: true }));
  const options = { directory, tests: 'all', isRemembered: true } as const;
  const { findings, tests } = await prove(imported.text, options);
  assert.deepEqual(findings, []);
  assert.ok(tests > 100, `${tests} tests`);
});
