import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { clashingNames } from '../support/clashing-names.ts';
import { expectTypes, repository, temporaryDirectory, tree } from '../support/generated.ts';
import { variants } from '../support/variants.ts';

const fileNamed = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Files in which the names of several resources meet others: no library, and nothing of one resource alone. */
const isCommon = (path: string) =>
  path.endsWith('.ts') &&
  !/\/runtime\/|\/resources\/(?:[a-z-]+\/)?[a-z-]+\.[a-z.-]+\.ts$/.test(path);

/** Tests that the page about security names. */
const namedTests = (page: string) =>
  [...page.matchAll(/^- `(test\/\S+)`: /gm)].map(([, path = '']) => path);

const root = join(temporaryDirectory(), 'variants');
after(() => rmSync(dirname(root), { recursive: true, force: true }));

test('every variant is rendered, and all of them are compiled together', async () => {
  for (const [name, text] of variants) {
    assert.deepEqual(await renderUnformatted(text, join(root, name)), [], `${name} is legal`);
    const files = [...tree(join(root, name))];
    const library = files.filter(([path]) => path.startsWith('src/runtime/'));
    const tests = files.filter(([path]) => path.startsWith('test/runtime/'));
    assert.ok(library.length > 100);
    assert.ok(tests.length > 20);
    for (const [path, written] of [...library, ...tests]) {
      assert.equal(written, fileNamed(join('templates', path)), `${path} of ${name} is a copy`);
    }
    const paths = new Set(files.map(([path]) => path));
    const named = namedTests(readFileSync(join(root, name, 'SECURITY.md'), 'utf8'));
    assert.ok(named.length > 5);
    for (const path of named) {
      assert.ok(paths.has(path), `${path}, which SECURITY.md of ${name} names, is there`);
    }
    for (const [path, written] of files.filter(([each]) => isCommon(each))) {
      assert.deepEqual(clashingNames(written), [], `${path} of ${name} has room for any resource`);
    }
  }
  linkAllDependencies(root);
  const [first = ''] = variants.keys();
  const { compilerOptions } = JSON.parse(
    readFileSync(join(root, first, 'tsconfig.json'), 'utf8'),
  ) as { compilerOptions: object };
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*/src', '*/scripts', '*/test'] }),
  );
  expectTypes(root);
});
