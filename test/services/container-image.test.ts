import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../scripts/demo/start-service.ts';
import { buildImage, type ContainerImage } from '../support/container-image.ts';
import { makeCertificate } from '../support/certificate.ts';
import {
  exampleText,
  expectSuccess,
  generate,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

/** What `docker build` and `docker run` do with a service, step by step and without Docker. */
describe('the image of a service', () => {
  const root = temporaryDirectory();
  const directory = join(root, 'order-desk');
  let image: ContainerImage;

  before(async () => {
    await generate(exampleText('order-desk'), directory);
    // As the first installation does.
    const lock = ['install', '--package-lock-only', '--no-audit', '--no-fund'];
    expectSuccess(run(directory, 'npm', lock));
    for (const name of ['.env', '.env.production']) {
      writeFileSync(join(directory, name), 'LOG_LEVEL=trace\n');
    }
    image = buildImage(directory, join(root, 'stages'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  test('is built, and has what it runs and nothing else', () => {
    const at = (...names: string[]) => existsSync(join(image.directory, ...names));
    assert.ok(at('dist', 'src', 'main.js') && at('dist', 'scripts', 'key.js'));
    assert.ok(at('node_modules', 'fastify') && !at('node_modules', 'typescript'));
    for (const name of ['src', 'test', '.git', '.env', '.env.production', 'service.yaml']) {
      assert.ok(!at(name), name);
    }
    assert.ok(!at('dist', 'test') && !at('dist', 'scripts', 'conformance.js'));
    assert.equal(image.user, 'node');
  });

  test('no secret and no record of the generator gets as far as the stage that builds', () => {
    const context = join(root, 'stages', 'build', 'service');
    for (const name of ['.env', '.env.production', '.resource-service', 'test']) {
      assert.ok(!existsSync(join(context, name)), name);
    }
  });

  for (const speaksTls of [false, true]) {
    test(`serves${speaksTls ? ' by TLS' : ''}, and its health check tells whether it does`, async () => {
      const port = String(await freePort());
      const env = {
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        ...image.environment,
        PORT: port,
        ...(speaksTls ? makeCertificate(root) : {}),
      };
      const options = { cwd: image.directory, env };
      const isHealthy = () => {
        const [program = '', ...args] = image.healthCheck;
        return spawnSync(program, args, options).status === 0;
      };
      assert.ok(!isHealthy(), 'nothing answers yet');

      const [program = '', ...args] = image.command;
      const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        for await (const line of createInterface(child.stdout)) {
          if (line.startsWith('Listening on')) break;
        }
        assert.ok(isHealthy());
        if (!speaksTls) {
          const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
          assert.equal(ready.status, 200);
        }
      } finally {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      assert.ok(!isHealthy());
    });
  }
});
