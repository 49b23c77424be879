import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  applyPlan,
  BusyError,
  type Environment,
  recover,
  StalePlanError,
  UnfinishedRunError,
} from '../../src/plan/index.ts';
import { nodeProcesses, type ProcessIdentity } from '../../src/plan/processes.ts';
import { type Call, dyingFiles, fastFiles, intercept } from './support/intercepted.ts';
import { generated, plan, run } from './support/outputs.ts';
import { deadProcesses } from './support/processes.ts';
import { snapshot, temporary, write } from './support/trees.ts';

const FAST: Environment = { files: fastFiles, processes: nodeProcesses };
const DEAD: Environment = { files: fastFiles, processes: deadProcesses };

/** A file system on which something happens once, ahead of the first call that fits. */
function meanwhile(fits: (call: Call) => boolean, act: () => Promise<void>): Environment {
  let isDone = false;
  const files = intercept(fastFiles, async (call) => {
    if (isDone || !fits(call)) return;
    isDone = true;
    await act();
  });
  return { ...FAST, files };
}

const isCommit = ({ operation, paths }: Call): boolean =>
  operation === 'rename' && paths[1]?.endsWith('/manifest') === true;
const isAppearance = ({ operation, paths }: Call): boolean =>
  operation === 'rename' && paths[0]?.endsWith('/tree') === true;

test('while one run writes to a directory, all others are refused', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A' }));
  const [first, second] = [
    await plan(directory.path, generated({ a: 'A2' })),
    await plan(directory.path, generated({ a: 'A3' })),
  ];
  const environment = meanwhile(isCommit, async () => {
    await assert.rejects(applyPlan(second), BusyError);
    await assert.rejects(plan(directory.path, []), UnfinishedRunError);
    await assert.rejects(
      recover(directory.path),
      (error) => error instanceof BusyError && error.message.includes(`process ${process.pid} `),
    );
  });
  await applyPlan(first, {}, environment);
  assert.deepEqual((await plan(directory.path, generated({ a: 'A2' }))).changes, []);
  await assert.rejects(applyPlan(second), StalePlanError);
});

test('while one run makes a directory, all others are refused and leave its staging alone', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  const second = await plan(root, generated({ a: 'A2' }));
  const environment = meanwhile(isAppearance, async () => {
    assert.equal((await recover(root)).outcome, 'nothing');
    await assert.rejects(applyPlan(second), BusyError);
  });
  await applyPlan(await plan(root, generated({ a: 'A' })), {}, environment);
  assert.deepEqual(
    Object.keys(await snapshot(directory.path)).filter((path) => !path.includes('/')),
    ['service'],
  );
  assert.deepEqual((await plan(root, generated({ a: 'A' }))).changes, []);
});

test('a directory that appears at the last moment is not replaced', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  const environment = meanwhile(isAppearance, () => write(root, { mine: 'M' }));
  await assert.rejects(run(root, generated({ a: 'A' }), {}, environment), StalePlanError);
  assert.deepEqual(Object.keys(await snapshot(directory.path)), ['service', 'service/mine']);
});

test('an empty directory that appears meanwhile is not replaced', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  const environment = meanwhile(
    ({ operation, paths }) => operation === 'writeFile' && paths[0]?.endsWith('/a') === true,
    () => mkdir(root),
  );
  await assert.rejects(run(root, generated({ a: 'A' }), {}, environment), StalePlanError);
  assert.deepEqual(Object.keys(await snapshot(directory.path)), ['service']);
});

test('a run that another one overtakes is refused', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A' }));
  const environment = meanwhile(
    (call) => isRenameTo(call, '/journal'),
    async () => void (await run(directory.path, generated({ a: 'A', b: 'B' }))),
  );
  const late = run(directory.path, generated({ a: 'A', c: 'C' }), {}, environment);
  await assert.rejects(late, StalePlanError);
  assert.deepEqual((await plan(directory.path, generated({ a: 'A', b: 'B' }))).changes, []);
});

test('a run that another one overtakes is refused, even if none of its files was touched', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  await rm(join(directory.path, '.resource-service/bases'));
  const environment = meanwhile(
    (call) => isRenameTo(call, '/journal'),
    async () => void (await run(directory.path, generated({ a: 'A' }))),
  );
  const late = run(directory.path, generated({ a: 'A', b: 'B' }), {}, environment);
  await assert.rejects(late, StalePlanError);
  assert.deepEqual((await plan(directory.path, generated({ a: 'A' }))).changes, []);
});

test('a file that a person saves at the last moment is not replaced', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B', c: 'C' }));
  await write(directory.path, { b: 'B' });
  const before = await snapshot(directory.path);
  const environment = meanwhile(isCommit, () => write(directory.path, { b: 'mine' }));
  const next = generated({ a: 'A2', b: 'B2', c: 'C2' });
  await assert.rejects(run(directory.path, next, {}, environment), StalePlanError);
  const after = await snapshot(directory.path);
  assert.match(after['b'] ?? '', /mine$/);
  assert.deepEqual({ ...after, b: before['b'] }, before);
});

for (const [outcome, edited] of [
  ['completed', 'b'],
  ['rolled-back', 'a'],
] as const) {
  test(`what a person changes between crash and recovery is left and reported: ${outcome}`, async () => {
    await using directory = await temporary();
    await run(directory.path, generated({ a: 'A', b: 'B' }));
    const ready = await plan(directory.path, generated({ a: 'A2', b: 'B2' }));
    const files = dyingUntil((call) => isRenameTo(call, '/b'));
    await assert.rejects(applyPlan(ready, {}, { ...DEAD, files }));
    const place = join(directory.path, '.resource-service/journal');
    const journal = join(place, (await readdir(place))[0] ?? '');
    if (outcome === 'rolled-back') await rename(join(journal, 'manifest'), join(journal, 'undo'));
    await write(directory.path, { [edited]: 'mine' });
    assert.deepEqual(await recover(directory.path, DEAD), { outcome, left: [edited] });
    const { a, b } = await snapshot(directory.path);
    assert.match(`${a} ${b}`, outcome === 'completed' ? /A2.*mine$/ : /mine.*B$/);
  });
}

function isRenameTo({ operation, paths }: Call, end: string): boolean {
  return operation === 'rename' && paths[1]?.endsWith(end) === true;
}

function dyingUntil(fits: (call: Call) => boolean, files = fastFiles): Environment['files'] {
  let isDead = false;
  return intercept(files, async (call) => {
    isDead ||= fits(call);
    if (isDead) throw new Error('The process is dead.');
  });
}

test('a later journal is not stolen by one who saw the former', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A' }));
  const before = await snapshot(directory.path);
  const ready = await plan(directory.path, generated({ a: 'A2' }));
  const leaveJournal = (): Promise<void> =>
    assert.rejects(applyPlan(ready, {}, { ...DEAD, files: dyingUntil(isCommit) }));
  await leaveJournal();
  let later: Record<string, string> = {};
  const { files } = meanwhile(isTakeOver, async () => {
    await recover(directory.path, DEAD);
    await leaveJournal();
    later = await snapshot(directory.path);
  });
  await assert.rejects(recover(directory.path, { ...DEAD, files }), BusyError);
  assert.deepEqual(await snapshot(directory.path), later);
  assert.equal((await recover(directory.path, DEAD)).outcome, 'rolled-back');
  assert.deepEqual(await snapshot(directory.path), before);
});

function isTakeOver({ operation, paths }: Call): boolean {
  return operation === 'rename' && paths.every((path) => path.includes('/journal/journal-'));
}

test('two recoveries at once: one does it, the tree is whole', async () => {
  await using directory = await temporary();
  await run(directory.path, generated({ a: 'A', b: 'B' }));
  const before = await snapshot(directory.path);
  for (let n = 1; ; n += 1) {
    const ready = await plan(directory.path, generated({ a: 'A2', b: 'B2' }));
    const { files, isDead } = dyingFiles(n, false);
    await applyPlan(ready, {}, { ...DEAD, files }).catch(() => undefined);
    const results = await Promise.allSettled([
      recover(directory.path, DEAD),
      recover(directory.path, DEAD),
    ]);
    assert.ok(
      results.some(({ status }) => status === 'fulfilled'),
      `n = ${n}`,
    );
    await recover(directory.path, DEAD);
    await run(directory.path, generated({ a: 'A', b: 'B' }));
    assert.deepEqual(await snapshot(directory.path), before, `n = ${n}`);
    if (!isDead()) break;
  }
});

test('staging that carries no marker of ours is not touched', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  const [full, other] = [
    '.service.resource-service-1-0123456789abcdef',
    '.service.resource-service-x',
  ];
  await write(directory.path, { [`${full}/notes`]: 'N', [`${other}/owner`]: '{}' });
  await write(directory.path, { [`.other.resource-service-1-0123456789abcdef/owner`]: '{}' });
  const before = await snapshot(directory.path);
  assert.equal((await recover(root, DEAD)).outcome, 'nothing');
  assert.deepEqual(await snapshot(directory.path), before);
});

test('nothing is recovered through a link', async () => {
  await using directory = await temporary();
  const [root, real] = [join(directory.path, 'service'), join(directory.path, 'real')];
  await mkdir(root);
  await run(real, generated({ a: 'A' }));
  const ready = await plan(real, generated({ a: 'A2' }));
  await assert.rejects(applyPlan(ready, {}, { ...DEAD, files: dyingUntil(isCommit) }));
  await symlink(join(real, '.resource-service'), join(root, '.resource-service'));
  const before = await snapshot(directory.path);
  assert.equal((await recover(root, DEAD)).outcome, 'nothing');
  assert.deepEqual(await snapshot(directory.path), before);
});

test('who lives: the same process, a stranger with its number, one that ended, one elsewhere', async () => {
  const self = await nodeProcesses.self();
  const isAlive = (other: Partial<ProcessIdentity>): Promise<boolean> =>
    nodeProcesses.isAlive({ ...self, ...other });
  assert.equal(await isAlive({}), true);
  assert.equal(await isAlive({ start: '' }), true);
  if (self.start !== '') assert.equal(await isAlive({ start: 'another boot:1' }), false);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  assert.equal(await isAlive({ pid: child.pid ?? 0 }), false);
  assert.equal(await isAlive({ host: 'elsewhere' }), true);
  assert.equal(await isAlive({ host: 'elsewhere', at: '2020-01-01T00:00:00.000Z' }), false);
});
