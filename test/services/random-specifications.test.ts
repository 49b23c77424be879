import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { specificationOf } from '../search/arbitrary.ts';
import { prove } from '../search/prove.ts';
import { yamlOf } from '../search/repair.ts';
import { temporaryDirectory } from '../support/generated.ts';

/** A tenth of what `npm run search -- --to 300` runs, others every day; SEARCH_SEED repeats those of a day. */
const count = 30;
const seed = Number(
  process.env['SEARCH_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
);

describe(`any legal specification, SEARCH_SEED=${String(seed)}`, { concurrency: 2 }, () => {
  const root = temporaryDirectory();
  after(() => rmSync(root, { recursive: true, force: true }));

  for (let index = 0; index < count; index += 1) {
    const number = seed * 100 + index;
    test(`specification ${String(number)} makes a service whose own tests pass`, async () => {
      const directory = join(root, String(number));
      const proof = await prove(yamlOf(specificationOf(number)), {
        directory,
        tests: 'all',
        environment: { TEST_DATABASE_URL: 'none' },
      });
      assert.deepEqual(
        proof.findings,
        [],
        `npm run search -- --from ${String(number)} --to ${String(number)}`,
      );
      rmSync(directory, { recursive: true });
    });
  }
});
