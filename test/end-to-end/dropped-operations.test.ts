import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { benches, Dropping, operationsOf } from '../support/dropping.ts';
import { evolve, labels, specificationOf, stepTo } from '../support/evolving.ts';
import { temporaryDirectory } from '../support/generated.ts';

/**
 * Nothing in a step is there for nothing: without any one of its operations a proof of the version behind it fails. The
 * proofs are those of the whole steps; only what adapts is made anew.
 */
describe('a step without one of its operations', { concurrency: benches }, () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  let dropping: Dropping;

  before(async () => {
    const contracts = await evolve(directory);
    dropping = await Dropping.of(directory, specificationOf('4'), contracts);
  });
  after(() => rmSync(dirname(directory), { recursive: true }));

  for (const label of labels.slice(0, -1)) {
    test(`with all of them no proof of version ${label} fails`, async () => {
      assert.equal(await dropping.firstRed(label), undefined);
    });
  }

  for (const operation of labels.slice(1).flatMap((label) => operationsOf(stepTo(label)))) {
    test(operation.title, async (context) => {
      context.diagnostic(await dropping.notice(operation));
    });
  }
});
