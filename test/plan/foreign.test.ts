import assert from 'node:assert/strict';
import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  applyPlan,
  type Environment,
  ForeignJournalError,
  makePlan,
  recover,
} from '../../src/plan/index.ts';
import { type Call, dyingFiles, fastFiles, intercept } from './support/intercepted.ts';
import { generated, OPTIONS, run } from './support/outputs.ts';
import { deadProcesses } from './support/processes.ts';
import { snapshot, temporary, write } from './support/trees.ts';

const DEAD: Environment = { files: fastFiles, processes: deadProcesses };

/** Kills a run ahead of the first call that fits. */
async function killed(
  root: string,
  files: Readonly<Record<string, string>>,
  fits: (call: Call) => boolean,
): Promise<void> {
  const plan = await makePlan(root, generated(files), OPTIONS, DEAD);
  let isDead = false;
  const dying = intercept(fastFiles, async (call) => {
    isDead ||= fits(call);
    if (isDead) throw new Error('The process is dead.');
  });
  await assert.rejects(applyPlan(plan, {}, { ...DEAD, files: dying }));
}

const isFirstStep = ({ operation, paths }: Call): boolean =>
  operation === 'rename' && paths[0]?.endsWith('/new/0') === true;
const isFirstDirectory =
  (root: string) =>
  ({ operation, paths }: Call): boolean =>
    operation === 'mkdir' && paths[0]?.startsWith(`${root}/src`) === true;

test('the journal of a copy is not carried out, nor does it pass a link', async () => {
  await using directory = await temporary();
  const [original, copy] = [join(directory.path, 'original'), join(directory.path, 'copy')];
  await run(original, generated({ a: 'A' }));
  await killed(original, { a: 'A2', 'src/deep/b': 'B' }, isFirstDirectory(original));
  await cp(original, copy, { recursive: true, preserveTimestamps: true });
  await mkdir(join(directory.path, 'outside'));
  await symlink(join(directory.path, 'outside'), join(copy, 'src'));
  const before = await snapshot(directory.path);
  await assert.rejects(recover(copy, DEAD), ForeignJournalError);
  assert.deepEqual(await snapshot(directory.path), before);

  // The way out that the message names.
  await rm(join(copy, '.resource-service/journal'), { recursive: true });
  assert.equal((await recover(copy, DEAD)).outcome, 'nothing');
  await makePlan(copy, generated({ a: 'A' }), OPTIONS, DEAD);
  assert.equal((await recover(original, DEAD)).outcome, 'completed');
});

test('a journal is not carried out elsewhere than where its run wrote', async () => {
  await using directory = await temporary();
  const [original, moved] = [join(directory.path, 'original'), join(directory.path, 'moved')];
  await run(original, generated({ a: 'A' }));
  await killed(original, { a: 'A2' }, isFirstStep);
  await rename(original, moved);
  await assert.rejects(recover(moved, DEAD), ForeignJournalError);
  await rename(moved, original);
  assert.equal((await recover(original, DEAD)).outcome, 'completed');
});

test('something else in the place of the journal is refused, and left alone', async () => {
  await using directory = await temporary();
  const place = join(directory.path, '.resource-service/journal');
  for (const make of [
    () => write(place, { 'journal-1-0123456789abcdef/manifest': '{}' }),
    () => write(place, { manifest: '{}', owner: '{}' }),
    () => write(join(place, '..'), { journal: 'text' }),
    () => symlink(directory.path, place),
  ]) {
    await rm(place, { recursive: true, force: true });
    await mkdir(join(place, '..'), { recursive: true });
    await make();
    const before = await snapshot(directory.path);
    await assert.rejects(recover(directory.path, DEAD), ForeignJournalError);
    assert.deepEqual(await snapshot(directory.path), before);
  }
});

test('temporary directories that came with a copy are left alone and in no way', async () => {
  await using directory = await temporary();
  const [original, copy] = [join(directory.path, 'original'), join(directory.path, 'copy')];
  const leave = async (n: number): Promise<void> => {
    const plan = await makePlan(original, generated({ a: `A${n}` }), OPTIONS, DEAD);
    const { files } = dyingFiles(n, false);
    await assert.rejects(applyPlan(plan, {}, { ...DEAD, files }));
  };
  await run(original, generated({ a: 'A' }));
  for (const n of [4, 6]) await leave(n);
  await cp(original, copy, { recursive: true, preserveTimestamps: true });
  const staging = '.new.resource-service-1-0123456789abcdef';
  const theirs = `{"host":"elsewhere","pid":1,"start":"","at":"2020-01-01","destination":"${original}","seal":"1-1"}`;
  await write(directory.path, { [`${staging}/owner`]: theirs, [`${staging}/seal`]: '' });
  await write(directory.path, { [`${staging}/tree/mine`]: 'M' });
  const before = await snapshot(directory.path);
  assert.equal((await recover(copy, DEAD)).outcome, 'nothing');
  assert.equal((await recover(join(directory.path, 'new'), DEAD)).outcome, 'nothing');
  assert.deepEqual(await snapshot(directory.path), before);
  await run(copy, generated({ a: 'A2' }), {}, DEAD);
  await run(join(directory.path, 'new'), generated({ a: 'A' }), {}, DEAD);
});

const isEnd = ({ operation, paths }: Call): boolean =>
  operation === 'rename' && /\/completed-[^/]+$/.test(paths[1] ?? '');
const isDeletion = ({ operation, paths }: Call): boolean =>
  operation === 'rename' && /\/deleted\/\d+$/.test(paths[1] ?? '');

const LINKS = [
  {
    name: 'a directory to make',
    first: { a: 'A' },
    second: { a: 'A2', 'src/deep/b': 'B' },
    dies: ({ operation, paths }: Call): boolean =>
      operation === 'mkdir' && paths[0]?.endsWith('/src') === true,
    outside: 'other',
    outcome: 'completed',
  },
  {
    name: 'a directory to remove',
    first: { a: 'A', 'src/deep/b': 'B' },
    second: { a: 'A' },
    dies: isDeletion,
    outside: 'deep',
    outcome: 'completed',
  },
  {
    name: 'a directory whose making is taken back',
    first: { a: 'A' },
    second: { a: 'A2', 'src/deep/b': 'B' },
    dies: isEnd,
    outside: 'deep',
    outcome: 'rolled-back',
  },
] as const;

for (const { name, first, second, dies, outside, outcome } of LINKS) {
  test(`a link that appears after the crash is not passed: ${name}`, async () => {
    await using directory = await temporary();
    const root = join(directory.path, 'service');
    await run(root, generated(first));
    await killed(root, second, dies);
    if (outcome === 'rolled-back') await turnRound(root);
    await write(directory.path, { 'outside/note': 'N' });
    await mkdir(join(directory.path, 'outside', outside));
    await rm(join(root, 'src'), { recursive: true, force: true });
    await symlink(join(directory.path, 'outside'), join(root, 'src'));
    const before = await snapshot(join(directory.path, 'outside'));
    assert.equal((await recover(root, DEAD)).outcome, outcome);
    assert.deepEqual(await snapshot(join(directory.path, 'outside')), before);
  });
}

async function turnRound(root: string): Promise<void> {
  const place = join(root, '.resource-service/journal');
  const [name = ''] = await readdir(place);
  await rename(join(place, name, 'manifest'), join(place, name, 'undo'));
}
