import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { evolve } from '../support/evolving.ts';
import {
  expectSuccess,
  expectTypes,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

const fixture = join(repository, 'test', 'fixtures', 'drafting');

describe('a service that a new user takes through four versions', () => {
  const directory = join(temporaryDirectory(), 'gallery-loans');

  before(async () => {
    await evolve(directory, { directory: fixture, labels: ['1', '2', '3', '4'] });
  });
  after(() => {
    rmSync(dirname(directory), { recursive: true });
  });

  test('compiles, and its older versions are what they were', () => {
    expectTypes(directory);
    const options = ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'];
    expectSuccess(run(directory, 'node', options, { TEST_DATABASE_URL: 'none' }));
  });
});
