import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { repository } from '../support/generated.ts';
import { regressions, selectedTests } from '../support/regressions.ts';

const runtimeTests = globSync('test/runtime/**/*.ts', { cwd: join(repository, 'templates') });

/** Whether a pattern selects a test of the runtime; the tests of resources and versions are rendered for each service. */
function selects(pattern: string): boolean {
  if (!pattern.startsWith('test/runtime/')) return true;
  return runtimeTests.some((path) => matchesGlob(path, pattern));
}

test('each pattern of a small specification selects a test that exists', () => {
  const idle = regressions().flatMap((path) => {
    const patterns = selectedTests(readFileSync(path, 'utf8'))?.split(' ') ?? [];
    const unknown = patterns.filter((pattern) => pattern !== 'document' && !selects(pattern));
    return unknown.map((pattern) => `${basename(path)}: ${pattern}`);
  });
  assert.deepEqual(idle, []);
});
