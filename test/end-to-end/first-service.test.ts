import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import { expectSuccess, repository, run, temporaryDirectory } from '../support/generated.ts';

/** What a newcomer does first: a name and nothing else. */
describe('the service of a name alone', () => {
  const directory = join(temporaryDirectory(), 'address-book');

  before(() => {
    const args = ['bin/resource-service.ts', 'address-book', '--yes', '--destination', directory];
    expectSuccess(run(repository, process.execPath, args));
  });
  after(() => rmSync(dirname(directory), { recursive: true, force: true }));

  test('is installed, and passes its own tests and its own check', () => {
    const output = expectSuccess(run(directory, 'npm', ['test']));
    assert.match(output, /^ℹ pass [1-9]\d+$/m);
    assert.match(output, /^ℹ fail 0$/m);
    assert.match(output, /^ℹ cancelled 0$/m);
    expectSuccess(run(directory, 'npm', ['run', 'check']));
  });

  test('its scripts say how they are used, and touch no database for that', () => {
    for (const script of ['key', 'migrate', 'seed', 'conformance']) {
      const output = expectSuccess(
        run(directory, 'npm', ['run', '--silent', script, '--', '--help']),
      );
      assert.match(output, new RegExp(`^Usage:\\s+npm run ${script}`));
    }
    const wrong = run(directory, 'npm', ['run', '--silent', 'seed', '--', '--dry-run']);
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /--dry-run: it takes no arguments\.\nUsage:/);
    assert.ok(!existsSync(join(directory, 'data')));
  });

  test('starts and answers', async () => {
    const service = await startService(directory);
    try {
      const home = await fetch(service.address);
      assert.equal(home.status, 200);
      assert.equal(((await home.json()) as { name: string }).name, 'address-book');
    } finally {
      await service.stop();
    }
  });
});
