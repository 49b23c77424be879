import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compiledTemplates } from '../../src/rendering/compiled-templates.ts';
import { templateOf } from '../../src/rendering/handlebars.ts';
import { templatePaths } from '../../src/rendering/templates.ts';

const directory = mkdtempSync(join(tmpdir(), 'templates-'));
after(() => rmSync(directory, { recursive: true }));

const codeIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.cjs'));

/** All of the code, its functions as their sources. */
const sourceOf = (code: unknown) =>
  JSON.stringify(code, (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  );

test('templates are compiled once, and those that were kept render the same', async () => {
  const own = join(directory, 'once');
  const made = await compiledTemplates(own);
  assert.equal(codeIn(own).length, 1);
  const kept = await compiledTemplates(own);
  const paths = templatePaths().filter((path) => path.endsWith('.hbs'));
  assert.deepEqual(Object.keys(kept), paths);
  assert.deepEqual(Object.keys(made), paths);
  for (const path of paths) assert.equal(sourceOf(kept[path]), sourceOf(made[path]));
  // Strict still: a template that was kept refuses a model without its values.
  const first = paths.find((each) => each.startsWith('src/resources/')) ?? '';
  const code = kept[first];
  assert.ok(code !== undefined);
  assert.throws(
    () => templateOf(code, `templates/${first}`)({}),
    new RegExp(`^Error: templates/${first}`),
  );
});

test('damaged code of templates is made again', async () => {
  const own = join(directory, 'damaged');
  await compiledTemplates(own);
  const [path = ''] = codeIn(own).map((name) => join(own, name));
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, code.slice(0, code.length / 2));
  await compiledTemplates(own);
  assert.equal(readFileSync(path, 'utf8'), code);
});

test('where no code can be written, templates are compiled each time', async () => {
  const own = join(directory, 'a-file');
  writeFileSync(own, '');
  assert.ok(Object.keys(await compiledTemplates(join(own, 'below'))).length > 20);
});
