import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Environment, makePlan, applyPlan, recover } from '../../src/plan/index.ts';
import { nodeProcesses } from '../../src/plan/processes.ts';
import { fastFiles, intercept, systemError } from './support/intercepted.ts';
import { generated, OPTIONS, run } from './support/outputs.ts';
import { deadProcesses } from './support/processes.ts';
import { snapshot, temporary, write } from './support/trees.ts';

const FAST: Environment = { files: fastFiles, processes: nodeProcesses };

test('a full disk leaves all as it was, at once and with a clear error', async () => {
  await using directory = await temporary();
  await write(directory.path, { mine: 'M' });
  await run(directory.path, generated({ a: 'A' }));
  const before = await snapshot(directory.path);
  const files = intercept(fastFiles, async ({ operation, paths }) => {
    if (operation === 'writeFile') throw systemError('ENOSPC', `write ${paths[0]}`);
  });
  const plan = await makePlan(directory.path, generated({ a: 'A2', b: 'B' }), OPTIONS);
  await assert.rejects(applyPlan(plan, {}, { ...FAST, files }), {
    name: 'ApplyError',
    message: /Writing failed: the disk is full.*Nothing was changed\./,
    outcome: 'rolled-back',
  });
  assert.deepEqual(await snapshot(directory.path), before);
});

test('what cannot be taken back at once is taken back by the next run', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  const before = await snapshot(directory.path);
  let renames = 0;
  const files = intercept(fastFiles, async ({ operation, paths }) => {
    const isTarget = operation === 'rename' && /service-|\/[ab]$/.test(paths[1] ?? '');
    if (isTarget && paths[1]?.endsWith('/b')) renames += 1;
    if (renames > 0 && operation === 'rename') throw systemError('EBUSY', 'rename');
  });
  const plan = await makePlan(directory.path, generated({ a: 'A2', b: 'B2' }), OPTIONS);
  await assert.rejects(applyPlan(plan, {}, { ...FAST, files }), {
    name: 'ApplyError',
    message: /in use.*taking it back failed/i,
    outcome: 'unfinished',
  });
  const { outcome } = await recover(directory.path, { ...FAST, processes: deadProcesses });
  assert.equal(outcome, 'completed');
  const { a: changed } = await snapshot(directory.path);
  assert.notEqual(changed, before['a']);
});

function hangUp(): void {
  throw new Error('The terminal is gone.');
}

test('an error of the caller takes everything back', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  const before = await snapshot(directory.path);
  const plan = await makePlan(directory.path, generated({ a: 'A2' }), OPTIONS);
  await assert.rejects(applyPlan(plan, { onProgress: hangUp }), /terminal is gone/);
  assert.deepEqual(await snapshot(directory.path), before);
});

/** Tells as whom a child runs: root may write anywhere, so that it cannot see a permission refused. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const CHILD = fileURLToPath(new URL('support/child.ts', import.meta.url));

function runAsNobody(destination: string): { status: number | null; stderr: string } {
  const words = [CHILD, 'run', destination, '0', '0', 'whole'];
  return spawnSync(process.execPath, words, { ...NOBODY, encoding: 'utf8' });
}

test('a parent that may not be written is told', async () => {
  await using directory = await temporary();
  await chmod(directory.path, 0o555);
  const { status, stderr } = runAsNobody(join(directory.path, 'service'));
  assert.equal(status, 1);
  assert.match(stderr, /ApplyError: service could not be made: permission denied/);
  await chmod(directory.path, 0o755);
  assert.deepEqual(await snapshot(directory.path), {});
});

test('a directory can be changed although its parent may not be written', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  await mkdir(root);
  await chmod(root, 0o777);
  await chmod(directory.path, 0o555);
  const { status, stderr } = runAsNobody(root);
  assert.equal(status, 0, stderr);
  await chmod(directory.path, 0o755);
  assert.ok('changed' in (await snapshot(root)));
});
