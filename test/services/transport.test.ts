import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { get } from 'node:https';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { editSpecification } from '../../src/specification/index.ts';
import {
  exampleText,
  expectSuccess,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { withoutTool } from '../support/tools.ts';

/** Times so short that a test sees them end; and nobody is turned away before a body is read. */
const limits = { headersTimeout: '3s', requestTimeout: '5s', keepAliveTimeout: '4s' };

describe('a service that speaks TLS', { skip: withoutTool('openssl') }, () => {
  const directory = join(temporaryDirectory(), 'order-desk');
  const files = { certificate: join(directory, 'tls.crt'), key: join(directory, 'tls.key') };
  let service: RunningService;

  before(async () => {
    const text = editSpecification(exampleText('order-desk'), [
      { path: ['authentication'], value: { mechanisms: ['none'] } },
      { path: ['limits'], value: limits },
    ]);
    await generate(text, directory);
    install(directory);
    makeCertificate('first');
    service = await startService(directory, undefined, {
      TLS_CERT_FILE: files.certificate,
      TLS_KEY_FILE: files.key,
      LOG_LEVEL: 'info',
    });
  });
  after(async () => {
    await service.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  /** Node itself can make none. */
  function makeCertificate(name: string): void {
    const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=${name} -addext subjectAltName=IP:127.0.0.1`;
    const places = ['-keyout', files.key, '-out', files.certificate];
    expectSuccess(run(directory, 'openssl', [...request.split(' '), ...places]));
  }

  const ca = () => readFileSync(files.certificate);

  async function shownName(): Promise<string> {
    const { port } = new URL(service.address);
    const socket = connectSecurely({ port: Number(port), host: '127.0.0.1', ca: ca() });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return String(subject.CN);
  }

  test('does not start with a certificate that it cannot use, and says why', () => {
    const environment = { TLS_CERT_FILE: '/nowhere.crt', TLS_KEY_FILE: files.key, PORT: '0' };
    const { status, stderr } = run(directory, process.execPath, ['src/main.ts'], environment);
    assert.equal(status, 1);
    assert.equal(
      stderr,
      'The service cannot start: TLS_CERT_FILE names /nowhere.crt, which cannot be read (ENOENT).\n',
    );
    const { stderr: half } = run(directory, process.execPath, ['src/main.ts'], {
      TLS_CERT_FILE: files.certificate,
    });
    assert.match(half, /TLS_CERT_FILE and TLS_KEY_FILE belong together/);
  });

  test('does not start below a path that is its own, nor below none that is one, and says why', () => {
    const startedAt = (BASE_URL: string) =>
      run(directory, process.execPath, ['src/main.ts'], { BASE_URL, PORT: '0' });
    const { status, stderr } = startedAt('https://api.acme.example/docs/desk');
    assert.equal(status, 1);
    assert.equal(
      stderr,
      'The service cannot start: the path of BASE_URL, /docs/desk, begins like /docs, which is a path of the service itself. Choose another one.\n',
    );
    for (const path of ['/', '/a//b', '/a/../b', '/a?b', '/a#b', '/%2e']) {
      const refused = startedAt(`https://api.acme.example${path}`);
      assert.equal(refused.status, 1, path);
      assert.match(refused.stderr, /^The service cannot start: .*BASE_URL/, path);
    }
  });

  test('speaks HTTP/1.1 and HTTP/2 on one port', async () => {
    assert.match(service.address, /^https:/);
    const [one, session] = [
      await healthByHttp1(service.address, ca()),
      http2(service.address, ca()),
    ];
    assert.equal(one, 200);
    const stream = session.request({ ':path': '/' });
    const [answer] = (await once(stream, 'response')) as [Record<string, unknown>];
    assert.equal(answer[':status'], 200);
    assert.match(String(answer['strict-transport-security']), /^max-age=63072000/);
    session.destroy();
  });

  test('has no weak protocol and no weak cipher', { skip: withoutTool('sslscan') }, () => {
    const { host } = new URL(service.address);
    const report = expectSuccess(run(directory, 'sslscan', ['--no-colour', '--xml=-', host]));
    const protocols = elements(report, 'protocol').filter(({ enabled }) => enabled === '1');
    assert.deepEqual(
      protocols.map(({ type = '', version = '' }) => type + version),
      ['tls1.2', 'tls1.3'],
    );
    const ciphers = elements(report, 'cipher');
    assert.ok(ciphers.length >= 6);
    for (const { cipher = '', strength = '', bits } of ciphers) {
      assert.match(strength, /^(strong|acceptable)$/, cipher);
      assert.match(cipher, /^(TLS_|ECDHE-).*(GCM|CHACHA20)/);
      assert.ok(Number(bits) >= 128, cipher);
    }
    for (const { name, bits } of elements(report, 'group')) assert.ok(Number(bits) >= 128, name);
    for (const { supported } of elements(report, 'renegotiation')) assert.equal(supported, '0');
    for (const { vulnerable } of elements(report, 'heartbleed')) assert.equal(vulnerable, '0');
  });

  /** Connections, and what it has open always. */
  const openFiles = () => readdirSync(`/proc/${String(service.id)}/fd`).length;

  test(
    'cuts off slow clients, and answers others meanwhile',
    { skip: withoutTool('slowhttptest') },
    async (context) => {
      const trusted = ca();
      const session = http2(service.address, trusted);
      const attack = new AbortController();
      const attacks = Promise.all([
        slowly(['-H', '-u', `${service.address}/v1/orders`]),
        slowly([
          '-B',
          '-u',
          `${service.address}/v1/orders`,
          '-t',
          'POST',
          '-f',
          'application/json',
          '-s',
          '8192',
        ]),
        // Its answer is large, and public.
        slowly([
          '-X',
          '-u',
          `${service.address}/openapi/v1.json`,
          ...'-w 512 -y 1024 -n 5 -z 32 -k 3'.split(' '),
        ]),
      ]).finally(() => {
        attack.abort();
      });
      const times: number[] = [];
      const before = openFiles();
      const open: number[] = [];
      while (!attack.signal.aborted) {
        const start = performance.now();
        assert.equal(await healthByHttp1(service.address, trusted), 200);
        times.push(performance.now() - start);
        open.push(openFiles() - before);
        if (session.closed) break;
        const stream = session.request({ ':path': '/health' });
        const [answer] = (await once(stream, 'response')) as [Record<string, unknown>];
        assert.equal(answer[':status'], 200);
        stream.resume();
        await delay(100);
      }
      const results = await attacks;
      session.destroy();
      for (const { mode, summary } of results) context.diagnostic(`${mode}: ${summary}`);
      times.sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? Infinity;
      context.diagnostic(
        `${String(times.length)} requests meanwhile, half of them within ${String(Math.round(median))} ms, all within ${String(Math.round(times.at(-1) ?? 0))} ms`,
      );
      // How many there are depends on the machine: what counts is that others are answered again and again.
      assert.ok(times.length >= 5, `only ${String(times.length)} requests were answered meanwhile`);
      context.diagnostic(
        `up to ${String(Math.max(...open))} connections at once, ${String(open.at(-1))} at the end`,
      );
      assert.ok(Math.max(...open) >= 100);
      // Who does not read does not see that the connection is over: the service knows.
      assert.ok(Number(open.at(-1)) < 20, `${String(open.at(-1))} connections are still open`);
      for (const { mode, isCutOff, summary } of results) {
        if (mode !== '-X') assert.ok(isCutOff, `${mode}: ${summary}`);
      }
    },
  );

  test('shows a new certificate without a restart, when it is asked and when the files change', async () => {
    assert.equal(await shownName(), 'first');
    makeCertificate('second');
    process.kill(service.id, 'SIGHUP');
    await until(async () => (await shownName()) === 'second');
    makeCertificate('third');
    // Nobody says so.
    await until(async () => (await shownName()) === 'third');
    await until(() => /the TLS certificate was read again and is in use/.test(service.output()));
    assert.equal(await healthByHttp1(service.address, ca()), 200);
  });
});

interface Attack {
  readonly mode: string;
  /** Whether the service has ended every connection. */
  readonly isCutOff: boolean;
  readonly summary: string;
}

/** A hundred connections, all of them slow, for a time in which each limit of the service comes to its end. */
async function slowly(options: readonly string[]): Promise<Attack> {
  const [mode = ''] = options;
  const common = ['-c', '100', '-r', '50', '-i', '2', '-l', '16', '-p', '5'];
  const child = spawn('slowhttptest', [...common, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await once(child, 'close');
  const last = (name: string) =>
    output
      .replaceAll(/\u001b\[[0-9;]*m/g, '')
      .split(`${name}:`)
      .at(-1)
      ?.trim()
      .split('\n')[0]
      ?.trim() ?? '';
  const summary = ['connected', 'closed', 'error', 'service available', 'Exit status']
    .map((name) => `${name} ${last(name)}`)
    .join(', ');
  return { mode, isCutOff: /No open connections left/.test(summary), summary };
}

/** Over a connection of its own. */
async function healthByHttp1(address: string, ca: Buffer): Promise<number | undefined> {
  const request = get(`${address}/health`, { ca, agent: false });
  const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

function http2(address: string, ca: Buffer): ClientHttp2Session {
  const session = connect(address, { ca });
  session.on('error', () => undefined);
  return session;
}

/** Attributes of the elements of a report that have a name. */
function elements(xml: string, name: string): readonly Partial<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]),
    ),
  );
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return;
    await delay(100);
  }
  assert.fail('it did not come to be in 20 seconds');
}
