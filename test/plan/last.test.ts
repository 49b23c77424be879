import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { recover } from '../../src/plan/index.ts';
import { output, plan, run } from './support/outputs.ts';
import { snapshot, temporary, write } from './support/trees.ts';

const first = [
  output('code', 'one\n'),
  output('script', 'for the generator\n'),
  output('rules', 'rules\n', 'owned'),
  output('folding', 'folding\n', 'owned'),
  output('.resource-service/schema', '{}\n'),
];
const last = [output('code', 'one\ntwo\n'), output('rules', 'rules\n', 'owned')];

test('the last generation leaves no record, and what a person wrote', async () => {
  await using directory = await temporary();
  await run(directory.path, first, { tables: 'tables\n' });
  await write(directory.path, { code: 'mine\none\n', rules: 'my rules\n', note: 'note\n' });
  const options = { isLast: true, retired: ['folding'] };
  await run(directory.path, last, options);
  assert.deepEqual(Object.keys(await snapshot(directory.path)).toSorted(), [
    'code',
    'note',
    'rules',
  ]);
  assert.equal(await readFile(join(directory.path, 'code'), 'utf8'), 'mine\none\ntwo\n');
  assert.equal(await readFile(join(directory.path, 'rules'), 'utf8'), 'my rules\n');
  assert.equal((await recover(directory.path)).outcome, 'nothing');
  assert.deepEqual((await plan(directory.path, last, options)).changes, []);
});

test('what a person added to a file that is not needed any more stays', async () => {
  await using directory = await temporary();
  await run(directory.path, first);
  await write(directory.path, { folding: 'folding\nmine\n', script: 'mine\n' });
  await run(directory.path, last, { isLast: true, retired: ['folding'] });
  const { folding, script } = await snapshot(directory.path);
  assert.ok(folding !== undefined && script !== undefined);
});

test('a conflict keeps every record', async () => {
  await using directory = await temporary();
  await run(directory.path, first);
  await write(directory.path, { code: 'mine\n' });
  const planned = await plan(directory.path, [output('code', 'other\n')], { isLast: true });
  assert.deepEqual(
    planned.obstacles.map(({ path }) => path),
    ['code'],
  );
});
