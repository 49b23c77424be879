import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';

test('nouns that the language or the generated code use as well name resources all the same', async () => {
  const directory = join(temporaryDirectory(), 'odd-names');
  const text = readFileSync(new URL('names-in-use.yaml', import.meta.url), 'utf8');
  await generate(text, directory);
  install(directory);
  expectSuccess(run(directory, 'npm', ['run', 'check']));
  assert.match(expectSuccess(run(directory, 'npm', ['test'])), /^ℹ fail 0$/m);
  rmSync(join(directory, '..'), { recursive: true });
});
