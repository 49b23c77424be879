import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import {
  createHttpClient,
  type HttpClientSettings,
  type Outcome,
  type Resolve,
} from '../../../../templates/src/runtime/events/webhooks/http-client.ts';
import { createNetworks } from '../../../../templates/src/runtime/events/webhooks/networks.ts';

const servers: Server[] = [];
const loopback = createNetworks(['127.0.0.0/8', '::1/128']);
const message = { headers: { 'content-type': 'application/json' }, body: '{"grüße":1}' };
const never = new AbortController().signal;

/** Makes the certificate that a receiver of the tests shows. */
const isMissing = spawnSync('openssl', ['version']).error !== undefined;
if (isMissing && process.env['REQUIRE_SERVERS'] === '1')
  throw new Error('openssl is not installed');
const skip = isMissing && 'openssl is not installed';

/** @returns its port */
async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function post(
  url: string,
  settings: Partial<HttpClientSettings> = {},
): Promise<Omit<Outcome, 'milliseconds'>> {
  const send = createHttpClient({ networks: loopback, timeout: 400, ...settings });
  const { milliseconds, ...outcome } = await send({ ...message, url, signal: never });
  assert.ok(milliseconds < 1500, `${String(milliseconds)} ms`);
  return outcome;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('the client that sends webhooks', () => {
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  test('sends the bytes as they are, and tells the status', async () => {
    const seen: unknown[] = [];
    const port = await receiver((request, response) => {
      void (async () => {
        const { method, url, headers } = request;
        seen.push([method, url, headers.host, await textOf(request)]);
        response.writeHead(202).end();
      })();
    });
    const url = `http://127.0.0.1:${String(port)}/hook?a=b`;
    assert.deepEqual(await post(url), { status: 202 });
    assert.deepEqual(seen, [['POST', '/hook?a=b', `127.0.0.1:${String(port)}`, message.body]]);
  });

  test('follows no redirect', async () => {
    let reached = 0;
    const target = await receiver((_, response) => {
      reached += 1;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const port = await receiver((_, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${String(target)}/` }).end();
      });
      assert.deepEqual(await post(`http://127.0.0.1:${String(port)}/`), { status });
    }
    assert.equal(reached, 0);
  });

  test('tells when the receiver wants to be left alone', async () => {
    const port = await receiver((_, response) => {
      response.writeHead(503, { 'retry-after': '120' }).end('busy');
    });
    const url = `http://127.0.0.1:${String(port)}/`;
    assert.deepEqual(await post(url), { status: 503, retryAfter: '120' });
  });

  test('waits for an answer, and for its end, no longer than its time', async () => {
    const silent = await receiver(() => undefined);
    const endless = await receiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.once('close', () => {
        clearInterval(timer);
      });
    });
    for (const port of [silent, endless]) {
      assert.deepEqual(await post(`http://127.0.0.1:${String(port)}/`), { error: 'timeout' });
    }
    const resolve = () => new Promise<never>(() => undefined);
    const unresolved = await post('https://hooks.example/', { resolve });
    assert.deepEqual(unresolved, { error: 'no-public-address' });
  });

  test('reads no more than a little of an answer', async () => {
    let written = 0;
    const port = await receiver((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    assert.deepEqual(await post(`http://127.0.0.1:${String(port)}/`), { status: 200 });
    assert.ok(written < 20_000_000, String(written));
  });

  test('tells what a connection failed with, in a word', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const url = `http://127.0.0.1:${String(port)}/`;
    assert.deepEqual(await post(url), { error: 'connection-refused' });
    const rude = await receiver((request) => {
      request.socket.destroy();
    });
    assert.deepEqual(await post(`http://127.0.0.1:${String(rude)}/`), {
      error: 'connection-reset',
    });
    const secure = `https://127.0.0.1:${String(rude)}/`;
    assert.match((await post(secure)).error ?? '', /tls-failed|connection-reset/);
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const unknown = await post('https://hooks.example/', { resolve });
    assert.deepEqual(unknown, { error: 'no-public-address' });
  });

  test('reaches no address that is not public, whatever names it', async () => {
    let reached = 0;
    const port = await receiver((_, response) => {
      reached += 1;
      response.end();
    });
    const networks = createNetworks();
    const refused = { error: 'no-public-address' };
    const hosts = ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0'];
    for (const host of hosts) {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${String(port)}/`;
        assert.deepEqual(await post(url, { networks }), refused, url);
      }
    }
    const named = [['127.0.0.1'], ['169.254.169.254'], ['8.8.8.8', '10.0.0.1'], ['::1'], []];
    for (const addresses of named) {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const url = `https://hooks.example:${String(port)}/`;
      assert.deepEqual(await post(url, { networks, resolve }), refused, addresses.join());
    }
    assert.equal(reached, 0);
  });

  test('tells in no way a private name from one that there is not', async () => {
    const networks = createNetworks();
    const later = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
    const resolutions: Record<string, Resolve> = {
      private: async () => [{ address: '10.0.0.1', family: 4 }],
      unknown: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
      unclear: () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' })),
      empty: async () => [],
      slow: async () => {
        await later(30);
        return [{ address: '10.0.0.1', family: 4 }];
      },
      endless: () => new Promise(() => undefined),
    };
    for (const [name, resolve] of Object.entries(resolutions)) {
      const send = createHttpClient({ networks, timeout: 100, resolve });
      const outcome = await send({ ...message, url: 'https://hooks.example/', signal: never });
      assert.deepEqual(outcome, { error: 'no-public-address', milliseconds: 0 }, name);
    }
  });

  test('sends plain text to permitted networks alone', async () => {
    const resolve = async () => [{ address: '8.8.8.8', family: 4 }];
    const outcome = await post('http://hooks.example/', { resolve });
    assert.deepEqual(outcome, { error: 'no-public-address' });
  });

  test('connects to the address that was checked, though the name has another one by then', async () => {
    let asked = 0;
    const port = await receiver((request, response) => {
      response.writeHead(request.headers.host === `rebinds.example:${String(port)}` ? 200 : 500);
      response.end();
    });
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 }];
    };
    const url = `http://rebinds.example:${String(port)}/`;
    assert.deepEqual(await post(url, { resolve }), { status: 200 });
    assert.equal(asked, 1);
  });

  test('leaves threads to others, however many names are slow to resolve', async () => {
    let running = 0;
    let most = 0;
    const resolve = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      return [];
    };
    const send = createHttpClient({ networks: loopback, timeout: 400, resolve });
    const urls = Array.from({ length: 9 }, (_, index) => `https://slow${String(index)}.example/`);
    const outcomes = await Promise.all(urls.map((url) => send({ ...message, url, signal: never })));
    assert.deepEqual(new Set(outcomes.map(({ error }) => error)), new Set(['no-public-address']));
    assert.equal(most, 2);
  });

  test('speaks TLS to the name in the address, and trusts nobody else', { skip }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tls-'));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=hooks.example', '-addext', 'subjectAltName=DNS:hooks.example'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', key, '-out', cert, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...subject], { stdio: 'ignore' });
    const names: unknown[] = [];
    const pair = { key: readFileSync(key), cert: readFileSync(cert) };
    const server = createSecureServer(pair, (request, response) => {
      names.push([(request.socket as TLSSocket & { servername?: string }).servername]);
      response.end();
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const to = (host: string) => post(`https://${host}:${String(port)}/`, { resolve });

    assert.deepEqual(await to('hooks.example'), { error: 'tls-failed' });
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, pair.cert.toString()]);
    try {
      assert.deepEqual(await to('hooks.example'), { status: 200 });
      assert.deepEqual(await to('other.example'), { error: 'tls-failed' });
    } finally {
      setDefaultCACertificates(before);
      rmSync(directory, { recursive: true });
    }
    assert.deepEqual(names, [['hooks.example']]);
  });

  test('can be told to stop', async () => {
    const port = await receiver(() => undefined);
    const stopping = new AbortController();
    const send = createHttpClient({ networks: loopback, timeout: 5000 });
    const url = `http://127.0.0.1:${String(port)}/`;
    const sent = send({ ...message, url, signal: stopping.signal });
    setTimeout(() => {
      stopping.abort();
    }, 50);
    assert.equal((await sent).error, 'aborted');
  });
});
