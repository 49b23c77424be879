import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { expectSuccess, repository, run, temporaryDirectory, tree } from '../support/generated.ts';
import { repetitions } from '../support/share.ts';

const trials = repetitions(8);

/** The exhaustive proof kills at every single operation of the file system: plan-death.test.ts. This one is the command. */
describe('the command, killed', () => {
  const root = temporaryDirectory();
  const specification = join(repository, 'examples', 'clinic', 'service.yaml');
  let whole: Map<string, string>;
  let milliseconds = 0;

  const commandFor = (destination: string) => [
    'bin/resource-service.ts',
    '--spec',
    specification,
    '--destination',
    destination,
    '--yes',
    '--skip-install',
  ];

  async function killAfter(destination: string, delay: number): Promise<void> {
    const child = spawn(process.execPath, commandFor(destination), {
      cwd: repository,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await Promise.race([wait(delay, undefined, { ref: false }), ended]);
    child.kill('SIGKILL');
    await ended;
  }

  before(() => {
    const started = performance.now();
    expectSuccess(run(repository, process.execPath, commandFor(join(root, 'whole'))));
    milliseconds = performance.now() - started;
    whole = tree(join(root, 'whole'));
  });
  after(() => {
    rmSync(root, { recursive: true });
  });

  // Most of a run is reading and formatting: the kills are spread over its end, where it writes.
  const moments = Array.from({ length: trials }, (_, index) => 0.6 + (0.45 * index) / trials);

  test('leaves nothing or everything of a new directory', async () => {
    for (const moment of moments) {
      const destination = join(root, 'new');
      await killAfter(destination, milliseconds * moment);
      if (existsSync(destination)) assertSame(tree(destination), whole);
      expectSuccess(run(repository, process.execPath, commandFor(destination)));
      assertSame(tree(destination), whole);
      const beside = readdirSync(root).filter((name) => !['new', 'whole'].includes(name));
      assert.deepEqual(beside, [], 'no staging directory is left');
      rmSync(destination, { recursive: true });
    }
  });

  test('leaves what was there in an existing directory', async () => {
    for (const moment of moments) {
      const destination = join(root, 'existing');
      mkdirSync(destination);
      writeFileSync(join(destination, 'mine.txt'), 'typed by hand');
      await killAfter(destination, milliseconds * moment);
      expectSuccess(run(repository, process.execPath, commandFor(destination)));
      const found = tree(destination);
      assert.equal(found.get('mine.txt'), 'typed by hand');
      found.delete('mine.txt');
      assertSame(found, whole);
      rmSync(destination, { recursive: true });
    }
  });
});

/** Tells the path of the first difference, not all of both trees. */
function assertSame(actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>) {
  assert.deepEqual([...actual.keys()], [...expected.keys()]);
  for (const [path, text] of actual) assert.equal(text, expected.get(path), path);
}
