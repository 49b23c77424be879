import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Environment, recover } from '../../src/plan/index.ts';
import { dyingFiles, fastFiles } from './support/intercepted.ts';
import { assertRecovers, extremesOf, momentsOf } from './support/moments.ts';
import { run } from './support/outputs.ts';
import { deadProcesses } from './support/processes.ts';
import { SCENARIOS } from './support/scenario.ts';
import { temporary } from './support/trees.ts';

/** Of the moments of a recovery, one in so many is tried for each moment of the run. */
const STRIDE = 11;
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
        await run(root, scenario.files, {}, { ...DEAD, files: first.files }).catch(() => undefined);
        assert.ok(first.isDead());
        const second = dyingFiles(m, m % 2 === 0);
        await recover(root, { ...DEAD, files: second.files }).catch(() => undefined);
        died = second.isDead();
        await assertRecovers(directory.path, scenario, expected, DEAD);
      }
    }
  });
}
