import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { breakages } from '../../mutations/breakages/index.ts';
import { fixtures } from '../../mutations/fixtures.ts';
import { temporaryDirectory } from '../support/generated.ts';

/** `npm run mutations` breaks each, which takes an hour; whether there still is what it breaks shows sooner. */
describe('what the mutations break', () => {
  const root = temporaryDirectory();
  after(() => rmSync(root, { recursive: true, force: true }));

  for (const [name, ofFixture] of Map.groupBy(breakages, ({ fixture }) => fixture)) {
    test(`is there once in ${name}`, async () => {
      const directory = join(root, name);
      await fixtures[name].make(directory);
      const others = ofFixture.flatMap(({ rule, file, from }) => {
        const count = readFileSync(join(directory, 'src', file), 'utf8').split(from).length - 1;
        return count === 1 ? [] : [{ rule, file, from, count }];
      });
      assert.deepEqual(others, []);
    });
  }
});
