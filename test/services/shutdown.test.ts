import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { Agent as SecureAgent, request as requestByTls } from 'node:https';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { exampleText, generate, install, temporaryDirectory } from '../support/generated.ts';

/** Clients that keep their connections, while the service is told to stop. */
describe('a service that stops', () => {
  const directory = join(temporaryDirectory(), 'order-desk');
  let service: RunningService;
  let agents: Agent[] = [];

  before(async () => {
    const text = editSpecification(exampleText('order-desk'), [
      { path: ['authentication'], value: { mechanisms: ['none'] } },
    ]);
    await generate(text, directory);
    install(directory);
  });
  after(() => rmSync(dirname(directory), { recursive: true, force: true }));
  beforeEach(async () => {
    service = await startService(directory);
    agents = [];
  });
  const speaksTls = () => service.address.startsWith('https:');
  afterEach(async () => {
    for (const agent of agents) agent.destroy();
    await service.stop();
  });

  /** A client with one connection. */
  function client() {
    const options = { keepAlive: true, maxSockets: 1 };
    const agent = speaksTls()
      ? new SecureAgent({ ...options, rejectUnauthorized: false })
      : new Agent(options);
    agents.push(agent);
    const send = speaksTls() ? requestByTls : request;
    const begin = (method: string, path: string, headers: Record<string, string> = {}) =>
      send(new URL(path, service.address), { method, agent, headers });
    return {
      begin,
      get: (path: string) => {
        const asked = begin('GET', path).end();
        return answerTo(asked);
      },
    };
  }

  for (const byTls of [false, true]) {
    test(`answers all that its clients send on the connections that they have${byTls ? ' by TLS' : ''}, and says that these end`, async () => {
      if (byTls) {
        await service.stop();
        service = await startService(directory, undefined, makeCertificate(directory));
      }
      const outcomes = Array.from({ length: 24 }, async () => {
        const { get } = client();
        for (let answered = 0; ; answered += 1) {
          try {
            const { status, connection } = await get('/v1/orders');
            assert.equal(status, 200);
            if (connection === 'close') return 'told to close';
          } catch (error) {
            return `${String(error)} after ${String(answered)} answers`;
          }
        }
      });
      await wait(500);
      await service.stop();
      assert.deepEqual([...new Set(await Promise.all(outcomes))], ['told to close']);
    });
  }

  test('answers what comes on an idle connection a moment later', async () => {
    const { get } = client();
    assert.equal((await get('/health')).connection, 'keep-alive');
    const stopped = service.stop();
    await wait(200);
    assert.deepEqual(await get('/health'), { status: 200, connection: 'close' });
    await stopped;
  });

  test('answers a request that was there in part, and stops with it', async () => {
    const body = JSON.stringify({ customerEmail: 'ada@example.com' });
    const { begin } = client();
    const asked = begin('POST', '/v1/orders', {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'idempotency-key': '"one"',
    });
    asked.write(body.slice(0, 5));
    await wait(100);
    const stopped = service.stop();
    // Longer than idle connections are waited for.
    await wait(2000);
    asked.end(body.slice(5));
    const { status, connection } = await answerTo(asked);
    assert.ok(status < 500, String(status));
    assert.equal(connection, 'close');
    await stopped;
  });

  test(
    'takes no more requests by HTTP/2, and waits for no connection that begins now',
    { timeout: 30_000 },
    async () => {
      await service.stop();
      service = await startService(directory, undefined, makeCertificate(directory));
      const idle = client();
      await idle.get('/health');
      const stopped = service.stop();
      await wait(200);
      const session = connect(service.address, { rejectUnauthorized: false });
      await once(session, 'close');
      await stopped;
      assert.doesNotMatch(service.output(), /killed by timeout/);
    },
  );

  for (const [title, reader] of [
    ['whose reader went away before it listened', 'never'],
    ['whose reader went away while it served', 'for a while'],
    ['whose reader reads no further', 'stuck'],
    ['that goes to a full disk', 'full disk'],
  ] as const) {
    test(`serves and ends with a log ${title}`, { timeout: 30_000 }, async () => {
      const port = await freePort();
      const child = spawn(process.execPath, ['src/main.ts'], {
        cwd: directory,
        env: { ...process.env, PORT: String(port), LOG_LEVEL: 'info' },
        stdio: ['ignore', reader === 'full disk' ? openSync('/dev/full', 'w') : 'pipe', 'ignore'],
      });
      const exited = once(child, 'exit');
      try {
        if (reader === 'for a while' && child.stdout !== null) {
          await once(createInterface(child.stdout), 'line');
        }
        if (reader !== 'stuck') child.stdout?.destroy();
        const health = `http://127.0.0.1:${String(port)}/health`;
        let isUp = false;
        for (let tries = 0; !isUp && tries < 200; tries += 1) {
          isUp = await fetch(health).then(
            ({ ok }) => ok,
            () => wait(50).then(() => false),
          );
        }
        assert.ok(isUp);
        // More lines than a pipe holds.
        const requests = reader === 'stuck' ? 1000 : 0;
        for (let sent = 0; sent < requests; sent += 1) {
          await (await fetch(new URL('/v1/orders', health))).arrayBuffer();
        }
        child.kill('SIGTERM');
        assert.deepEqual(await exited, [0, null]);
      } finally {
        child.kill('SIGKILL');
      }
    });
  }

  test('waits for no request behind an answer that had begun', async () => {
    const asked = client().begin('GET', '/v1/events').end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    const ended = once(response, 'end');
    await service.stop();
    await ended;
    assert.doesNotMatch(service.output(), /killed by timeout/);
  });
});

async function answerTo(asked: ReturnType<typeof request>) {
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, connection: response.headers.connection };
}
