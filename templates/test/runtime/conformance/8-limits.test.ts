import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { limits } from '../../contract.ts';
import type { Operation } from '../../../src/runtime/endpoints/route.ts';
import { violationsOf } from '../../../src/runtime/endpoints/validation.ts';
import { operation, startBareServer, type BareServer } from '../support/bare-server.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  first,
  offering,
  prefix,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { exchange, head } from '../support/raw.ts';
import { isRemote, needing, remotePath } from '../support/target.ts';

const creatable = offering('create');
/** Bytes of a connection that come in one piece. */
const oneRead = 60_000;
/** For a segment below `/problems` in the longest address. */
const room = limits.uri - remotePath().length - '/problems/'.length;

describe('part 8, limits', () => {
  let service: ConformingService;

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  async function raw(line: string, ...headers: readonly string[]): Promise<TestAnswer> {
    const request = service.head(line, 'Connection: close', ...headers);
    const [answer, ...more] = await service.exchange(request);
    assert.ok(answer !== undefined);
    assert.deepEqual(more, []);
    return answer;
  }

  /** As a request that says nothing of who sends it: not all credentials leave room in the smallest head. */
  async function bare(line: string, ...headers: readonly string[]): Promise<TestAnswer> {
    const [answer, ...more] = await service.exchange(
      head(line, 'Host: a', 'Connection: close', ...headers),
    );
    assert.ok(answer !== undefined);
    assert.deepEqual(more, []);
    return answer;
  }

  test(
    'C-162 a body that announces more than the limit answers 413',
    unless(creatable),
    async () => {
      const path = await service.make.collection(first(creatable));
      const answer = await raw(
        `POST ${path} HTTP/1.1`,
        `Content-Length: ${String(limits.body * 6)}`,
        'Content-Type: application/json',
      );
      assert.equal(answer.status, 413);
      assert.equal(answer.body['limit'], limits.body);
      service.check('POST', path, answer);
    },
  );

  test('C-163 an address above the limit answers 414, and one of that length does not', async () => {
    const longest = `/problems/${'a'.repeat(room)}`;
    assert.equal((await bare(`GET ${longest} HTTP/1.1`)).status, 404);
    const answer = await bare(`GET ${longest}a HTTP/1.1`);
    assert.equal(answer.status, 414);
    assert.equal(answer.body['code'], 'uri-too-long');
    assert.equal(answer.body['limit'], limits.uri);
    service.check('GET', '/', answer);
    const inQuery = await bare(`GET /health?${longest} HTTP/1.1`);
    assert.equal(inQuery.status, 414);
    // Longer than the parser takes: the service finds out what ran over while it has the first line of the request.
    const beyond = await bare(`GET ${longest}${'a'.repeat(limits.headers)} HTTP/1.1`);
    const isAtHand = limits.uri + limits.headers < oneRead;
    assert.ok(
      (isAtHand ? ['uri-too-long'] : ['uri-too-long', 'headers-too-large']).includes(
        String(beyond.body['code']),
      ),
      beyond.text,
    );
  });

  test('C-163 headers above the limit answer 431, however far above', async () => {
    const fits = 'a'.repeat(limits.headers - 200);
    assert.equal((await bare('GET /health HTTP/1.1', `A: ${fits}`)).status, 200);
    const many = Array.from({ length: 100 }, () => `A: ${'a'.repeat(limits.headers / 100)}`);
    const large = [
      [`A: ${'a'.repeat(limits.headers)}`],
      [`A: ${'a'.repeat(limits.headers * 3)}`],
      many,
    ];
    for (const lines of large) {
      const answer = await bare('GET /health HTTP/1.1', ...lines);
      assert.equal(answer.status, 431);
      assert.equal(answer.body['code'], 'headers-too-large');
      service.check('GET', '/health', answer);
    }
  });

  test('C-163 a long segment of a path has no limit of its own', async () => {
    const answer = await bare(`GET /problems/${'a'.repeat(limits.uri)} HTTP/1.1`);
    assert.equal(answer.status, 414);
    assert.equal((await bare(`GET /problems/${'a'.repeat(room)} HTTP/1.1`)).status, 404);
  });

  test('C-164 the timeouts are those that are configured', needing('server'), () => {
    const { server } = service.app.server;
    assert.equal(server.headersTimeout, limits.headersTimeout);
    assert.equal(server.requestTimeout, limits.requestTimeout);
    assert.equal(server.keepAliveTimeout, limits.keepAliveTimeout);
  });
});

describe('part 8, limits in small', () => {
  const body = 10_000;
  const path = `${prefix}/echo`;
  /** Its limits of time are so long that a slow machine never meets them. */
  let patient: BareServer | undefined;
  let impatient: BareServer | undefined;

  before(async () => {
    if (isRemote()) return;
    const schema = Type.Object({});
    const echo: Operation = {
      ...operation,
      body: { schemas: { 'application/json': schema }, parse: (value) => value },
      handle: (_context, { body: given }) => ({ status: 200, body: { given } }),
    };
    const routes = [{ path: '/echo', operations: { POST: echo } }];
    patient = await startBareServer(routes, { limits: { body } });
    impatient = await startBareServer(routes, {
      limits: { headersTimeout: 200, requestTimeout: 400 },
    });
  });
  after(() => Promise.all([patient?.stop(), impatient?.stop()]));

  const post = (...headers: readonly string[]) =>
    head(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers);

  function chunked(size: number): string {
    const chunks = json(size).match(/.{1,3000}/g) ?? [];
    const parts = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    return `${post('Transfer-Encoding: chunked', 'Connection: close')}${parts.join('')}0\r\n\r\n`;
  }

  const sized = (size: number) =>
    `${post(`Content-Length: ${String(size)}`, 'Connection: close')}${json(size)}`;

  for (const [name, request] of Object.entries({ chunked, sized })) {
    test(
      `C-162 a ${name} body of the limit is read, and one above it answers 413`,
      needing('server'),
      async () => {
        assert.equal((await sendRaw(patient, request(body)))[0]?.status, 200);
        for (const size of [body + 1, body * 4]) {
          const [answer, ...more] = await sendRaw(patient, request(size));
          assert.equal(answer?.status, 413);
          assert.equal(answer.headers.get('content-type'), 'application/problem+json');
          assert.equal(answer.body['limit'], body);
          assert.equal(answer.headers.get('connection'), 'close');
          assert.deepEqual(more, []);
        }
      },
    );
  }

  test('C-162 a body that never ends is not read to its end', needing('server'), async () => {
    const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`;
    const bytes = post('Transfer-Encoding: chunked') + chunk.repeat(20);
    const [answer] = await sendRaw(patient, bytes);
    assert.equal(answer?.status, 413);
  });

  test('C-115 checking a body does not take much longer than reading it', needing('server'), () => {
    const schema = Type.Array(Type.Object({}), { uniqueItems: true });
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    const start = performance.now();
    assert.deepEqual(violationsOf(schema, items, 'body'), []);
    assert.equal(violationsOf(schema, [...items, { index: 7 }], 'body')[0]?.code, 'uniqueItems');
    // To compare each with all others takes ten seconds and more.
    assert.ok(performance.now() - start < 2000);
  });

  test('C-164 a request that arrives too slowly answers 408', needing('server'), async () => {
    const slow = [
      `POST ${path} HTTP/1.1\r\nHost: a\r\n`,
      `${post('Content-Length: 10')}{"a"`,
      post('Transfer-Encoding: chunked'),
    ];
    const answers = await Promise.all(slow.map((bytes) => sendRaw(impatient, bytes)));
    for (const [answer, ...more] of answers) {
      assert.equal(answer?.status, 408);
      assert.equal(answer.body['code'], 'request-timeout');
      assert.equal(answer.headers.get('connection'), 'close');
      assert.deepEqual(more, []);
    }
  });
});

function sendRaw(server: BareServer | undefined, bytes: string): Promise<TestAnswer[]> {
  assert.ok(server !== undefined);
  return exchange(server.address, bytes);
}

/** JSON of so many bytes. */
function json(size: number): string {
  return `"${'a'.repeat(size - 2)}"`;
}
