import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import {
  catalogue,
  currentVersion,
  hasPartialVersions,
  languages,
  limits,
} from '../../contract.ts';
import type { Operation } from '../../../src/runtime/endpoints/route.ts';
import { wordsOf } from '../../../src/runtime/errors/problem-document.ts';
import { Unavailable } from '../../../src/runtime/storage/errors.ts';
import { operation, startBareServer, type BareServer } from '../support/bare-server.ts';
import { placesOf } from '../support/client.ts';
import {
  apart,
  colliding,
  filled,
  first,
  linked,
  madeAt,
  offering,
  prefix,
  startConforming,
  testEngines,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { decoded } from '../support/html.ts';
import { allItems } from '../support/lists.ts';
import { head } from '../support/raw.ts';
import type { Json } from '../support/sample.ts';
import { isRemote, needing } from '../support/target.ts';

const creatable = offering('create');
const readable = offering('read');

describe('part 7, errors', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  const broken: Readonly<Record<string, string>> = {
    'no Host': head('GET / HTTP/1.1', 'Connection: close'),
    'two Hosts': head('GET / HTTP/1.1', 'Host: a', 'host: b', 'Connection: close'),
    'no Host, as of HTTP/1.0': head('GET / HTTP/1.0'),
    'a header without a colon': head('GET / HTTP/1.1', 'Host: a', 'nonsense'),
    'a header continued on the next line': head('GET / HTTP/1.1', 'Host: a', 'A: b', ' c'),
    'a space before the colon': head('GET / HTTP/1.1', 'Host : a'),
    'another protocol': head('GET / SMTP/1.1', 'Host: a'),
    'a version of the protocol that is none': head('GET / HTTP/a.b', 'Host: a'),
    'an empty Host': head('GET /health HTTP/1.1', 'Host:', 'Connection: close'),
    'a Host with a space': head('GET /health HTTP/1.1', 'Host: a b', 'Connection: close'),
    'a Host with a name': head('GET /health HTTP/1.1', 'Host: a@b', 'Connection: close'),
    'a Host with a path': head('GET /health HTTP/1.1', 'Host: a/b', 'Connection: close'),
    'a Host with a port that is none': head(
      'GET /health HTTP/1.1',
      'Host: a:b',
      'Connection: close',
    ),
    'a Host of two': head('GET /health HTTP/1.1', 'Host: a, b', 'Connection: close'),
    'the greeting of TLS': `\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003${'\u0091'.repeat(40)}`,
    garbage: '\u0000\u0001\u0002 / HTTP/1.1\r\n\r\n',
    'a line of words': 'hello, is anybody there?\r\n\r\n',
    'a line of one word': 'nonsense\r\n\r\n',
    'two lengths': `${head('POST / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2')}ab`,
    'a negative length': head('POST / HTTP/1.1', 'Host: a', 'Content-Length: -1'),
    'a length and chunks': `${head(
      'POST / HTTP/1.1',
      'Host: a',
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
    )}0\r\n\r\n`,
    'the start of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'bare line feeds and a NUL': 'GET / HTTP/1.1\nHost: a\u0000\n\n',
  };
  for (const [what, bytes] of Object.entries(broken)) {
    test(`C-139 C-147 a request with ${what} is refused`, async () => {
      const answers = await service.exchange(bytes);
      assert.equal(answers.length, 1);
      assert.equal(answers[0]?.status, 400);
      assert.equal(answers[0].body['code'], 'malformed-request');
      service.check('GET', '*', answers[0]);
    });
  }

  test('C-147 a version of the protocol that is not spoken here is refused as such', async () => {
    for (const version of ['2.0', '0.9', '7.3', '3.0']) {
      const lines = [`GET /health HTTP/${version}`, 'Host: a', 'Connection: close'];
      const [answer, ...more] = await service.exchange(`${lines.join('\r\n')}\r\n\r\n`);
      assert.equal(answer?.status, 505, version);
      assert.equal(answer.body['code'], 'http-version-not-supported');
      assert.equal(answer.headers.get('connection'), 'close');
      service.check('GET', '/health', answer);
      assert.deepEqual(more, []);
    }
  });

  test('C-139 every Host that can be one is', needing('server'), async () => {
    for (const host of [
      'a',
      'a:',
      'a.:80',
      'a-b.example:65535',
      '[::1]',
      '[::1]:80',
      '127.0.0.1',
      'xn--a',
      'a_b',
      '%61',
    ]) {
      const request = head('GET /health HTTP/1.1', `Host: ${host}`, 'Connection: close');
      const [answer] = await service.exchange(request);
      assert.equal(answer?.status, 200, host);
    }
  });

  test('C-139 a body whose chunks are broken is refused', unless(creatable), async () => {
    const line = `POST ${await make.collection(first(creatable))} HTTP/1.1`;
    const [answer, ...more] = await service.exchange(
      service.head(line, 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      'zz\r\n',
    );
    assert.equal(answer?.status, 400);
    assert.deepEqual(more, []);
  });

  test('C-139 what is broken behind a request does not cost that its answer', async () => {
    const good = head('GET /health/ready HTTP/1.1', 'Host: a');
    const answers = await service.exchange(good, good, 'nonsense\r\n\r\n');
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400],
    );
  });

  test('C-132 a success is no problem, and a problem no success', async () => {
    for (const { method, path, isPublic } of service.contract.operations) {
      if (method !== 'GET') continue;
      const client = isPublic ? service.anonymous : service.request;
      const { status, headers, body } = await client('GET', filled(path));
      const isProblem = headers.get('content-type') === 'application/problem+json';
      assert.equal(isProblem, status >= 400, path);
      assert.equal('traceId' in body, status >= 400, path);
    }
  });

  test('C-133 nothing is redirected', async () => {
    for (const { method, path } of service.contract.operations) {
      if (method !== 'GET') continue;
      const url = filled(path);
      for (const each of [url, `${url}/`, `/${url}`, `${url}/../`, url.toUpperCase()]) {
        const { status, headers } = await send('GET', each);
        assert.ok(status < 300 || status >= 400, `${each} answers ${String(status)}`);
        assert.equal(headers.get('location'), null);
      }
    }
  });

  test(
    'C-136 an answer of 200 has a body and its type, by every method',
    unless(readable),
    async () => {
      for (const { method, path, isPublic } of service.contract.operations) {
        if (method !== 'GET' || !isPublic) continue;
        const { status, headers, text } = await service.anonymous('GET', filled(path));
        if (status !== 200) continue;
        const type = headers.get('content-type');
        assert.ok(type !== null, path);
        // A stream has begun: its body comes when something happens.
        if (!type.startsWith('text/event-stream')) assert.notEqual(text, '', path);
      }
      for (const sample of readable) {
        const collection = await make.collection(sample);
        const path = `${collection}/${(await make.insert(sample, collection)).id}`;
        const read = await send('GET', path);
        const answers = [read];
        if (sample.methods.includes('list')) answers.push(await send('GET', collection));
        if (sample.methods.includes('update'))
          answers.push(await send('PATCH', path, { body: {} }));
        if (sample.methods.includes('replace') && sample.writeOnly.length === 0) {
          answers.push(await send('PUT', path, { body: read.body }));
        }
        for (const { status, headers, text } of answers) {
          assert.equal(status, 200, text);
          assert.ok(headers.has('content-type') && text !== '', path);
        }
      }
    },
  );

  test(
    'C-137 an answer of 201 has an address and a representation, and is to a creation alone',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        const created = await send('POST', collection, { body: await make.body(sample) });
        assert.equal(created.status, 201, created.text);
        const path = madeAt(created);
        assert.ok(path.startsWith(`${collection}/`), path);
        assert.equal(created.headers.get('location'), linked(path));
        if (sample.isShown) {
          assert.equal(path, `${collection}/${String(created.body['id'])}`);
          assert.equal(created.body['revision'], 1);
        }
        if (!sample.methods.includes('update')) continue;
        const changed = await send('PATCH', path, { body: {} });
        assert.equal(changed.status, sample.isShown ? 200 : 204);
        assert.equal(changed.headers.get('location'), null);
      }
    },
  );

  test('C-140 one answer lists all violations', unless(creatable), async () => {
    for (const sample of creatable) {
      // The shortest of each member: all of them are in one body.
      const shortestLast = sample.invalid.toSorted(
        (a, b) => JSON.stringify(b.value).length - JSON.stringify(a.value).length,
      );
      const wrong = new Map(shortestLast.map(({ member, value }) => [member, value]));
      const body = {
        ...(await make.spare(sample)),
        ...Object.fromEntries(wrong),
        'no-such': 1,
        revision: 1,
      };
      const answer = await send('POST', await make.collection(sample), { body });
      assert.equal(answer.status, validationStatus);
      const places = new Set(placesOf(answer).map((place) => place.split('/')[1]));
      assert.deepEqual([...places].toSorted(), [...wrong.keys(), 'no-such', 'revision'].toSorted());
    }
  });

  test(
    'C-143 what does not exist and what cannot exist are not found alike',
    unless(readable),
    async () => {
      const collection = await make.collection(first(readable));
      const shapes = await Promise.all(
        [unknownId, 'x', '1', '-1', '0', 'null', "'", 'a'.repeat(110), '%F0%9F%98%80', '%00'].map(
          async (id) => {
            const { status, body } = await send('GET', `${collection}/${id}`);
            const { traceId: _, ...rest } = body;
            return { status, ...rest };
          },
        ),
      );
      for (const shape of shapes) assert.deepEqual(shape, shapes[0]);
      assert.equal(shapes[0]?.status, 404);
    },
  );

  test('C-148 the type of every problem is the address of a page about it', async () => {
    for (const type of catalogue.values()) {
      const { code } = type;
      const { title, description } = wordsOf(type, languages[0]);
      const { status, headers, text } = await service.anonymous('GET', `/problems/${code}`);
      assert.equal(status, 200, code);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      for (const shown of [title, description.replaceAll(/`([^`]*)`/g, '<code>$1</code>')]) {
        assert.ok(decoded(text).includes(shown), code);
      }
    }
    assert.equal((await service.anonymous('GET', '/problems/no-such-code')).status, 404);
    assert.equal((await service.anonymous('GET', '/problems/__proto__')).status, 404);
  });

  test('C-148 C-149 problems from every layer have the same members', async () => {
    const answers = [
      ...(await service.exchange(head('BREW / HTTP/1.1', 'Host: a'))),
      ...(await service.exchange(head('GET / HTTP/1.1', 'Connection: close'))),
      ...(await service.exchange(head('CONNECT a:1 HTTP/1.1', 'Host: a'))),
      ...(await service.exchange(head('GET / HTTP/1.1', 'Host: a', 'Expect: nothing'))),
      await send('GET', '/nothing'),
      await send('GET', `${prefix}/nothing`),
      await send('GET', `${prefix}/%zz`),
      await send('DELETE', '/health'),
      await send('GET', '/health', { headers: { accept: 'text/plain' } }),
      await send('GET', '/health?no=1'),
    ];
    assert.equal(answers.length, 10);
    for (const answer of answers) {
      service.check('GET', '*', answer);
      const { code, detail, status, title, traceId, type, ...extensions } = answer.body;
      assert.equal(status, answer.status);
      assert.match(String(traceId), /^[0-9a-f]{32}$/);
      for (const text of [code, detail, title, type]) assert.equal(typeof text, 'string');
      // RFC 9457, section 3.2.
      for (const name of Object.keys(extensions)) assert.match(name, /^[A-Za-z][A-Za-z0-9_]{2,}$/);
    }
  });

  test(
    'C-152 what a client sent comes back in no problem, but for names, and those cut short',
    unless(creatable),
    async () => {
      const page = await send('GET', `${prefix}/%3Cscript%3Ealert(1)%3C%2Fscript%3E`);
      assert.doesNotMatch(page.text, /script/);
      const sample = first(creatable);
      const path = await make.collection(sample);
      const values = { body: `{"a":"do not repeat me","${'x'.repeat(600)}":1}` };
      const answer = await send('POST', path, values);
      assert.equal(answer.status, validationStatus);
      assert.doesNotMatch(answer.text, /do not repeat me/);
      for (const place of placesOf(answer)) assert.ok(place.length <= 500);
      const long = await send('GET', `/health?${'x'.repeat(Math.min(600, limits.uri - 50))}`);
      assert.deepEqual(placesOf(long), ['x'.repeat(100)]);
    },
  );

  test(
    'C-152 no problem is many times as large as its request',
    unless(offering('create', 'list')),
    async () => {
      const path = await make.collection(first(offering('create', 'list')));
      const names = Array.from({ length: 110 }, (_, index) => `m${index.toString(36)}`);
      const body: Json = Object.fromEntries(names.map((name) => [name, 1]));
      assert.equal(placesOf(await send('POST', path, { body })).length, 100);
      const query = names.join('&');
      if (path.length + query.length >= limits.uri) return;
      assert.equal(placesOf(await send('GET', `${path}?${query}`)).length, 100);
    },
  );

  test('C-153 every answer has an identifier: that of the trace it belongs to, or one of its own', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const traced = await send('GET', '/nothing', { headers: { traceparent } });
    assert.equal(traced.headers.get('x-request-id'), traceId);
    assert.equal(traced.body['traceId'], traceId);
    const untraced = [
      '',
      'x',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      traceparent.toUpperCase(),
      `00-${traceId}`,
    ];
    const ids = new Set<unknown>();
    for (const header of untraced) {
      const headers = { traceparent: header, 'x-request-id': 'of my own' };
      const answer = await send('GET', '/nothing', { headers });
      const id = answer.headers.get('x-request-id') ?? '';
      assert.match(id, /^[0-9a-f]{32}$/);
      assert.doesNotMatch(id, /^0+$/);
      assert.notEqual(id, traceId);
      assert.equal(answer.body['traceId'], id);
      ids.add(id);
    }
    assert.equal(ids.size, untraced.length);
  });
});

const failing = () =>
  new Readable({
    read() {
      this.destroy(new Error('swordfish'));
    },
  });

describe('part 7, what the service itself gets wrong', () => {
  const log: string[] = [];
  let server: BareServer | undefined;

  const circular: { self?: object } = {};
  circular.self = circular;
  const faults: Readonly<Record<string, Operation['handle']>> = {
    error: () => {
      throw new Error('the password of the database is swordfish');
    },
    rejection: () => Promise.reject(new Error('swordfish')),
    text: () => Promise.reject<never>('swordfish'),
    status: () => {
      throw Object.assign(new Error('swordfish'), { statusCode: 418, code: 'FST_ERR_SWORDFISH' });
    },
    stream: () => ({ status: 200, stream: failing }),
    unsendable: () => ({ status: 200, headers: { 'x-swordfish': 'a\nb' }, body: {} }),
    unserializable: () => ({ status: 201, headers: { location: '/swordfish' }, body: circular }),
    unavailable: () => {
      throw new Unavailable('swordfish');
    },
  };

  before(async () => {
    if (isRemote()) return;
    const routes = Object.entries(faults).map(([name, handle]) => ({
      path: `/${name}`,
      operations: { GET: { ...operation, id: name, handle } },
    }));
    const fine: Operation = { ...operation, id: 'fine', handle: () => ({ status: 200, body: {} }) };
    const logger = pino({ level: 'info' }, { write: (line) => log.push(line) });
    server = await startBareServer([...routes, { path: '/fine', operations: { GET: fine } }], {
      logger,
    });
  });
  after(() => server?.stop());

  for (const name of Object.keys(faults)) {
    test(
      `C-135 C-146 a fault (${name}) tells nothing, is logged, and harms no other request`,
      needing('server'),
      async () => {
        assert.ok(server !== undefined);
        log.length = 0;
        const answer = await server.request('GET', `${prefix}/${name}`);
        const isExpected = name === 'unavailable';
        assert.equal(answer.status, isExpected ? 503 : 500);
        assert.equal(answer.body['code'], isExpected ? 'service-unavailable' : 'internal-error');
        if (isExpected) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        if (!hasPartialVersions)
          assert.equal(answer.headers.get('x-api-version'), currentVersion.label);
        const shown = answer.text + JSON.stringify([...answer.headers]);
        assert.doesNotMatch(shown, /swordfish|FST_|\bat [^"]*:\d+:\d+/i);
        const errors = log.filter((line) => line.includes('"level":50'));
        assert.equal(errors.length, 1);
        assert.ok(errors[0]?.includes(String(answer.body['traceId'])));
        assert.equal(log.filter((line) => line.includes('"msg":"request"')).length, 1);
        assert.equal((await server.request('GET', `${prefix}/fine`)).status, 200);
      },
    );
  }
});

for (const engine of testEngines()) {
  describe(`part 7, errors on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let make: ConformingService['make'];
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
      make = service.make;
    });
    after(() => service.stop());

    const odd: readonly unknown[] = [
      '',
      "'; DROP TABLE x; --",
      '\u{1F600}\u0301\u202e',
      '0000-01-01',
      '9999-12-31',
      '9999-12-31T23:59:59.999999999-23:59',
      '0000-01-01T00:00:00+23:59',
      '-9223372036854775808',
      '-0',
      'urn:uuid:018f0000-0000-7000-8000-000000000000',
      '018F0000-0000-7000-8000-000000000000',
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      Number.MAX_SAFE_INTEGER,
      -2_147_483_648,
      [[]],
      { '': { a: 1 } },
    ];

    test(
      'C-134 values at the edges of their types are kept as they are, or refused',
      unless(offering('create', 'read')),
      async () => {
        for (const sample of offering('create', 'read')) {
          const collection = await make.collection(sample);
          const valid = await make.body(sample);
          for (const [name, example] of Object.entries(valid)) {
            const values = odd.filter((value) => typeof value === typeof example);
            const attempts = values.map(async (value) => {
              const body = { ...valid, [name]: value };
              const answer = await send('POST', collection, { body });
              const what = `${sample.path} ${name} ${JSON.stringify(value)}`;
              assert.ok(answer.status < 500, what);
              if (answer.status !== 201) return;
              const path = `${collection}/${String(answer.body['id'])}`;
              assert.deepEqual((await send('GET', path)).body, answer.body, what);
              if (sample.methods.includes('delete')) await send('DELETE', path);
            });
            await Promise.all(attempts);
          }
        }
      },
    );

    test(
      'C-134 queries at the edges of their types are never the fault of the service',
      unless(offering('list')),
      async () => {
        const texts = odd.filter((value) => typeof value !== 'object').map(String);
        for (const sample of offering('list')) {
          const collection = await make.collection(sample);
          for (const name of sample.filter) {
            for (const parameter of [name, `${name}[lt]`]) {
              if (!service.contract.find('GET', sample.path)?.parameters.includes(parameter))
                continue;
              const attempts = texts.map(async (text) => {
                const query = `${encodeURIComponent(parameter)}=${encodeURIComponent(text)}`;
                assert.ok((await send('GET', `${collection}?${query}`)).status < 500, query);
              });
              await Promise.all(attempts);
            }
          }
        }
      },
    );

    test('C-134 identifiers that are none are not found', unless(readable), async () => {
      for (const sample of readable) {
        const collection = await make.collection(sample);
        const { id } = await make.insert(sample, collection);
        const ids = [
          '%00',
          '%20',
          "'",
          `${id}%00`,
          `${id}0`,
          `%7B${id}%7D`,
          `urn:uuid:${id}`,
          '9'.repeat(99),
        ];
        for (const each of ids) {
          assert.equal((await send('GET', `${collection}/${each}`)).status, 404, each);
          const within = collection.split('/');
          if (sample.parent === undefined) continue;
          within[within.length - 2] = each;
          assert.equal((await send('GET', `${within.join('/')}/${id}`)).status, 404, each);
        }
      }
    });

    const unique = colliding(creatable);
    test(
      'C-145 of requests that want the same unique value at once, one gets it',
      unless(unique),
      async () => {
        for (const sample of unique) {
          const collection = await make.collection(sample);
          const body = await make.full(sample);
          const answers = await Promise.all(
            Array.from({ length: 6 }, () => send('POST', collection, { body })),
          );
          const statuses = answers.map(({ status }) => status).toSorted();
          assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409], sample.path);
          for (const { status, body: problem } of answers) {
            if (status === 409) assert.equal(problem['code'], 'unique-conflict');
          }
          if (!apart([sample]).some(({ methods }) => methods.includes('list'))) continue;
          const items = await allItems(send, sample, collection);
          const created = answers.filter(({ status }) => status === 201).map(madeAt);
          assert.ok(items.some(({ id }) => created[0] === `${collection}/${String(id)}`));
        }
      },
    );
  });
}
