import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  applyPlan,
  DestinationError,
  InvalidTextError,
  LockError,
  makePlan,
  ObstaclesError,
  OlderGeneratorError,
  readBase,
  readLock,
  StalePlanError,
  UnsafePathError,
} from '../../src/plan/index.ts';
import { actions, generated, OPTIONS, output, plan, run } from './support/outputs.ts';
import { identities, service, snapshot, temporary, write } from './support/trees.ts';

const LOCK = '.resource-service/lock';
const BASES = '.resource-service/bases';

/** A service in a fresh directory; `root` is its path. */
async function given(
  files: readonly ReturnType<typeof output>[],
): Promise<AsyncDisposable & { root: string }> {
  const directory = await temporary();
  const root = join(directory.path, 'service');
  await run(root, files);
  return { root, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

const program = (text: string, executable: boolean) => [{ ...output('run', text), executable }];
const exists = (path: string): Promise<boolean> => stat(path).then(Boolean, () => false);

test('a new directory appears with files, lock and bases', async () => {
  await using service = await given([
    output('src/app.ts', 'A\n'),
    output('rules.ts', 'R\n', 'owned'),
  ]);
  const files = Object.keys(await snapshot(service.root));
  for (const path of ['src/app.ts', 'rules.ts', LOCK, BASES]) assert.ok(files.includes(path), path);
  assert.equal(await readBase(service.root, 'src/app.ts'), 'A\n');
  assert.equal(await readBase(service.root, 'rules.ts'), undefined, 'only of generated files');
});

test('directories missing above the destination are made with it', async () => {
  await using directory = await temporary();
  await run(join(directory.path, 'a/b/service'), generated({ 'x/y': 'Y' }));
  assert.equal(await readFile(join(directory.path, 'a/b/service/x/y'), 'utf8'), 'Y');
  assert.deepEqual(Object.keys(await snapshot(directory.path)).slice(0, 3), [
    'a',
    'a/b',
    'a/b/service',
  ]);
});

test('an existing directory is not replaced, even an empty one', async () => {
  await using directory = await temporary();
  const { ino } = await stat(directory.path);
  await run(directory.path, generated({ a: 'A' }));
  assert.equal((await stat(directory.path)).ino, ino);
});

test('the lock records generator, further facts and files', async () => {
  await using service = await given(generated({ a: 'A' }));
  const lock = await readLock(service.root);
  assert.equal(lock?.generator, '0.1.0');
  assert.deepEqual(lock.header, { specification: 'abc' });
  assert.deepEqual(
    lock.files.map(({ path, template }) => [path, template]),
    [['a', 'a.hbs']],
  );
  assert.equal(await readLock(join(service.root, 'nowhere')), undefined);
});

test('a second run writes nothing', async () => {
  const files = [output('a/b', 'B'), output('c', 'C', 'owned'), output('d', 'D', 'history')];
  await using service = await given(files);
  const before = await identities(service.root);
  const { plan, applied } = await run(service.root, files);
  assert.deepEqual(plan.changes, []);
  assert.deepEqual(applied, { written: 0, deleted: 0, unchanged: 3 });
  assert.deepEqual(await identities(service.root), before);
});

test('pristine files are rewritten, their bases and the lock with them', async () => {
  await using service = await given(generated({ a: 'A', b: 'B' }));
  const { plan, applied } = await run(service.root, generated({ a: 'A2', b: 'B', c: 'C' }));
  assert.deepEqual(actions(plan), { a: 'rewrite', b: 'unchanged', c: 'create' });
  assert.deepEqual(applied, { written: 2, deleted: 0, unchanged: 1 });
  assert.equal(await readFile(join(service.root, 'a'), 'utf8'), 'A2');
  assert.equal(await readBase(service.root, 'a'), 'A2');
});

test('an edited contract is an obstacle and nothing else is written', async () => {
  await using service = await given([output('a', 'A', 'frozen'), output('b', 'B')]);
  await write(service.root, { a: 'mine' });
  const before = await snapshot(service.root);
  const refused = await plan(service.root, [output('a', 'A', 'frozen'), output('b', 'B2')]);
  assert.deepEqual(actions(refused), { a: 'edited!', b: 'rewrite' });
  assert.match(refused.obstacles[0]?.message ?? '', /a was edited/);
  await assert.rejects(applyPlan(refused), ObstaclesError);
  assert.deepEqual(await snapshot(service.root), before);
});

test('an edit that is the next text already heals the lock', async () => {
  await using service = await given(generated({ a: 'A' }));
  await write(service.root, { a: 'A2' });
  const { plan } = await run(service.root, generated({ a: 'A2' }));
  assert.deepEqual(actions(plan), { a: 'unchanged' });
  const again = await run(service.root, generated({ a: 'A3' }));
  assert.deepEqual(actions(again.plan), { a: 'rewrite' });
});

test('a file that the generator did not write is an obstacle', async () => {
  await using directory = await temporary();
  await write(directory.path, { 'src/a': 'theirs', same: 'S' });
  const refused = await plan(directory.path, generated({ 'src/a': 'A', same: 'S' }));
  assert.deepEqual(actions(refused), { 'src/a': 'foreign!', same: 'unchanged' });
});

test("a file in the place of one of the person's own files is theirs from then on", async () => {
  await using directory = await temporary();
  await write(directory.path, { rules: 'theirs' });
  for (const text of ['R', 'R2']) {
    const { plan } = await run(directory.path, [output('rules', text, 'owned')]);
    assert.deepEqual(actions(plan), { rules: 'keep' });
  }
  assert.equal(await readFile(join(directory.path, 'rules'), 'utf8'), 'theirs');
});

test('files of others stay as they are', async () => {
  await using directory = await temporary();
  await write(directory.path, { 'src/theirs': 'T', 'notes.md': 'N' });
  await run(directory.path, generated({ 'src/a': 'A' }));
  await run(directory.path, []);
  const { 'src/theirs': theirs, 'notes.md': notes, 'src/a': gone } = await service(directory.path);
  assert.match(`${theirs} ${notes}`, /T.* N/);
  assert.equal(gone, undefined);
});

test('owned files are written once', async () => {
  await using service = await given([output('rules', 'R', 'owned')]);
  const pristine = await run(service.root, [output('rules', 'R2', 'owned')]);
  assert.deepEqual(actions(pristine.plan), { rules: 'keep' });
  await write(service.root, { rules: 'mine' });
  await run(service.root, [output('rules', 'R3', 'owned')]);
  assert.equal(await readFile(join(service.root, 'rules'), 'utf8'), 'mine');
});

test('an owned file may be a link', async () => {
  await using service = await given([output('rules', 'R', 'owned')]);
  await rename(join(service.root, 'rules'), join(service.root, 'real'));
  await symlink('real', join(service.root, 'rules'));
  const { plan } = await run(service.root, [output('rules', 'R2', 'owned')]);
  assert.deepEqual(actions(plan), { rules: 'keep' });
});

test('a deleted file stays deleted, also later, until it is asked for', async () => {
  await using service = await given([output('a', 'A'), output('rules', 'R', 'owned')]);
  await rm(join(service.root, 'a'));
  await rm(join(service.root, 'rules'));
  for (const text of ['A2', 'A3']) {
    const { plan } = await run(service.root, [output('a', text), output('rules', 'R', 'owned')]);
    assert.deepEqual(actions(plan), { a: 'deleted-by-user', rules: 'deleted-by-user' });
    assert.equal(await exists(join(service.root, 'a')), false);
  }
  const lock = await readLock(service.root);
  assert.deepEqual(
    lock?.files.map(({ deleted }) => deleted),
    [true, true],
  );
  const { plan } = await run(service.root, [output('a', 'A3'), output('rules', 'R', 'owned')], {
    restore: ['a'],
  });
  assert.deepEqual(actions(plan), { a: 'create', rules: 'deleted-by-user' });
});

test('a deleted file is not forgotten while it is not generated', async () => {
  await using service = await given(generated({ a: 'A', b: 'B' }));
  await rm(join(service.root, 'a'));
  await run(service.root, generated({ a: 'A', b: 'B' }));
  await run(service.root, generated({ b: 'B' }));
  const { plan } = await run(service.root, generated({ a: 'A', b: 'B' }));
  assert.deepEqual(actions(plan), { a: 'deleted-by-user', b: 'unchanged' });
});

test('files no longer generated go, with the directories that they leave empty', async () => {
  const files = [output('keep', 'K'), output('orders/deep/a', 'A'), output('orders/deep/b', 'B')];
  await using service = await given(files);
  const { plan, applied } = await run(service.root, files.slice(0, 1));
  assert.deepEqual(actions(plan), {
    keep: 'unchanged',
    'orders/deep/a': 'delete',
    'orders/deep/b': 'delete',
  });
  assert.deepEqual(applied, { written: 0, deleted: 2, unchanged: 1 });
  assert.deepEqual(Object.keys(await snapshot(service.root)), [
    '.resource-service',
    BASES,
    LOCK,
    'keep',
  ]);
});

test('edited and owned files no longer generated are left, reported each time, and known when they return', async () => {
  const files = [output('a', 'A'), output('edited', 'E'), output('rules', 'R', 'owned')];
  await using service = await given(files);
  await write(service.root, { edited: 'mine', rules: 'mine' });
  for (const _ of [1, 2]) {
    const { plan } = await run(service.root, files.slice(0, 1));
    assert.deepEqual(actions(plan), { a: 'unchanged', edited: 'leave', rules: 'leave' });
  }
  const back = await plan(service.root, files);
  assert.deepEqual(actions(back), { a: 'unchanged', edited: 'keep', rules: 'keep' });
});

test('directories with files of others, and directories that were there before, stay', async () => {
  await using directory = await temporary();
  await mkdir(join(directory.path, 'theirs'));
  await run(directory.path, generated({ 'theirs/new/a': 'A', 'ours/b': 'B' }));
  await write(directory.path, { 'ours/notes': 'N' });
  await run(directory.path, generated({ 'theirs/new/a': 'A2', 'ours/b': 'B2' }));
  assert.deepEqual((await readLock(directory.path))?.theirs, ['theirs']);
  await run(directory.path, []);
  const left = Object.keys(await service(directory.path));
  assert.deepEqual(left, ['ours', 'ours/notes', 'theirs']);
});

test('a contract is written when it is frozen and never again', async () => {
  await using service = await given(generated({ v1: 'draft' }));
  await run(service.root, [output('v1', 'final', 'frozen')]);
  assert.equal(await exists(join(service.root, BASES)), false);
  await run(service.root, [output('v1', 'other', 'frozen')]);
  assert.equal(await readFile(join(service.root, 'v1'), 'utf8'), 'final');
  await write(service.root, { v1: 'edited' });
  assert.deepEqual(actions(await plan(service.root, [output('v1', 'other', 'frozen')])), {
    v1: 'edited!',
  });
});

test('links inside the destination are never followed', async () => {
  await using directory = await temporary();
  const [root, outside] = [join(directory.path, 'service'), join(directory.path, 'outside')];
  await write(outside, { a: 'A', b: 'B' });
  await mkdir(root);
  await symlink(outside, join(root, 'linked'));
  await symlink(join(outside, 'b'), join(root, 'b'));
  const before = await snapshot(outside);
  const refused = await plan(root, generated({ 'linked/a': 'A', b: 'B', c: 'C' }));
  assert.deepEqual(actions(refused), { b: 'link!', c: 'create', 'linked/a': 'link!' });
  await assert.rejects(applyPlan(refused), ObstaclesError);
  assert.deepEqual(await snapshot(outside), before);
});

test('files no longer generated are not deleted through a link', async () => {
  await using service = await given(generated({ 'x/a': 'A', b: 'B' }));
  await rename(join(service.root, 'x'), join(service.root, '../moved'));
  await symlink('../moved', join(service.root, 'x'));
  const { plan } = await run(service.root, generated({ b: 'B' }));
  assert.deepEqual(actions(plan), { b: 'unchanged', 'x/a': 'leave' });
  assert.equal(await readFile(join(service.root, '../moved/a'), 'utf8'), 'A');
});

for (const path of ['.resource-service', LOCK, BASES]) {
  test(`the bookkeeping is not written through a link either: ${path}`, async () => {
    await using service = await given(generated({ a: 'A' }));
    await rename(join(service.root, path), join(service.root, '../moved'));
    await symlink(join(service.root, '../moved'), join(service.root, path));
    const before = await snapshot(join(service.root, '..'));
    const refused = await plan(service.root, generated({ a: 'A2' }));
    assert.equal(refused.obstacles[0]?.reason, 'link');
    await assert.rejects(applyPlan(refused), ObstaclesError);
    assert.deepEqual(await snapshot(join(service.root, '..')), before);
  });
}

test('something that is no file is an obstacle', async () => {
  await using directory = await temporary();
  await write(directory.path, { 'a/x': 'X', b: 'B' });
  const refused = await plan(directory.path, generated({ a: 'A', 'b/c': 'C' }));
  assert.deepEqual(actions(refused), { a: 'not-a-file!', 'b/c': 'not-a-file!' });
});

test('a destination that is a link to a directory is the directory', async () => {
  await using directory = await temporary();
  const [real, link] = [join(directory.path, 'real'), join(directory.path, 'link')];
  await mkdir(real);
  await symlink(real, link);
  const { plan } = await run(link, generated({ a: 'A' }));
  assert.equal(plan.destination, real);
  assert.equal(await readFile(join(real, 'a'), 'utf8'), 'A');
});

test('a destination that is a file, below a file, or a link to nothing is refused', async () => {
  await using directory = await temporary();
  await write(directory.path, { file: 'F' });
  await symlink('nowhere', join(directory.path, 'link'));
  for (const name of ['file', 'file/below', 'link', 'link/below']) {
    await assert.rejects(plan(join(directory.path, name), []), DestinationError, name);
  }
});

test('a disk that changed since the plan was made is refused, nothing is written', async () => {
  const changes: Record<string, (root: string) => Promise<unknown>> = {
    'an edit': (root) => write(root, { a: 'mine' }),
    'a new file in the way': (root) => write(root, { c: 'mine' }),
    'a deletion': (root) => rm(join(root, 'a')),
    'an edit of what would go': (root) => write(root, { b: 'mine' }),
    'another generation': (root) => run(root, generated({ a: 'A', b: 'B', d: 'D' })),
    'an edit of the bases': (root) => write(root, { [BASES]: 'mine' }),
  };
  for (const [name, change] of Object.entries(changes)) {
    await using service = await given(generated({ a: 'A', b: 'B' }));
    const stale = await plan(service.root, generated({ a: 'A2', c: 'C' }));
    await change(service.root);
    const before = await identities(service.root);
    await assert.rejects(applyPlan(stale), StalePlanError, name);
    assert.deepEqual(await identities(service.root), before, name);
  }
});

test('a destination that appeared since the plan was made is refused', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  const stale = await plan(root, generated({ a: 'A' }));
  await mkdir(root);
  await assert.rejects(applyPlan(stale), StalePlanError);
  assert.deepEqual(await snapshot(directory.path), { service: 'directory 755' });
});

test('an edit of a file that would not change does not hinder', async () => {
  await using service = await given([output('a', 'A'), output('rules', 'R', 'owned')]);
  const ready = await plan(service.root, [output('a', 'A2'), output('rules', 'R', 'owned')]);
  await write(service.root, { rules: 'mine' });
  await applyPlan(ready);
  assert.equal(await readFile(join(service.root, 'rules'), 'utf8'), 'mine');
});

test('the executable bit is set, kept, and changed only when the generator changes it', async () => {
  await using service = await given(program('1', true));
  const mode = async (): Promise<number> => (await stat(join(service.root, 'run'))).mode & 0o777;
  assert.equal((await mode()) & 0o111, 0o111 & ~process.umask());
  await chmod(join(service.root, 'run'), 0o700);
  await run(service.root, program('2', true));
  assert.equal(await mode(), 0o700);
  await chmod(join(service.root, 'run'), 0o640);
  assert.deepEqual((await run(service.root, program('2', true))).plan.changes, []);
  assert.equal(await mode(), 0o640);
  await run(service.root, program('2', false));
  const { plan } = await run(service.root, program('2', true));
  assert.deepEqual(actions(plan), { run: 'rewrite' });
  assert.equal(await mode(), 0o750);
  assert.deepEqual((await run(service.root, program('2', true))).plan.changes, []);
});

test('permissions that a person gave a file survive a rewrite', async () => {
  await using service = await given(generated({ a: 'A' }));
  await chmod(join(service.root, 'a'), 0o666);
  await run(service.root, generated({ a: 'A2' }));
  assert.equal((await stat(join(service.root, 'a'))).mode & 0o777, 0o666);
});

test('a checkout with CRLF is no edit, and stays one with CRLF', async () => {
  await using service = await given(generated({ a: 'one\ntwo\n', b: 'B\n' }));
  for (const path of ['a', 'b', LOCK, BASES]) {
    const text = await readFile(join(service.root, path), 'utf8');
    await writeFile(join(service.root, path), text.replaceAll('\n', '\r\n'));
  }
  const same = await run(service.root, generated({ a: 'one\ntwo\n', b: 'B\n' }));
  assert.deepEqual(same.plan.changes, []);
  await run(service.root, generated({ a: 'one\n2\n', b: 'B\n' }));
  assert.equal(await readFile(join(service.root, 'a'), 'utf8'), 'one\r\n2\r\n');
  await write(service.root, { a: 'one\r\n2\n' });
  const mixed = await plan(service.root, generated({ a: 'one\n3\n', b: 'B\n' }));
  assert.deepEqual(actions(mixed), { a: 'merge', b: 'unchanged' });
});

test('outputs that cannot be written are refused', async () => {
  await using directory = await temporary();
  const bad: readonly (readonly [ReturnType<typeof output>[], new (...args: never) => Error])[] = [
    [generated({ '../a': 'A' }), UnsafePathError],
    [generated({ 'README.md': 'A', 'readme.md': 'A' }), UnsafePathError],
    [generated({ [LOCK]: 'A' }), UnsafePathError],
    [generated({ [BASES]: 'A' }), UnsafePathError],
    [generated({ '.resource-service/conflicts': 'A' }), UnsafePathError],
    [generated({ '.resource-service/base/a.base': 'A' }), UnsafePathError],
    [generated({ '.resource-service/journal/x': 'A' }), UnsafePathError],
    [generated({ '.Resource-Service/schema.json': 'A' }), UnsafePathError],
    [generated({ a: 'A', 'a/b': 'B' }), UnsafePathError],
    [generated({ a: 'A\r\n' }), InvalidTextError],
    [generated({ a: '\uD800' }), InvalidTextError],
    [[{ ...output('a', 'A'), template: '' }], InvalidTextError],
  ];
  for (const [files, error] of bad) {
    await assert.rejects(plan(directory.path, files), error, files[0]?.path ?? '');
  }
  await run(directory.path, generated({ '.resource-service/service.schema.json': '{}' }));
});

test('a damaged lock is refused with its line', async () => {
  await using service = await given(generated({ a: 'A' }));
  const text = await readFile(join(service.root, LOCK), 'utf8');
  await write(service.root, { [LOCK]: text.replace(/^a /m, '<<<<<<< HEAD\na ') });
  await assert.rejects(
    plan(service.root, []),
    (error) => error instanceof LockError && error.line === 5,
  );
  await write(service.root, { [LOCK]: '\0' });
  await assert.rejects(plan(service.root, []), LockError);
});

test('an older generator refuses', async () => {
  await using service = await given(generated({ a: 'A' }));
  await run(service.root, generated({ a: 'A' }), { generator: '0.10.0' });
  await assert.rejects(
    makePlan(service.root, generated({ a: 'A' }), { ...OPTIONS, generator: '0.9.0' }),
    (error) => error instanceof OlderGeneratorError && /0\.10\.0.*0\.9\.0/.test(error.message),
  );
});

test('progress counts every change', async () => {
  await using directory = await temporary();
  for (const files of [{ a: 'A', b: 'B' }, { a: 'A2' }]) {
    const ready = await plan(join(directory.path, 'service'), generated(files));
    const seen: number[] = [];
    await applyPlan(ready, { onProgress: ({ done, total }) => seen.push(total - done) });
    assert.deepEqual(seen, ready.changes.map((_, index) => index).reverse());
  }
});
