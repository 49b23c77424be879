import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { pino } from 'pino';
import { freePort } from '../../../scripts/demo/start-service.ts';
import type { Policy } from '../../../templates/src/runtime/limits/policy.ts';
import { redisStore } from '../../../templates/src/runtime/limits/redis-store.ts';
import { resilientStore } from '../../../templates/src/runtime/limits/resilient-store.ts';

const five: Policy = { name: 'default', requests: 5, per: 60_000, burst: 5 };
const hasServer = spawnSync('redis-server', ['--version']).status === 0;
if (!hasServer && process.env['REQUIRE_SERVERS'] === '1') throw new Error('no redis-server');

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function startRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  while (!(await answers(port))) await setTimeout(20);
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL');
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}

test(
  'a Redis that is killed and started again: requests go on, each replica counts for itself meanwhile',
  { skip: hasServer ? false : 'there is no redis-server' },
  async () => {
    const port = await freePort();
    let server = await startRedis(port);
    const redis = await redisStore(`redis://127.0.0.1:${String(port)}`, 'test');
    const store = resilientStore(redis, 'open', pino({ level: 'silent' }));
    let now = Date.now();
    const take = async (cost: number) => {
      const started = performance.now();
      const { isAllowed } = await store.take('client', [five], cost, new Date(now));
      assert.ok(performance.now() - started < 1500, 'nobody waits for it');
      return isAllowed;
    };
    try {
      assert.equal(await take(4), true);
      assert.equal(await take(2), false);
      await kill(server);
      // What was counted there is out of reach; here nothing was.
      assert.equal(await take(4), true);
      assert.equal(await take(2), false);
      server = await startRedis(port);
      let isBack = false;
      for (let attempt = 0; attempt < 100 && !isBack; attempt += 1) {
        await setTimeout(50);
        // Past the second in which it is left in peace, and long before anything comes back.
        now += 60;
        // It has forgotten the client and the script.
        isBack = await take(5);
      }
      assert.equal(isBack, true);
      assert.equal(await take(1), false);
    } finally {
      await store.close();
      await kill(server);
    }
  },
);
