import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Environment, recover } from '../../../src/plan/index.ts';
import { nodeProcesses } from '../../../src/plan/processes.ts';
import { type Call, fastFiles, intercept, isChange } from './intercepted.ts';
import { run } from './outputs.ts';
import { extremes, type Scenario } from './scenario.ts';
import { snapshot, temporary } from './trees.ts';

const FAST: Environment = { files: fastFiles, processes: nodeProcesses };

/** What must hold after a run was killed, whenever that was. */
export async function assertRecovers(
  directory: string,
  scenario: Scenario,
  { before, after }: Awaited<ReturnType<typeof extremes>>,
  environment: Environment,
): Promise<string> {
  const root = join(directory, scenario.destination);
  const { outcome, left } = await recover(root, environment);
  const now = await snapshot(directory);
  const isAfter = isDeepStrictEqual(now, after);
  if (!isAfter) assert.deepEqual(now, before);
  if (outcome !== 'nothing') assert.equal(outcome, isAfter ? 'completed' : 'rolled-back');
  assert.deepEqual(left, []);
  assert.deepEqual(await recover(root, environment), { outcome: 'nothing', left: [] });
  await run(root, scenario.files, scenario.options, environment);
  assert.deepEqual(await snapshot(directory), after);
  assert.deepEqual(
    (await run(root, scenario.files, scenario.options, environment)).plan.changes,
    [],
  );
  return outcome;
}

/** Every state that a run of the scenario can leave the disk in: dying ahead of each change, and amid each write. */
export async function momentsOf(scenario: Scenario): Promise<{ n: number; half: boolean }[]> {
  await using directory = await temporary();
  const root = join(directory.path, scenario.destination);
  await scenario.prepare(root, FAST);
  const changes: Call[] = [];
  const files = intercept(fastFiles, async (call) => {
    if (isChange(call)) changes.push(call);
  });
  await run(root, scenario.files, scenario.options, { ...FAST, files });
  return changes.flatMap(({ operation }, index) => {
    const n = index + 1;
    const ahead = { n, half: false };
    return operation === 'writeFile' ? [ahead, { n, half: true }] : [ahead];
  });
}

export async function extremesOf(scenario: Scenario): ReturnType<typeof extremes> {
  await using untouched = await temporary();
  await using done = await temporary();
  return await extremes(scenario, [untouched.path, done.path], FAST);
}
