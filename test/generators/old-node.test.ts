import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from '../../generators/app/node-version.ts';
import { temporary } from './support/stub-tools.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A Node on the path that is too old to run the generator. */
const old = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((path) => {
    const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    return typeof stdout === 'string' && stdout !== '' && nodeProblem(stdout.trim()) !== undefined;
  });
const skip = old === undefined ? 'no old Node on the path' : false;

/** The files that an old Node may read, as they are published. */
function publish(directory: string): void {
  for (const path of [
    'bin/resource-service',
    'generators/app/index',
    'generators/app/node-version',
  ]) {
    const source = readFileSync(join(repository, `${path}.ts`), 'utf8');
    const target = join(directory, `${path}.js`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, stripTypeScriptTypes(source).replaceAll(".ts'", ".js'"));
  }
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
}

test(
  'started from a clone under an old Node: one sentence with the way out, status 1',
  { skip },
  () => {
    using directory = temporary();
    const launcher = join(repository, 'bin', 'resource-service.ts');
    for (const args of [['--help'], ['order-desk', '--yes'], ['version', 'status']]) {
      const { status, stdout, stderr } = spawnSync(old ?? '', [launcher, ...args], {
        cwd: directory.path,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(
        stderr,
        /^resource-service needs Node 22\.18[^\n]*"npm ci"[^\n]*npx node bin[^\n]*\n$/,
      );
    }
    assert.deepEqual(readdirSync(directory.path), []);
  },
);

for (const [how, args] of [
  ['our own command', ['bin/resource-service.js']],
  ['Yeoman', ['--input-type=module', '-e', 'await import("./generators/app/index.js")']],
] as const) {
  test(
    `started by ${how} under an old Node: one sentence with the way out, status 1`,
    { skip },
    () => {
      using directory = temporary();
      publish(directory.path);
      const { status, stdout, stderr } = spawnSync(old ?? '', args, {
        cwd: directory.path,
        encoding: 'utf8',
      });
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^resource-service needs Node 22\.18[^\n]*npx[^\n]*\n$/);
    },
  );
}
