import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatPlan, type Plan, planAsJson } from '../../src/plan/index.ts';
import { generated, output, plan, run } from './support/outputs.ts';
import { temporary, write } from './support/trees.ts';

const FIRST = [
  ...generated({ changed: 'one\ntwo\n', deleted: 'D', edited: 'E', gone: 'G', same: 'S' }),
  output('rules', 'R', 'owned'),
  output('old-rules', 'O', 'owned'),
];
const SECOND = [
  ...generated({ changed: 'one\n2\n', deleted: 'D', new: 'N', same: 'S' }),
  output('rules', 'R', 'owned'),
];

async function planOfEverything(root: string): Promise<Plan> {
  await run(root, FIRST);
  await write(root, { edited: 'mine' });
  await rm(join(root, 'deleted'));
  return plan(root, SECOND);
}

test('a plan for people is grouped, counted and sorted', async () => {
  await using directory = await temporary();
  const everything = await planOfEverything(directory.path);
  assert.equal(
    formatPlan(everything, { diff: true }),
    `1 to create, 1 to rewrite, 1 to delete, 2 no longer generated but left, 1 deleted by you, 1 kept as they are, 1 unchanged.

Create (1)
  new

Rewrite (1)
  changed
    @@ -1,2 +1,2 @@
     one
    -two
    +2

Delete, no longer generated (1)
  gone

Leave, no longer generated (2)
  edited: you edited it
  old-rules: it is yours

Deleted by you, stays deleted (1)
  deleted
`,
  );
  assert.ok(!formatPlan(everything).includes('@@'));
});

test('a plan that cannot be applied says why', async () => {
  await using directory = await temporary();
  await write(directory.path, { same: 'mine' });
  const text = formatPlan(await plan(directory.path, SECOND));
  assert.match(text, /Nothing is written: 1 in the way\.\n/);
  assert.match(text, /\nIn the way \(1\)\n {2}same was not written by the generator/);
});

test('a plan without changes says so', async () => {
  await using directory = await temporary();
  const { plan: first } = await run(directory.path, SECOND);
  assert.doesNotMatch(formatPlan(first), /Nothing to write/);
  assert.equal(
    formatPlan(await plan(directory.path, SECOND)),
    '1 kept as they are, 4 unchanged. Nothing to write.\n',
  );
});

test('a plan for machines is the same in every directory', async () => {
  await using one = await temporary();
  await using other = await temporary();
  const json = planAsJson(await planOfEverything(one.path));
  assert.deepEqual(planAsJson(await planOfEverything(other.path)), json);
  assert.deepEqual(JSON.parse(JSON.stringify(json)), json);
  assert.deepEqual([json.applicable, json.current], [true, false]);
  assert.deepEqual(json.counts, {
    create: 1,
    rewrite: 1,
    merge: 0,
    delete: 1,
    leave: 2,
    'deleted-by-user': 1,
    keep: 1,
    unchanged: 1,
  });
  assert.deepEqual(json.files[0], {
    path: 'changed',
    ownership: 'generated',
    template: 'changed.hbs',
    action: 'rewrite',
    diff: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
  });
});
