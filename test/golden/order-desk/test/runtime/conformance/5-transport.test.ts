import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { connect as connectSecurely, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { Type } from 'typebox';
import { hasStream, limits, selector } from '../../contract.ts';
import type { Operation } from '../../../src/runtime/endpoints/route.ts';
import { useIdentity } from '../../../src/runtime/endpoints/secure-server.ts';
import { plainTextNotice } from '../../../src/runtime/service/plain-text-notice.ts';
import { trustedProxies } from '../../../src/runtime/service/proxies.ts';
import { ConfigurationError } from '../../../src/runtime/service/configuration-error.ts';
import { renew } from '../../../src/runtime/service/tls-renewal.ts';
import { readIdentity } from '../../../src/runtime/service/tls.ts';
import { transportOf } from '../../../src/runtime/service/transport.ts';
import { operation, startBareServer, type BareServer } from '../support/bare-server.ts';
import {
  certificate,
  certificateKey,
  renewedCertificate,
  renewedKey,
} from '../support/certificate.ts';
import { testClient, type TestAnswer, type TestClient } from '../support/client.ts';
import {
  first,
  offering,
  prefix,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import {
  answerTo,
  headOf,
  http2Client,
  openedAndReset,
  type Http2Client,
} from '../support/http2.ts';
import { exchange, head } from '../support/raw.ts';
import { isRemote, needing } from '../support/target.ts';
import { secured, testIdentity, tlsDirectory, withinTime } from '../support/tls.ts';
import { needingEvents } from '../support/needing-events.ts';

/** None of these tests can do without a server that they start themselves. */
const local = needing('server');
const creatable = offering('create', 'list');
/** What HTTP/2 itself carries in one field, and in a head of 16 KiB frames (nghttp2). */
const longestField = 60_000;
const longestHead = 120_000;
const hsts = 'max-age=63072000; includeSubDomains';

function assertRefused(answer: TestAnswer): void {
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body['code'], 'https-required');
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  for (const name of ['location', 'www-authenticate', 'strict-transport-security']) {
    assert.equal(answer.headers.get(name), null, name);
  }
}

describe('part 5, plain text', () => {
  let service: ConformingService;
  let replica: ReturnType<ConformingService['createReplica']>;
  /** To the service as it is reached over a network. */
  let open: TestClient;
  let openAddress: string;

  before(async () => {
    if (isRemote()) return;
    service = await startConforming();
    replica = service.createReplica({ transportOf: () => 'open' });
    openAddress = await replica.server.listen({ host: '127.0.0.1', port: 0 });
    open = testClient(openAddress, service.credential);
  });
  after(async () => {
    if (isRemote()) return;
    await replica.server.close();
    await service.stop();
  });

  test(
    'C-110 what comes in plain text over a network is refused, and nothing is done',
    unless(creatable, 'server'),
    async () => {
      const sample = first(creatable);
      const path = await service.make.collection(sample);
      const before = await service.request('GET', path);
      assertRefused(await open('POST', path, { body: await service.make.body(sample) }));
      assertRefused(await open('GET', path));
      assert.equal((await service.request('GET', path)).text, before.text);
    },
  );

  test('C-110 it is refused before anything else is looked at', local, async () => {
    const long = `/${'a'.repeat(limits.uri)}`;
    for (const path of [
      '/',
      '/nothing',
      '/v999/x',
      `${prefix}/%00`,
      '/healthy',
      '/health%2F',
      long,
    ]) {
      assertRefused(await open('GET', path));
      assertRefused(
        await open('OPTIONS', path, { headers: { 'access-control-request-method': 'GET' } }),
      );
    }
    // Too long with what every client sends, and not so long that the parser stops.
    const stranger = testClient(openAddress, {});
    assertRefused(
      await stranger('GET', '/', { headers: { 'x-long': 'a'.repeat(limits.headers - 100) } }),
    );
    const [noHost] = await exchange(openAddress, head('GET / HTTP/1.1', 'Connection: close'));
    assert.equal(noHost?.body['code'], 'https-required');
    const [star] = await exchange(
      openAddress,
      head('OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close'),
    );
    assert.equal(star?.body['code'], 'https-required');
  });

  test('C-110 C-004 health works in plain text, for process monitors', local, async () => {
    for (const path of ['/health', '/health/ready', '/health?x']) {
      const { body, headers } = await open('GET', path);
      assert.notEqual(body['code'], 'https-required', path);
      assert.equal(headers.get('strict-transport-security'), null);
    }
    assert.equal((await open('GET', '/health')).status, 200);
  });

  test(
    'C-110 a proxy that is trusted says whether TLS was spoken, and without it this machine is believed',
    local,
    async () => {
      // 403 is what the document says of no operation: its address has https.
      const request = testClient(service.address, service.credential);
      const secure = await request('GET', '/', { headers: { 'x-forwarded-proto': 'https' } });
      assert.equal(secure.status, 200);
      assert.equal(secure.headers.get('strict-transport-security'), hsts);
      assertRefused(await request('GET', '/', { headers: { 'x-forwarded-proto': 'http' } }));
      assertRefused(await request('GET', '/', { headers: { 'x-forwarded-proto': 'https, http' } }));
      const plain = await request('GET', '/');
      assert.equal(plain.status, 200);
      assert.equal(plain.headers.get('strict-transport-security'), null);
      // The headers of another kind of proxy are those that a client could write.
      const other = await request('GET', '/', { headers: { forwarded: 'proto=https' } });
      assert.equal(other.headers.get('strict-transport-security'), null);
    },
  );

  test('C-110 behind a proxy no address says http', unless(creatable, 'server'), async () => {
    const sample = first(creatable);
    const proxied = service.createReplica({ baseUrl: 'https://service.test' });
    const address = await proxied.server.listen({ host: '127.0.0.1', port: 0 });
    const client = testClient(address, service.credential);
    // Where hosts name versions, a request to another host is misdirected.
    const elsewhere =
      selector.selectedBy === 'host' ? {} : { 'x-forwarded-host': 'elsewhere.test' };
    const headers = { 'x-forwarded-proto': 'https', ...elsewhere };
    try {
      const collection = await service.make.collection(sample);
      const answers = [
        await client('POST', collection, {
          headers: { ...headers, 'idempotency-key': '"proxied"' },
          body: await service.make.body(sample),
        }),
        await client('GET', collection, { headers }),
        await client('GET', '/', { headers }),
        await client('GET', '/.well-known/api-catalog', { headers }),
        await client('GET', `/openapi${prefix}.json`, { headers }),
        await client('GET', '/nothing', { headers }),
      ];
      assert.equal(answers[0]?.status, 201);
      for (const { headers: received, text } of answers) {
        const addresses = `${received.get('location') ?? ''} ${received.get('link') ?? ''} ${text}`;
        assert.doesNotMatch(addresses, /http:\/\/(service|elsewhere)/);
        assert.doesNotMatch(addresses, /elsewhere\.test/);
      }
    } finally {
      await proxied.server.close();
    }
  });

  test('C-110 the connection tells how a request came, and a header only where a trusted proxy wrote it', () => {
    const byFor = transportOf(trustedProxies('10.0.0.0/8, ::1'), 'x-forwarded-for');
    const byForwarded = transportOf(trustedProxies('10.0.0.0/8'), 'forwarded');
    const from = (remoteAddress: string, headers = {}, of = byFor, encrypted = false) =>
      of({ socket: { remoteAddress, encrypted }, headers });
    const https = { 'x-forwarded-proto': 'https' };
    // Who asks directly.
    assert.equal(from('192.0.2.1', {}, byFor, true), 'secure');
    assert.equal(from('192.0.2.1', { 'x-forwarded-proto': 'http' }, byFor, true), 'secure');
    for (const address of ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1']) {
      assert.equal(from(address), 'local', address);
      assert.equal(from(address, https), 'local', address);
    }
    for (const address of ['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1', '172.17.0.1', '']) {
      assert.equal(from(address), 'open', address);
      for (const headers of [
        https,
        { forwarded: 'proto=https' },
        { 'x-forwarded-for': '127.0.0.1' },
      ]) {
        assert.equal(from(address, headers), 'open', address);
        assert.equal(from(address, headers, byForwarded), 'open', address);
      }
    }
    // A proxy.
    assert.equal(from('10.0.0.1'), 'open');
    assert.equal(from('::1'), 'local');
    assert.equal(from('::1', { 'x-forwarded-proto': 'http' }), 'open');
    assert.equal(from('::ffff:10.0.0.1', https), 'secure');
    assert.equal(from('10.0.0.1', { forwarded: 'proto=https' }), 'open');
    const said = {
      secure: ['https', 'HTTPS', ' https , https'],
      open: ['http', '', 'https, http', 'http, https', 'httpsx', 'wss', 'https; http'],
    } as const;
    for (const [expected, values] of Object.entries(said)) {
      for (const value of values) {
        assert.equal(from('10.0.0.1', { 'x-forwarded-proto': value }), expected, value);
      }
    }
    const forwarded = {
      secure: [
        'proto=https',
        'for=1.2.3.4;proto=https',
        'for="[::1]:1";Proto="HTTPS";by=x',
        'for=x, for=y;proto=https',
      ],
      open: [
        '',
        'for=1.2.3.4',
        'proto=http',
        'proto=https, for=x',
        'proto=http, proto=https',
        'proto=httpsx',
        'xproto=https',
        'proto=https, proto=http',
      ],
    } as const;
    for (const [expected, values] of Object.entries(forwarded)) {
      for (const value of values) {
        assert.equal(from('10.0.0.1', { forwarded: value }, byForwarded), expected, value);
      }
    }
  });

  test('C-110 a start on a network address without TLS prints what is missing', () => {
    const plain = { host: '0.0.0.0', trustedProxies: '', baseUrl: 'https://a.test' };
    const notice = plainTextNotice(plain);
    for (const name of ['https-required', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUSTED_PROXIES']) {
      assert.ok(notice.includes(name), name);
    }
    for (const host of ['127.0.0.1', '::1', 'localhost'])
      assert.equal(plainTextNotice({ ...plain, host }), '');
    assert.equal(plainTextNotice({ ...plain, trustedProxies: '10.0.0.1' }), '');
    const tls = { certificate: 'a', key: 'b' };
    assert.equal(plainTextNotice({ ...plain, tls }), '');
    assert.match(
      plainTextNotice({ ...plain, tls, baseUrl: 'http://a.test' }),
      /BASE_URL is http:\/\/a\.test/,
    );
  });
});

describe('part 5, TLS', () => {
  let service: ConformingService;
  let replica: ReturnType<ConformingService['createReplica']>;
  let address: string;
  let client: Http2Client;

  before(async () => {
    if (isRemote()) return;
    service = await startConforming();
    replica = service.createReplica({ identity: testIdentity() });
    address = secured(await replica.server.listen({ host: '127.0.0.1', port: 0 }));
  });
  // One that nothing is asked on is ended.
  beforeEach(async () => {
    if (!isRemote()) client = await http2Client(address);
  });
  afterEach(() => {
    if (!isRemote()) client.close();
  });
  after(async () => {
    if (isRemote()) return;
    await replica.server.close();
    await service.stop();
  });

  const raw = (...lines: readonly string[]) =>
    exchange(address, head(...lines, 'Connection: close'), certificate);

  test(
    'C-110 TLS is 1.2 or 1.3, with ciphers that keep what was said secret for good',
    local,
    async () => {
      const versions = ['TLSv1.2', 'TLSv1.3'] as const;
      for (const version of versions) {
        const socket = await handshake(address, { minVersion: version, maxVersion: version });
        assert.equal(socket.getProtocol(), version);
        assert.match(socket.getCipher().name, /GCM|CHACHA20/);
        socket.destroy();
      }
      const old = {
        ciphers: 'ALL:@SECLEVEL=0',
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
      } as const;
      await assert.rejects(handshake(address, old), /alert protocol version|unsupported protocol/);
      for (const ciphers of [
        'ECDHE-ECDSA-AES128-SHA',
        'ECDHE-ECDSA-AES256-SHA384',
        'AES128-GCM-SHA256',
        'AECDH-AES128-SHA:@SECLEVEL=0',
      ]) {
        await assert.rejects(handshake(address, { ciphers, maxVersion: 'TLSv1.2' }), ciphers);
      }
    },
  );

  test('C-110 the handshake decides between HTTP/2 and HTTP/1.1', local, async () => {
    for (const [offered, chosen] of [
      [['h2', 'http/1.1'], 'h2'],
      [['http/1.1'], 'http/1.1'],
      [undefined, false],
    ] as const) {
      const socket = await handshake(
        address,
        offered === undefined ? {} : { ALPNProtocols: [...offered] },
      );
      assert.equal(socket.alpnProtocol, chosen);
      socket.destroy();
    }
    await assert.rejects(
      handshake(address, { ALPNProtocols: ['spdy/3'] }),
      /no application protocol/,
    );
  });

  test(
    'C-110 plain text or garbage on the TLS port gets no information and does no harm',
    local,
    async () => {
      for (const bytes of [head('GET / HTTP/1.1', 'Host: a'), 'nonsense', '\u0016\u0003\u0001']) {
        const socket = connect(Number(new URL(address).port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.end(bytes);
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        await once(socket, 'close');
        assert.doesNotMatch(text, /HTTP/);
      }
      assert.equal((await client.send('/health')).status, 200);
    },
  );

  test(
    'C-110 C-088 every answer says to come by TLS alone, and protects its reader, by either protocol',
    local,
    async () => {
      const answers = [
        await client.send('/'),
        await client.send('/nothing'),
        await client.send('*', { ':method': 'OPTIONS' }),
        await client.send('/problems/not-found', { accept: 'text/html' }),
        await client.send('/health', { ':method': 'BREW' }),
        await answerTo(client.session.request({ ':method': 'CONNECT', ':authority': 'a:1' })),
        ...(await raw('GET / HTTP/1.1', 'Host: a')),
        ...(await raw('GET /nothing HTTP/1.1', 'Host: a')),
        ...(await raw('GET / HTTP/1.1')),
        ...(await raw('BREW / HTTP/1.1', 'Host: a')),
        ...(await raw('CONNECT a:1 HTTP/1.1', 'Host: a')),
        ...(await raw('OPTIONS * HTTP/1.1', 'Host: a')),
      ];
      assert.equal(answers.length, 12);
      for (const { status, headers } of answers) {
        assert.equal(headers.get('strict-transport-security'), hsts, String(status));
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(
          headers.get('content-security-policy') ?? '',
          /default-src 'none'.*frame-ancestors 'none'/,
        );
      }
    },
  );

  test('C-110 both protocols answer the same', local, async () => {
    const requests = [
      ['GET', '/'],
      ['HEAD', '/'],
      ['GET', '/nothing'],
      ['DELETE', '/health'],
      ['OPTIONS', '/health'],
      ['GET', `${prefix}/%zz`],
      ['GET', '/health?x'],
      ['BREW', '/health'],
      ['QUERY', '/health'],
      ['TRACE', '/health'],
      ['GET', '/health/'],
    ] as const;
    for (const [method, path] of requests) {
      const [one] = await raw(`${method} ${path} HTTP/1.1`, 'Host: a');
      const two = await client.send(path, { ':method': method });
      assert.ok(one !== undefined);
      assert.deepEqual(comparable(two), comparable(one), `${method} ${path}`);
      assert.equal(two.headers.get('connection'), null);
    }
  });

  test('C-139 C-147 C-163 by HTTP/2 a head is refused as by HTTP/1.1', local, async () => {
    const fields = Array.from({ length: Math.ceil(limits.headers / 4096) }, (_, index) => [
      `a${String(index)}`,
      'a'.repeat(4096),
    ]);
    const refusals: readonly (readonly [number, string, string, Record<string, string>])[] = [
      [414, 'uri-too-long', `/${'a'.repeat(limits.uri)}`, {}],
      [414, 'uri-too-long', `/${'a'.repeat(limits.uri + limits.headers / 2)}`, {}],
      [431, 'headers-too-large', '/health', Object.fromEntries(fields)],
      [400, 'malformed-request', '/health', { ':authority': 'a', host: 'b' }],
      [417, 'expectation-failed', '/health', { expect: 'nothing' }],
      [400, 'malformed-request', '/health#x', {}],
    ];
    for (const [status, code, path, headers] of refusals) {
      // More does not come as far as the service: it ends the connection.
      const length = path.length + Object.values(headers).join('').length;
      if (path.length > longestField || length > longestHead) continue;
      const answer = await client.send(path, headers);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body['code'], code);
      service.check('GET', '*', answer);
    }
    const same = await client.send('/health', { ':authority': 'a', host: 'a' });
    assert.equal(same.status, 200);
  });

  test(
    'C-131 C-053 a body comes by HTTP/2, and is asked for where the client waits',
    unless(creatable, 'server'),
    async () => {
      const sample = first(creatable);
      const path = await service.make.collection(sample);
      const { 'content-type': type = 'application/json', ...credential } = {
        ...service.credential,
      };
      const headers = { ':method': 'POST', ...credential, 'content-type': type };
      for (const expect of [{}, { expect: '100-continue' }]) {
        const key = { 'idempotency-key': `"h2 ${JSON.stringify(expect).length}"` };
        const body = JSON.stringify(await service.make.body(sample));
        const stream = client.session.request(headOf(path, { ...headers, ...key, ...expect }));
        let isAsked = false;
        stream.once('continue', () => {
          isAsked = true;
          stream.end(body);
        });
        if (!('expect' in expect)) stream.end(body);
        const answer = await answerTo(stream);
        assert.equal(answer.status, 201, answer.text);
        assert.equal(isAsked, 'expect' in expect);
      }
      const refused = client.session.request(
        headOf(path, { ...headers, 'content-length': limits.body * 6 }),
      );
      const { status } = await answerTo(refused);
      assert.equal(status, 413);
      refused.destroy();
      assert.equal((await client.send('/health')).status, 200);
    },
  );

  test(
    'C-128 a stream of events comes by HTTP/2, beside other requests',
    hasStream ? needingEvents('server') : { skip: 'this service has no stream of events' },
    async () => {
      const stream = client.open(`${prefix}/events`, service.credential);
      const [answered] = (await once(stream, 'response')) as [Record<string, unknown>];
      assert.equal(answered[':status'], 200);
      assert.equal(answered['connection'], undefined);
      const [chunk] = (await once(stream, 'data')) as [Buffer];
      assert.match(chunk.toString(), /retry:/);
      assert.equal((await client.send('/health')).status, 200);
      stream.close(constants.NGHTTP2_CANCEL);
      await once(stream, 'close');
    },
  );
});

async function* afterAWhile(): AsyncGenerator<string> {
  await immediate();
  yield JSON.stringify({ came: true });
}

describe('part 5, TLS in small', () => {
  const path = `${prefix}/echo`;
  let server: BareServer | undefined;
  let address: string;
  /** Of a request that is being answered. */
  let reached = Promise.withResolvers<() => void>();

  const small = { body: 10_000, headersTimeout: 300, requestTimeout: 400, keepAliveTimeout: 300 };
  const patience = { headersTimeout: 60_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };

  async function start(others = {}): Promise<BareServer> {
    const echo: Operation = {
      ...operation,
      body: { schemas: { 'application/json': Type.Object({}) }, parse: (value) => value },
      handle: (_context, { body }) => ({ status: 200, body: { body } }),
    };
    const large: Operation = {
      ...operation,
      id: 'large',
      handle: () => ({ status: 200, body: { text: 'a'.repeat(8_000_000) } }),
    };
    const slow: Operation = {
      ...operation,
      id: 'slow',
      async handle() {
        await new Promise<void>((resolve) => {
          reached.resolve(resolve);
        });
        return { status: 200, body: {} };
      },
    };
    const later: Operation = {
      ...operation,
      id: 'later',
      handle: async () => ({ status: 200, stream: () => Readable.from(afterAWhile()) }),
    };
    return startBareServer(
      [
        { path: '/echo', operations: { POST: echo } },
        { path: '/large', operations: { GET: large } },
        { path: '/slow', operations: { GET: slow } },
        { path: '/later', operations: { GET: later } },
      ],
      { limits: { ...small, ...others }, identity: testIdentity() },
    );
  }

  before(async () => {
    if (isRemote()) return;
    server = await start();
    address = secured(server.address);
  });
  after(() => server?.stop());

  const post = { ':method': 'POST', 'content-type': 'application/json' };

  test('C-110 by HTTP/2 an answer may begin later than its handler ends', local, async () => {
    const client = await http2Client(address);
    const answer = await client.send(`${prefix}/later`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { came: true });
    client.close();
  });

  test(
    'C-162 C-164 by HTTP/2 a body has its limits of size and time, and other requests go on',
    local,
    async () => {
      const client = await http2Client(address);
      const late = client.send(path, post, { begins: '{' });
      const large = await client.send(path, post, JSON.stringify('a'.repeat(small.body)));
      assert.equal(large.status, 413);
      assert.equal((await client.send(path, post, '{}')).status, 200);
      const answer = await late;
      assert.equal(answer.status, 408);
      assert.equal(answer.body['code'], 'request-timeout');
      assert.equal((await client.send(path, post, '{}')).status, 200);
      client.close();
    },
  );

  test(
    'C-164 a connection on which nothing is asked is ended, whatever is sent on it',
    local,
    async () => {
      const idle = await http2Client(address);
      const used = await http2Client(address);
      const timer = setInterval(() => {
        for (const { session } of [idle, used])
          if (!session.destroyed) session.ping(() => undefined);
      }, 20);
      await used.send(path, post, '{}');
      const silent = connect(Number(new URL(address).port), '127.0.0.1');
      silent.on('error', () => undefined);
      const dumb = await handshake(address, { ALPNProtocols: ['h2'] });
      await Promise.all([silent, dumb].map((socket) => closed(socket.resume())));
      assert.equal(await idle.ended, constants.NGHTTP2_NO_ERROR);
      assert.equal(await used.ended, constants.NGHTTP2_NO_ERROR);
      clearInterval(timer);
    },
  );

  test('C-164 who floods a connection without asking anything is sent away', local, async () => {
    const patient = await start(patience);
    const flooding = await http2Client(secured(patient.address));
    const timer = setInterval(() => {
      for (let index = 0; index < 50 && !flooding.session.destroyed; index += 1) {
        flooding.session.ping(() => undefined);
      }
    }, 1);
    const isEnded = flooding.ended.then(() => true);
    // Why, it may not hear: what it sent is not read any more.
    assert.ok(await Promise.race([isEnded, delay(5000, false, { ref: false })]));
    clearInterval(timer);
    flooding.close();
    await patient.stop();
  });

  test(
    'C-164 who opens requests and gives them up at once, again and again, is sent away',
    local,
    async () => {
      const patient = await start(patience);
      const to = secured(patient.address);
      const socket = await handshake(to, { ALPNProtocols: ['h2'] });
      const ended = closed(socket.resume());
      // Not by Node's client, which keeps to the limits that the server announced.
      socket.write(openedAndReset(300));
      await ended;
      const other = await http2Client(to);
      assert.equal((await other.send('/health')).status, 404);
      other.close();
      await patient.stop();
    },
  );

  test('C-164 who asks and does not read is cut off, by either protocol', local, async () => {
    // As fast as a body has to be sent.
    const patient = await start({ body: 100_000_000 });
    const to = secured(patient.address);
    const client = await http2Client(to);
    const stream = client.open(`${prefix}/large`);
    await once(stream, 'response');
    stream.pause();
    const socket = await handshake(to, {});
    socket.pause();
    socket.write(head(`GET ${prefix}/large HTTP/1.1`, 'Host: a'));
    await closedByPeer(socket);
    // Its window was closed, and the connection could go on.
    while (!stream.closed) await delay(20);
    assert.equal(stream.rstCode, constants.NGHTTP2_CANCEL);
    client.close();
    await patient.stop();
  });

  test(
    'C-110 a server that stops says so (GOAWAY), answers what was asked, and ends',
    local,
    async () => {
      const stopping = await start(patience);
      reached = Promise.withResolvers();
      const client = await http2Client(secured(stopping.address));
      const unused = await http2Client(secured(stopping.address));
      // The client's side of a handshake is done before the server's.
      await unused.send('/');
      const answer = client.send(`${prefix}/slow`);
      const release = await reached.promise;
      const goaway = once(client.session, 'goaway');
      const stopped = stopping.stop();
      const [code] = (await goaway) as [number];
      assert.equal(code, constants.NGHTTP2_NO_ERROR);
      assert.equal(await unused.ended, constants.NGHTTP2_NO_ERROR);
      release();
      assert.equal((await answer).status, 200);
      await stopped;
      assert.equal(await client.ended, constants.NGHTTP2_NO_ERROR);
    },
  );
});

describe('part 5, the certificate', () => {
  const directory = tlsDirectory();
  after(() => {
    directory.remove();
  });

  const fault = (now = withinTime, files = directory.files): string => {
    try {
      readIdentity(files, now);
    } catch (error) {
      assert.ok(error instanceof ConfigurationError);
      return error.message;
    }
    return '';
  };

  test('C-110 the message about an unusable certificate names its file and the reason', () => {
    const { files, write } = directory;
    const encrypted = createPrivateKey(certificateKey)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'swordfish' })
      .toString();
    assert.equal(fault(), '');
    assert.match(
      fault(new Date('2125-01-01')),
      /^TLS_CERT_FILE names \S+tls\.crt, which expired at 2125-01-01/,
    );
    assert.match(
      fault(new Date('2024-12-31')),
      /^TLS_CERT_FILE names \S+tls\.crt, which holds from 2025-01-01/,
    );
    assert.match(
      fault(withinTime, { ...files, certificate: '/nowhere' }),
      /^TLS_CERT_FILE names \/nowhere, which cannot be read \(ENOENT\)/,
    );
    assert.match(
      fault(withinTime, { ...files, key: '/nowhere' }),
      /^TLS_KEY_FILE names \/nowhere, which cannot be read \(ENOENT\)/,
    );
    write(certificate, renewedKey);
    assert.match(fault(), /not the key of the certificate/);
    write('nonsense', certificateKey);
    assert.match(fault(), /tls\.crt, which is no certificate in PEM/);
    write(certificate, 'nonsense');
    assert.match(fault(), /tls\.key, which is no private key in PEM/);
    write(certificate, encrypted);
    assert.match(fault(), /TLS_KEY_PASSPHRASE_FILE/);
    assert.match(fault(withinTime, { ...files, passphrase: 'wrong' }), /TLS_KEY_PASSPHRASE_FILE/);
    assert.equal(fault(withinTime, { ...files, passphrase: 'swordfish' }), '');
  });

  test(
    'C-110 a new certificate is used without a restart, and a broken one is not',
    local,
    async () => {
      const { files, write } = directory;
      write(certificate, certificateKey);
      const lines: string[] = [];
      const server = await startBareServer([], { identity: testIdentity() });
      const address = secured(server.address);
      const before = await http2Client(address);
      const shown = async () => {
        const socket = await handshake(address, { rejectUnauthorized: false });
        const { subject } = socket.getPeerCertificate();
        socket.destroy();
        return subject.CN;
      };
      const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
      const read = () => {
        lines.length = 0;
        renew({
          files,
          clock: () => withinTime,
          log,
          use: (identity) => {
            useIdentity(server.server, identity);
          },
        });
        return lines.join('');
      };
      try {
        assert.equal(await shown(), 'service under test');
        write(renewedCertificate, certificateKey);
        assert.match(read(), /the one before stays in use.*|not the key/);
        assert.equal(await shown(), 'service under test');
        writeFileSync(files.key, renewedKey);
        assert.match(read(), /is in use/);
        assert.equal(lines.length, 1);
        assert.equal(await shown(), 'service under test, renewed');
        assert.equal((await before.send('/nothing')).status, 404);
        const old = {
          maxVersion: 'TLSv1.1',
          minVersion: 'TLSv1',
          ciphers: 'ALL:@SECLEVEL=0',
        } as const;
        await assert.rejects(handshake(address, { ...old, rejectUnauthorized: false }));
      } finally {
        before.close();
        await server.stop();
      }
    },
  );
});

/** A connection whose handshake is done. */
async function handshake(address: string, options: ConnectionOptions): Promise<TLSSocket> {
  const { port, hostname } = new URL(address);
  const socket = connectSecurely({
    port: Number(port),
    host: hostname,
    ca: certificate,
    ...options,
  });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  return socket;
}

/** Fulfilled when the other side has ended a connection from which nothing is read. */
async function closedByPeer(socket: Socket): Promise<void> {
  const timer = setInterval(() => {
    socket.write('x');
  }, 50);
  await closed(socket);
  clearInterval(timer);
}

/** Not by `once`: that it was reset is an end like any other. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
}

/** What does not differ from one answer to the next, nor by what only one of the protocols has. */
function comparable({ status, headers, body }: TestAnswer) {
  const { traceId: _, ...rest } = body;
  const own = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding']);
  const shown = [...headers].filter(([name]) => !own.has(name));
  return { status, headers: Object.fromEntries(shown), body: rest };
}
