import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  ApplyError,
  type Environment,
  makePlan,
  applyPlan,
  recover,
} from '../../src/plan/index.ts';
import { nodeProcesses } from '../../src/plan/processes.ts';
import { failingFiles, fastFiles } from '../plan/support/intercepted.ts';
import { OPTIONS } from '../plan/support/outputs.ts';
import { deadProcesses } from '../plan/support/processes.ts';
import { extremes, SCENARIOS, type Scenario } from '../plan/support/scenario.ts';
import { snapshot, temporary } from '../plan/support/trees.ts';
import { partOf } from '../support/share.ts';

const FAST: Environment = { files: fastFiles, processes: nodeProcesses };

for (const scenario of SCENARIOS) {
  test(`the disk is full at any operation: ${scenario.name}`, async () => {
    await using untouched = await temporary();
    await using done = await temporary();
    const { before, after } = await extremes(scenario, [untouched.path, done.path], FAST);
    const operations = await operationsOf(scenario);
    const failed = partOf(operations, scenario.name);
    const seen = { refused: 0, written: 0 };
    for (const n of failed) {
      await using directory = await temporary();
      const root = join(directory.path, scenario.destination);
      await scenario.prepare(root, FAST);
      const plan = await makePlan(root, scenario.files, { ...OPTIONS, ...scenario.options }, FAST);
      const failing = failingFiles(n, 'ENOSPC');
      const error = await errorOf(applyPlan(plan, {}, { ...FAST, files: failing.files }));
      assert.ok(failing.calls() >= n);
      const now = await snapshot(directory.path);
      // A journal may be left where removing it was what failed: that is for the next command.
      await recover(root, { ...FAST, processes: deadProcesses });
      const recovered = await snapshot(directory.path);
      if (error === undefined || error.outcome === 'completed') {
        assert.deepEqual(recovered, after);
        seen.written += 1;
      } else {
        assert.match(error.message, /the disk is full/);
        assert.equal(error.outcome, 'rolled-back');
        assert.deepEqual(recovered, before);
        assert.deepEqual(withoutOurs(now), withoutOurs(before));
        seen.refused += 1;
      }
    }
    assert.equal(seen.refused + seen.written, failed.length);
    if (failed.length === operations.length) {
      assert.ok(seen.refused > 15 && seen.written > 0, JSON.stringify(seen));
    }
  });
}

/** The numbers of the operations that writing the scenario asks the file system for, from 1. */
async function operationsOf(scenario: Scenario): Promise<number[]> {
  await using directory = await temporary();
  const root = join(directory.path, scenario.destination);
  await scenario.prepare(root, FAST);
  const plan = await makePlan(root, scenario.files, { ...OPTIONS, ...scenario.options }, FAST);
  const counting = failingFiles(0, 'ENOSPC');
  await applyPlan(plan, {}, { ...FAST, files: counting.files });
  return Array.from({ length: counting.calls() }, (_, index) => index + 1);
}

async function errorOf(promise: Promise<unknown>): Promise<ApplyError | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApplyError, String(error));
    return error;
  }
}

function withoutOurs(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.includes('resource-service')),
  );
}
