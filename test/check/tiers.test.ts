import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { filesIn, folders } from '../combined/folders.ts';

/** The files that a script of `package.json` hands to the runner. */
const filesOf = (script: string) =>
  globSync([...script.matchAll(/"(test\/[^"]+)"/gu)].map(([, pattern = '']) => pattern));

test('each file of tests is run by one command, once', () => {
  const { test: units, 'test:services': services, 'test:endurance': endurance } = manifest.scripts;
  const handed = [units, services, endurance].flatMap(filesOf);
  const names = Object.keys(folders) as (keyof typeof folders)[];
  const combined = names.flatMap(filesIn).map((file) => `test/${file}`);
  const present = globSync('test/**/*.test.ts', { exclude: ['test/golden/**'] });
  assert.deepEqual([...handed, ...combined].sort(), present.sort());
  assert.deepEqual(
    globSync('test/combined/*.test.ts')
      .map((file) => basename(file, '.test.ts'))
      .sort(),
    names.sort(),
  );
});
