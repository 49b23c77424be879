import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../scripts/demo/start-service.ts';
import {
  examples,
  expectSuccess,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

for (const example of examples) {
  describe(`a service from examples/${example}`, () => {
    const directory = join(temporaryDirectory(), example);

    before(() => {
      const specification = join(repository, 'examples', example, 'service.yaml');
      const options = ['--spec', specification, '--destination', directory];
      expectSuccess(
        run(repository, process.execPath, [
          'bin/resource-service.ts',
          ...options,
          '--yes',
          '--skip-install',
        ]),
      );
      install(directory);
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test('passes its own tests', () => {
      const output = expectSuccess(run(directory, 'npm', ['test'], {}));
      assert.match(output, /^ℹ pass [1-9]\d+$/m);
      assert.match(output, /^ℹ fail 0$/m);
      if (process.env['REQUIRE_SERVERS'] === '1') {
        assert.doesNotMatch(output, /no PostgreSQL answers/);
        assert.match(output, /on PostgreSQL/);
      }
    });

    test('passes its own check', () => {
      expectSuccess(run(directory, 'npm', ['run', 'check']));
    });

    test('is compiled and then serves', async () => {
      expectSuccess(run(directory, 'npm', ['run', 'build']));
      const service = await startService(directory, join('dist', 'src', 'main.js'));
      try {
        const home = await fetch(service.address);
        assert.equal(home.status, 200);
        const { name } = (await home.json()) as { name: string };
        assert.equal(name, example);
      } finally {
        await service.stop();
      }
    });

    test('stores example rows, once', () => {
      const environment = { DATABASE_URL: `sqlite:${join(directory, 'data', 'seed.db')}` };
      const seed = () => expectSuccess(run(directory, 'npm', ['run', 'seed'], environment));
      assert.match(seed(), /Stored [1-9]\d* example rows/);
      assert.match(seed(), /nothing is stored/);
    });
  });
}
