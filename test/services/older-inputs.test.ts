import { copyFileSync, rmSync } from 'node:fs';
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

const fixture = join(repository, 'test', 'fixtures', 'referring');

describe('an older version with references and numbers of a few values', () => {
  const directory = join(temporaryDirectory(), 'dispatch');

  before(async () => {
    await evolve(directory, { directory: fixture, labels: ['1', '2'] });
    const hooks = '1-to-2.hooks.ts';
    copyFileSync(join(fixture, hooks), join(directory, 'src', 'versioning', hooks));
  });
  after(() => {
    rmSync(dirname(directory), { recursive: true });
  });

  test('is sent them by transitions and actions as before', () => {
    expectTypes(directory);
    expectSuccess(
      run(directory, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
        TEST_DATABASE_URL: 'none',
      }),
    );
  });
});
