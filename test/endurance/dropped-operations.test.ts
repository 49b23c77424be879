import assert from 'node:assert/strict';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { benches, Dropping, operationsOf } from '../support/dropping.ts';
import { evolve, fixture, labels, specificationOf, stepTo } from '../support/evolving.ts';
import { repository, temporaryDirectory } from '../support/generated.ts';
import { partOf } from '../support/share.ts';

/** Between them they have every kind of operation. */
const services = [
  { name: 'evolving', directory: fixture, labels },
  {
    name: 'deciding',
    directory: join(repository, 'test', 'fixtures', 'deciding'),
    labels: ['1', '2'],
  },
];

/**
 * Nothing in a step is there for nothing: without any one of its operations a proof of the version behind it fails. The
 * proofs are those of the whole steps; only what adapts is made anew.
 */
for (const variant of services) {
  describe(
    `a step of ${variant.name} without one of its operations`,
    { concurrency: benches },
    () => {
      const directory = join(temporaryDirectory(), 'service');
      const older = variant.labels.slice(0, -1);
      const newer = variant.labels.slice(1);
      let dropping: Dropping;

      before(async () => {
        const contracts = await evolve(directory, variant);
        const hooks = '1-to-2.hooks.ts';
        if (existsSync(join(variant.directory, hooks))) {
          copyFileSync(join(variant.directory, hooks), join(directory, 'src', 'versioning', hooks));
        }
        const newest = specificationOf(variant.labels.at(-1) ?? '', variant);
        dropping = await Dropping.of(directory, newest, contracts);
      });
      after(() => rmSync(dirname(directory), { recursive: true }));

      for (const label of older) {
        test(`with all of them no proof of version ${label} fails`, async () => {
          assert.equal(await dropping.firstRed(label), undefined);
        });
      }

      const operations = newer.flatMap((label) => operationsOf(stepTo(label, variant)));
      for (const operation of partOf(operations, variant.name)) {
        test(operation.title, async (context) => {
          context.diagnostic(await dropping.notice(operation));
        });
      }
    },
  );
}
