import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { generate, repository, run, temporaryDirectory } from '../support/generated.ts';

const text =
  'service: { name: shop }\nresources: { order: { fields: { note: { type: text } } } }\n';
const generator = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly bin: object;
};

/** What the README of a service says about running the generator again, and that it is so. */
describe('README.md says how to generate again', () => {
  const directory = join(temporaryDirectory(), 'shop');
  const path = (name: string) => join(directory, name);
  before(() => generate(text, directory));
  after(() => rmSync(dirname(directory), { recursive: true, force: true }));

  const regenerate = (...args: string[]) => {
    const command = ['bin/resource-service.ts', '--destination', directory, '--yes'];
    return run(repository, process.execPath, [...command, '--skip-install', ...args]);
  };

  const renamed = ['--answer', 'resources.order.fields.remark.renamedFrom="note"'];

  test('it names the version that made it, by a line that npx understands', () => {
    const readme = readFileSync(path('README.md'), 'utf8');
    assert.match(readme, new RegExp(`^npx ${generator.name}@${generator.version}$`, 'm'));
    // npx runs the one program of a package, whatever its name.
    assert.equal(Object.keys(generator.bin).length, 1);
  });

  test('what is new is merged into a file that was edited, and its generated text is where the README says', () => {
    const readme = readFileSync(path('README.md'), 'utf8');
    assert.match(readme, /`npx \S+ --pristine FILE`/);
    const generated = readFileSync(path('src/app.ts'), 'utf8');
    writeFileSync(path('src/app.ts'), `${generated}// edited\n`);
    const specification = readFileSync(path('service.yaml'), 'utf8');
    writeFileSync(path('service.yaml'), specification.replace('note:', 'remark:'));
    const merged = regenerate(...renamed);
    assert.equal(merged.status, 0, merged.stderr);
    assert.match(readFileSync(path('src/resources/order/order.schema.ts'), 'utf8'), /remark/);
    assert.match(readFileSync(path('src/app.ts'), 'utf8'), /\/\/ edited\n$/);
    const pristine = regenerate('--pristine', './src/app.ts');
    assert.deepEqual([pristine.status, pristine.stdout], [0, generated]);
    const unknown = regenerate('--pristine', 'src/custom.ts');
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /No generated text of src\/custom\.ts is stored/);
  });

  test('where both changed the same place, nothing is written but a file with both, and --take decides', () => {
    const about = 'src/service/about.ts';
    const mine = readFileSync(path(about), 'utf8').replace("title: 'Shop'", "title: 'Our shop'");
    writeFileSync(path(about), mine);
    const specification = readFileSync(path('service.yaml'), 'utf8');
    const retitled = specification.replace('name: shop', 'name: shop, title: Market');
    writeFileSync(path('service.yaml'), retitled);
    const readme = readFileSync(path('README.md'), 'utf8');
    const stopped = regenerate();
    assert.equal(stopped.status, 2);
    assert.equal(readFileSync(path(about), 'utf8'), mine);
    assert.match(readFileSync(path(`${about}.conflict`), 'utf8'), /<<<<<<< yours[^]*Our shop/);
    assert.equal(readFileSync(path('README.md'), 'utf8'), readme);
    const taken = regenerate('--take', about);
    assert.equal(taken.status, 0, taken.stderr);
    assert.match(readFileSync(path(about), 'utf8'), /title: 'Market'/);
    assert.match(readFileSync(path('README.md'), 'utf8'), /Market/);
    assert.equal(existsSync(path(`${about}.conflict`)), false);
  });

  test('files of the team are kept as they are, and a file that was deleted stays away', () => {
    writeFileSync(path('src/custom.ts'), `${readFileSync(path('src/custom.ts'), 'utf8')}// mine\n`);
    rmSync(path('.editorconfig'));
    const again = regenerate();
    assert.equal(again.status, 0, again.stderr);
    assert.match(readFileSync(path('src/resources/order/order.schema.ts'), 'utf8'), /remark/);
    assert.match(readFileSync(path('src/custom.ts'), 'utf8'), /\/\/ mine\n$/);
    assert.throws(() => readFileSync(path('.editorconfig')), { code: 'ENOENT' });
  });
});
