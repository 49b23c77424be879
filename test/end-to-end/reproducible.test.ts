import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launching } from '../generators/support/command.ts';
import {
  examples,
  expectSuccess,
  repository,
  run,
  temporaryDirectory,
  tree,
} from '../support/generated.ts';

const surroundings = [
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
];

for (const example of examples) {
  test(`G10 ${example} is the same in two directories, time zones and locales`, () => {
    const trees = surroundings.map((environment, index) => {
      const directory = join(temporaryDirectory(), `directory-${String(index)}`);
      const specification = join(repository, 'examples', example, 'service.yaml');
      const options = [
        '--spec',
        specification,
        '--destination',
        directory,
        '--yes',
        '--skip-install',
      ];
      expectSuccess(run(repository, process.execPath, [...launching, ...options], environment));
      const files = tree(directory);
      rmSync(join(directory, '..'), { recursive: true });
      return files;
    });
    assert.ok((trees[0]?.size ?? 0) > 100);
    assert.deepEqual(trees[0], trees[1]);
  });
}
