import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../../scripts/demo/start-service.ts';
import { engines, type TestEngine } from '../../templates/test/runtime/support/engines.ts';
import {
  examples,
  expectSuccess,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { skippingOn } from '../support/skipping.ts';

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

    describe('is built into a few files, and', () => {
      const main = join('dist', 'src', 'main.js');
      before(() => {
        const output = expectSuccess(run(directory, 'npm', ['run', 'build', '--silent']));
        assert.equal(output, '');
      });

      for (const engine of engines) {
        test(`serves on ${engine.name}`, { skip: skippingOn(engine) }, async () => {
          const database = await engine.create();
          try {
            await assertServes(main, { DATABASE_URL: database.url });
            // Once more, on the tables that are there.
            await assertServes(main, { DATABASE_URL: database.url, ...shared(engine) });
            const environment = { DATABASE_URL: database.url };
            const script = (name: string, ...args: string[]) => {
              const file = join('dist', 'scripts', `${name}.js`);
              return expectSuccess(run(directory, process.execPath, [file, ...args], environment));
            };
            assert.match(script('migrate', '--plan'), /nothing|up to date/i);
            assert.match(script('seed'), /Stored [1-9]\d* example rows/);
          } finally {
            await database.remove();
          }
        });
      }
    });

    /** Requests are counted in Redis where one is there for sure. */
    function shared({ name }: TestEngine): NodeJS.ProcessEnv {
      const isThere = process.env['REQUIRE_SERVERS'] === '1' && name === 'PostgreSQL';
      return isThere ? { REDIS_URL: 'redis://127.0.0.1:6379' } : {};
    }

    /** Starts what was built, and asks it for what it has in memory, in the database, and in files of a package. */
    async function assertServes(main: string, environment: NodeJS.ProcessEnv): Promise<void> {
      const service = await startService(directory, main, environment);
      try {
        const home = await fetch(service.address);
        assert.equal(home.status, 200);
        const { name } = (await home.json()) as { name: string };
        assert.equal(name, example);
        const ready = await fetch(`${service.address}/health/ready`);
        assert.equal(ready.status, 200);
        const page = await (await fetch(`${service.address}/docs`)).text();
        const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
        const loaded = await fetch(new URL(script, service.address));
        assert.equal(loaded.status, 200);
        assert.match(loaded.headers.get('content-type') ?? '', /javascript/);
      } finally {
        await service.stop();
      }
    }

    test('stores example rows, once', () => {
      const environment = { DATABASE_URL: `sqlite:${join(directory, 'data', 'seed.db')}` };
      const seed = () => expectSuccess(run(directory, 'npm', ['run', 'seed'], environment));
      assert.match(seed(), /Stored [1-9]\d* example rows/);
      assert.match(seed(), /nothing is stored/);
    });
  });
}
