import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allImportsOf, importsOf, packagesOf } from '../../src/rendering/imports.ts';
import { isModule, reached } from '../../src/rendering/reached.ts';

test('imports are found in every form in which templates write them', () => {
  const text = `import { a } from './a.ts';
import type {
  B,
} from '../b.ts';
import { other } from 'other';
export type { C } from './c/c.ts';
const d = await import('./d.ts');
`;
  assert.deepEqual(importsOf('src/x/y.ts', text), ['src/x/a.ts', 'src/b.ts', 'src/x/c/c.ts']);
  assert.deepEqual(allImportsOf('src/x/y.ts', text).at(-1), 'src/x/d.ts');
});

test('packages are found by their names', () => {
  const text = `import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { jetstream } from '@nats-io/jetstream/x';
import { join } from 'node:path';
const { jwtVerify } = await import('jose');
`;
  assert.deepEqual(packagesOf(text), ['typebox', 'typebox', '@nats-io/jetstream', 'jose']);
});

test('a text that looks like an import is none', () => {
  const text = `export const title = "taken from './a.ts'";
export const other = 'import b from \\'./b.ts\\';';
/** import { c } from './c.ts'; */
// import { d } from './d.ts';
  import: 'of x from ./e.ts';
`;
  assert.deepEqual(importsOf('src/y.ts', text), []);
});

test('modules are made when they are reached, and one that nothing makes is told', () => {
  const file = (path: string, ...imports: string[]) => ({ path, imports });
  const modules = new Map([
    ['src/a.ts', () => file('src/a.ts', 'src/b.ts')],
    ['src/b.ts', () => file('src/b.ts', 'src/a.ts')],
    ['src/c.ts', () => assert.fail('nothing brings it in')],
  ]);
  assert.deepEqual(
    reached([file('src/main.ts', 'src/a.ts')], modules).map(({ path }) => path),
    ['src/main.ts', 'src/a.ts', 'src/b.ts'],
  );
  assert.throws(() => reached([file('src/main.ts', 'src/d.ts')], modules), /src\/d\.ts/);
});

test('what somebody runs is no module', () => {
  for (const path of ['src/main.ts', 'scripts/seed.ts', 'test/x.test.ts', 'README.md'])
    assert.equal(isModule(path), false);
  for (const path of ['src/app.ts', 'test/runtime/support/raw.ts', 'scripts/freeze/requests.ts'])
    assert.equal(isModule(path), true);
});
