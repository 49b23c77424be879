import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { evolve } from './evolving.ts';
import { expectSuccess, expectTypes, repository, run, temporaryDirectory } from './generated.ts';

/**
 * The newest version of a fixture of several versions, for the tests of a suite. It is there while these run.
 *
 * @returns its directory
 */
export function evolvedFixture(
  fixture: string,
  service: string,
  labels: readonly string[],
): string {
  const directory = join(temporaryDirectory(), service);
  before(async () => {
    await evolve(directory, { directory: join(repository, 'test', 'fixtures', fixture), labels });
  });
  after(() => {
    rmSync(dirname(directory), { recursive: true });
  });
  return directory;
}

/** Runs tests that a generated service brings, on SQLite. */
export function runOwnTests(directory: string, pattern: string): ReturnType<typeof run> {
  const options = ['--test', '--test-isolation=none', pattern];
  return run(directory, 'node', options, { TEST_DATABASE_URL: 'none' });
}

/** Fails unless the service compiles, and its older versions are what they were. */
export function expectVersions(directory: string): void {
  expectTypes(directory);
  expectSuccess(runOwnTests(directory, 'test/versioning/*.test.ts'));
}
