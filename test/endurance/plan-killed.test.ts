import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/plan/index.ts';
import { nodeProcesses } from '../../src/plan/processes.ts';
import { fastFiles } from '../plan/support/intercepted.ts';
import { assertRecovers, extremesOf, momentsOf } from '../plan/support/moments.ts';
import { SCENARIOS } from '../plan/support/scenario.ts';
import { snapshot, temporary } from '../plan/support/trees.ts';
import { partOf } from '../support/share.ts';

const CHILD = fileURLToPath(new URL('../plan/support/child.ts', import.meta.url));
/** Enough to keep two cores busy. */
const AT_ONCE = 3;
const FAST: Environment = { files: fastFiles, processes: nodeProcesses };

/** Compiled once instead of in each of the hundreds of children. */
const cache = mkdtempSync(join(tmpdir(), 'plan-cache-'));
after(() => rmSync(cache, { recursive: true, force: true }));

/** True: it was killed; false: it came to its end. */
function killed(...words: readonly string[]): Promise<boolean> {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const child = spawn(process.execPath, [CHILD, ...words], { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve(signal === 'SIGKILL');
      else reject(new Error(`The child ended with ${code ?? signal}.`));
    });
  });
}

for (const [index, scenario] of SCENARIOS.entries()) {
  test(`killed at any moment: ${scenario.name}`, async () => {
    const expected = await extremesOf(scenario);
    const all = await momentsOf(scenario);
    assert.ok(all.length > 15, `only ${all.length} moments`);
    const moments = partOf(all, scenario.name);
    const isWhole = moments.length === all.length;
    const outcomes = new Set<string>();
    const worker = async (): Promise<void> => {
      for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
        await using directory = await temporary();
        const root = join(directory.path, scenario.destination);
        await scenario.prepare(root, FAST);
        const half = moment.half ? 'half' : 'whole';
        assert.ok(await killed('run', root, String(index), String(moment.n), half));
        outcomes.add(await assertRecovers(directory.path, scenario, expected, FAST));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (isWhole) assert.deepEqual([...outcomes].sort(), ['completed', 'nothing', 'rolled-back']);
  });
}

test('a child that is not killed completes', async () => {
  const [scenario] = SCENARIOS;
  assert.ok(scenario);
  await using directory = await temporary();
  const root = join(directory.path, scenario.destination);
  assert.equal(await killed('run', root, '0', '0', 'whole'), false);
  assert.deepEqual(await snapshot(directory.path), (await extremesOf(scenario)).after);
});

test('killed while recovering', async () => {
  const index = SCENARIOS.length - 1;
  const scenario = SCENARIOS[index];
  assert.ok(scenario);
  const expected = await extremesOf(scenario);
  const moments = await momentsOf(scenario);
  for (const moment of moments.filter((_, index) => index % 12 === 5)) {
    await using directory = await temporary();
    const root = join(directory.path, scenario.destination);
    await scenario.prepare(root, FAST);
    assert.ok(await killed('run', root, String(index), String(moment.n), 'whole'));
    assert.ok(await killed('recover', root, String(index), '2', 'whole'));
    await assertRecovers(directory.path, scenario, expected, FAST);
  }
});
