import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, temporaryDirectory } from '../support/generated.ts';

const specification = `
service: { name: desk }
resources: { note: { fields: { text: { type: text } } } }
authentication: { mechanisms: [none] }
`;

const root = temporaryDirectory();
const directory = join(root, 'desk');
const disk = join(root, 'disk');
mkdirSync(disk);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).status === 0;

/** A small disk of its own, which is filled up. */
describe('a service on a full disk', { skip: !isMounted && 'no disk can be mounted' }, () => {
  before(async () => {
    await generate(specification, directory);
    install(directory);
  });
  after(() => {
    spawnSync('umount', [disk]);
    rmSync(root, { recursive: true, force: true });
  });

  const other = join(disk, 'other');
  const fill = () => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(other, Buffer.alloc(bavail * bsize));
  };
  const status = async ({ address }: RunningService, path: string) =>
    (await fetch(new URL(path, address))).status;
  const write = async ({ address }: RunningService) => {
    const { status } = await fetch(new URL('/v1/notes', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: randomBytes(4500).toString('hex') }),
    });
    return status;
  };

  describe('sqlite', () => {
    let service: RunningService;

    before(async () => {
      service = await startService(directory, undefined, {
        DATABASE_URL: `sqlite:${disk}/desk.db`,
        LOG_LEVEL: 'silent',
      });
    });
    after(() => service.stop());

    test('lives and is not ready, until there is room again', async () => {
      assert.equal(await status(service, '/health/ready'), 200);
      fill();
      assert.equal(await status(service, '/health'), 200);
      assert.equal(await status(service, '/health/ready'), 503);

      rmSync(other);
      assert.equal(await write(service), 201);
      assert.equal(await status(service, '/health/ready'), 200);
    });

    test('is not ready where a write has failed for another reason than room', async () => {
      const limitFiles = (bytes: string) => {
        const { status } = spawnSync('prlimit', ['--pid', String(service.id), `--fsize=${bytes}:`]);
        assert.equal(status, 0);
      };
      limitFiles('0');
      assert.equal(await write(service), 503);
      assert.equal(await status(service, '/health/ready'), 503);
      limitFiles('unlimited');
      assert.equal(await write(service), 201);
    });
  });

  describe('postgres', () => {
    const name = `full_disk_${randomBytes(6).toString('hex')}`;
    const server = new URL('postgres://postgres@127.0.0.1:5432/postgres');
    const onServer = async (statement: string) => {
      const client = new Client({ connectionString: server.href, connectionTimeoutMillis: 2000 });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    };

    /** The server keeps the tables of the service on the small disk; its log of changes has room. */
    test('lives and is not ready, until there is room again', async (t) => {
      const tables = join(disk, 'tables');
      mkdirSync(tables);
      chmodSync(root, 0o711);
      spawnSync('chown', ['postgres', tables]);
      try {
        await onServer(`create tablespace ${name} location '${tables}'`);
      } catch (error) {
        if (process.env['REQUIRE_SERVERS'] === '1') throw error;
        t.skip(`no PostgreSQL of this machine keeps tables there: ${String(error)}`);
        return;
      }
      await onServer(`create database ${name} tablespace ${name}`);
      const service = await startService(directory, undefined, {
        DATABASE_URL: new URL(name, server).href,
        LOG_LEVEL: 'silent',
      });
      t.after(async () => {
        await service.stop();
        rmSync(other, { force: true });
        await onServer(`drop database ${name} with (force)`);
        await onServer(`drop tablespace ${name}`);
      });
      assert.equal(await status(service, '/health/ready'), 200);
      fill();
      // The pages that the table has already take some more.
      const written = [await write(service)];
      while (written.at(-1) === 201 && written.length < 100) written.push(await write(service));
      assert.equal(written.at(-1), 503, written.join());
      assert.equal(await status(service, '/health'), 200);
      assert.equal(await status(service, '/health/ready'), 503);

      rmSync(other);
      assert.equal(await write(service), 201);
      const deadline = performance.now() + 30_000;
      while ((await status(service, '/health/ready')) !== 200) {
        assert.ok(performance.now() < deadline, 'it is ready again');
        await wait(100);
      }
    });
  });
});
