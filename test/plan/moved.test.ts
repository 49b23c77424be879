import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatPlan, planAsJson } from '../../src/plan/index.ts';
import { actions, generated, plan, run } from './support/outputs.ts';
import { temporary, write } from './support/trees.ts';

const lines = (...names: readonly string[]) =>
  names.map((name) => `export const ${name} = 1;\n`).join('');
const files = generated({
  'src/orders.ts': lines('a', 'b', 'c', 'd'),
  'src/items.ts': lines('e', 'f', 'g', 'h'),
  'notes.md': lines('a', 'b', 'c', 'd'),
});

test("a moved file is reported with its new place, which is the person's from then on", async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  await run(root, files);
  await mkdir(join(root, 'src/own'));
  await rename(join(root, 'src/orders.ts'), join(root, 'src/own/sales.ts'));
  await writeFile(join(root, 'src/own/sales.ts'), lines('a', 'b', 'c', 'x'));
  await write(root, {
    'src/own/other.ts': lines('a', 'y', 'z'),
    'src/own/copy.md': lines('a', 'b', 'c', 'd'),
  });
  for (const _ of [1, 2]) {
    const { plan: made } = await run(root, files);
    assert.equal(actions(made)['src/orders.ts'], 'deleted-by-user');
    assert.match(formatPlan(made), /src\/orders\.ts: perhaps moved to src\/own\/sales\.ts\n/);
    const file = planAsJson(made).files.find(({ path }) => path === 'src/orders.ts');
    assert.equal(file?.similar, 'src/own/sales.ts');
  }
});

test('nothing similar is named where nothing is, and nothing behind a link or of the packages', async () => {
  await using directory = await temporary();
  const root = join(directory.path, 'service');
  await run(root, files);
  await rm(join(root, 'src/orders.ts'));
  const text = lines('a', 'b', 'c', 'd');
  await write(root, { 'node_modules/x/orders.ts': text, 'dist/orders.ts': text });
  await write(directory.path, { 'outside/orders.ts': text });
  await symlink(join(directory.path, 'outside'), join(root, 'linked'));
  const found = (await plan(root, files)).files.find(({ path }) => path === 'src/orders.ts');
  assert.deepEqual(found, {
    path: 'src/orders.ts',
    ownership: 'generated',
    template: 'src/orders.ts.hbs',
    action: 'deleted-by-user',
  });
});
