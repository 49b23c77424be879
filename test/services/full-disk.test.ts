import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, temporaryDirectory } from '../support/generated.ts';

const specification = `
service: { name: desk }
resources: { note: { fields: { text: { type: text } } } }
authentication: { mechanisms: [none] }
`;

const root = temporaryDirectory();
const disk = join(root, 'disk');
mkdirSync(disk);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status === 0;

/** A small disk of its own, which is filled up. */
describe('a service on a full disk', { skip: !isMounted && 'no disk can be mounted' }, () => {
  const directory = join(root, 'desk');
  let service: RunningService;

  before(async () => {
    await generate(specification, directory);
    install(directory);
    service = await startService(directory, undefined, {
      DATABASE_URL: `sqlite:${disk}/desk.db`,
      LOG_LEVEL: 'silent',
    });
  });
  after(async () => {
    await service.stop();
    spawnSync('umount', [disk]);
    rmSync(dirname(directory), { recursive: true, force: true });
  });

  const status = async (path: string) => (await fetch(new URL(path, service.address))).status;
  const write = async () => {
    const { status } = await fetch(new URL('/v1/notes', service.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(9000) }),
    });
    return status;
  };

  test('lives and is not ready, until there is room again', async () => {
    assert.equal(await status('/health/ready'), 200);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'other'), Buffer.alloc(bavail * bsize));
    assert.equal(await status('/health'), 200);
    assert.equal(await status('/health/ready'), 503);

    rmSync(join(disk, 'other'));
    assert.equal(await write(), 201);
    assert.equal(await status('/health/ready'), 200);
  });

  test('is not ready where a write has failed for another reason than room', async () => {
    const limitFiles = (bytes: string) => {
      const { status } = spawnSync('prlimit', ['--pid', String(service.id), `--fsize=${bytes}:`]);
      assert.equal(status, 0);
    };
    limitFiles('0');
    assert.equal(await write(), 503);
    assert.equal(await status('/health/ready'), 503);
    limitFiles('unlimited');
    assert.equal(await write(), 201);
  });
});
