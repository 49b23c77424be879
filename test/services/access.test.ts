import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';

const onSqlite = { TEST_DATABASE_URL: 'none' };

async function generated(name: string): Promise<string> {
  const directory = join(temporaryDirectory(), name);
  await generate(readFileSync(new URL(`access/${name}.yaml`, import.meta.url), 'utf8'), directory);
  install(directory);
  expectSuccess(run(directory, 'npm', ['run', 'check']));
  return directory;
}

test('rules without permissions by name hold at each of three levels', async () => {
  const directory = await generated('rules-alone');
  assert.match(expectSuccess(run(directory, 'npm', ['test'], onSqlite)), /^ℹ fail 0$/m);
  rmSync(join(directory, '..'), { recursive: true });
});

test('nothing leads around the rules', async () => {
  const directory = await generated('rules-with-exceptions');
  const leaks = new URL('../fixtures/access/leaks.ts', import.meta.url);
  copyFileSync(leaks, join(directory, 'test', 'leaks.test.ts'));
  const report = run(directory, 'node', ['--test', 'test/leaks.test.ts'], onSqlite);
  assert.match(expectSuccess(report), /^ℹ pass 5$/m);
  rmSync(join(directory, '..'), { recursive: true });
});
