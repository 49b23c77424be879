import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Environment, recover } from '../../src/plan/index.ts';
import {
  dyingFiles,
  fastFiles,
  intercept,
  switchFiles,
  systemError,
} from '../plan/support/intercepted.ts';
import { assertRecovers, extremesOf, momentsOf } from '../plan/support/moments.ts';
import { run } from '../plan/support/outputs.ts';
import { deadProcesses } from '../plan/support/processes.ts';
import { SCENARIOS } from '../plan/support/scenario.ts';
import { temporary } from '../plan/support/trees.ts';

/** Of the moments of a recovery, one in so many is tried for each moment of the run. */
const STRIDE = 17;
const DEAD: Environment = { files: fastFiles, processes: deadProcesses };

for (const scenario of SCENARIOS) {
  test(`dead at any moment, and at any moment of the recovery: ${scenario.name}`, async () => {
    const expected = await extremesOf(scenario);
    for (const { n, half } of await momentsOf(scenario)) {
      for (let m = 1 + (n % STRIDE), died = true; died; m += STRIDE) {
        await using directory = await temporary();
        const root = join(directory.path, scenario.destination);
        await scenario.prepare(root, DEAD);
        const first = dyingFiles(n, half);
        await run(root, scenario.files, scenario.options, { ...DEAD, files: first.files }).catch(
          () => undefined,
        );
        assert.ok(first.isDead());
        const second = dyingFiles(m, m % 2 === 0);
        await recover(root, { ...DEAD, files: second.files }).catch(() => undefined);
        died = second.isDead();
        await assertRecovers(directory.path, scenario, expected, DEAD);
      }
    }
  });
}

test('dead at any moment of taking back a run that failed', async () => {
  const scenario = SCENARIOS.at(-1);
  assert.ok(scenario);
  const expected = await extremesOf(scenario);
  for (let m = 1, died = true; died; m += 1) {
    await using directory = await temporary();
    const root = join(directory.path, scenario.destination);
    await scenario.prepare(root, DEAD);
    const last = dyingFiles(m, false);
    let hasFailed = false;
    const files = intercept(fastFiles, async ({ operation, paths }) => {
      if (hasFailed || operation !== 'rename' || paths[1] !== join(root, 'program')) return;
      hasFailed = true;
      throw systemError('EBUSY', 'rename');
    });
    const failing = switchFiles(files, last.files, () => hasFailed);
    await assert.rejects(run(root, scenario.files, scenario.options, { ...DEAD, files: failing }));
    died = last.isDead();
    const outcome = await assertRecovers(directory.path, scenario, expected, DEAD);
    assert.notEqual(outcome, m === 1 ? 'rolled-back' : 'completed');
  }
});
