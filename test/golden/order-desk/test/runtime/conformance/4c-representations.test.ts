import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answersAny, selector, vary } from '../../contract.ts';
import { testClient } from '../support/client.ts';
import {
  apart,
  filled,
  first,
  holding,
  itemsOf,
  offering,
  prefix,
  startConforming,
  unknownId,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import { head } from '../support/raw.ts';

const { plain, selectedBy } = selector;

const listable = offering('list');
const creatable = offering('create');

describe('part 4c, representations', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  const acceptable = [
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'text/html, application/json;q=0.001',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0, application/*;q=0.1, application/json;q=0.2',
    'nonsense, application/json',
  ];
  const unacceptable = [
    'text/html',
    'text/*',
    'application/xml',
    'application/problem+json',
    'application/jsonp',
    'application/json;q=0',
    'application/json;q=0, */*',
    'application/json;q=0, application/*;q=1',
    '*/*;q=0',
    'application/json;q=2',
    '*/json',
    'nonsense',
  ];

  test('C-081 whatever Accept permits is served', async () => {
    for (const accept of acceptable) {
      assert.equal((await send('GET', '/', { headers: { accept } })).status, 200, accept);
    }
    const [answer] = await service.exchange(head('GET / HTTP/1.1', 'Host: a', 'Connection: close'));
    assert.equal(answer?.status, 200, 'without Accept');
  });

  test('C-081 C-082 what Accept does not permit is not, and what there is is named', async () => {
    for (const accept of unacceptable) {
      const answer = await send('GET', '/versions', { headers: { accept } });
      assert.equal(answer.status, 406, accept);
      const isJson = answer.headers.get('content-type') === 'application/problem+json';
      if (isJson) assert.deepEqual(answer.body['available'], ['application/json']);
      assert.match(answer.headers.get('vary') ?? '', /^Accept\b/);
    }
  });

  const changing = apart(holding(offering('list', 'create', 'delete'), 2));
  test('C-082 what is not acceptable is not done either', unless(changing), async () => {
    const sample = first(changing);
    const collection = await make.collection(sample);
    const { id } = await make.insert(sample, collection);
    const headers = { accept: 'image/png' };
    const body = await make.body(sample);
    assert.equal((await send('POST', collection, { body, headers })).status, 406);
    assert.equal((await send('DELETE', `${collection}/${id}`, { headers })).status, 406);
    const items = itemsOf(await send('GET', collection));
    assert.deepEqual(
      items.map((item) => item['id']),
      [id],
    );
  });

  test('C-083 problems have their own type, whatever Accept says', async () => {
    // Where types name the version, what asks for none that there is asks for nothing in a version.
    const unasked = selectedBy === 'type' ? 406 : 404;
    for (const [accept, status] of [
      ['application/json', 404],
      // Where a version is pinned, or the range itself names one, it is asked for.
      ['*/*', answersAny ? 404 : unasked],
      ['image/png', unasked],
      ['*/*;q=0', unasked],
    ] as const) {
      const answer = await send('GET', `${prefix}/nothing`, { headers: { accept } });
      assert.equal(answer.status, status, accept);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json');
    }
  });

  test('C-085 C-094 every operation answers in exactly the types that the document lists', async () => {
    for (const { method, path, isPublic, isVersioned, offers } of service.open) {
      const client = isPublic ? service.anonymous : service.request;
      const refused = await client(method, filled(path), { headers: { accept: 'image/png' } });
      assert.equal(refused.status, 406, `${method} ${path}`);
      if (selectedBy === 'type' && isVersioned) {
        // Refused before anybody knows of which operation it is: all types that the versions have.
        const available = refused.body['available'] as readonly string[];
        const known = new Set(available.map((type) => plain(type, path)));
        for (const type of offers) assert.ok(known.has(type), `${method} ${path} ${type}`);
      } else if (offers.length > 0) {
        assert.deepEqual(refused.body['available'], offers);
      }
      if (method !== 'GET') continue;
      for (const type of offers) {
        const answer = await client(method, filled(path), { headers: { accept: type } });
        if (answer.status >= 400) continue;
        const hasCharset = /^(application\/(json|xml)$|text\/)/.test(type);
        const expected = [hasCharset ? `${type}; charset=utf-8` : type];
        // JSON of a vendor has none (RFC 8259, section 11).
        if (selectedBy === 'type' && type === 'application/json') expected.push(type);
        // RFC 6906, section 3.1: what a document says beyond its type.
        const given = answer.headers.get('content-type')?.replace(/; profile="[^"]+"$/, '');
        assert.ok(expected.includes(given ?? ''), `${path} ${given ?? ''}`);
      }
    }
  });

  test('C-086 C-094 a body of another type or coding is refused', async () => {
    for (const { method, path, accepts } of service.open) {
      if (accepts.length === 0) continue;
      const types = [
        'text/plain',
        'application/yaml',
        'application/x-www-form-urlencoded',
        'json',
        ';',
      ];
      for (const type of [...types, `${accepts[0] ?? ''}; charset=iso-8859-1`]) {
        const headers = { 'content-type': type };
        const answer = await send(method, filled(path), { body: '{}', headers });
        assert.equal(answer.status, 415, `${method} ${path} ${type}`);
        assert.equal(answer.headers.get('accept'), accepts.join(', '));
        assert.deepEqual(answer.body['accepted'], accepts);
      }
      for (const coding of ['gzip', 'br', 'identity, gzip']) {
        const headers = { 'content-encoding': coding };
        const answer = await send(method, filled(path), { body: '{}', headers });
        assert.equal(answer.status, 415, coding);
        assert.equal(answer.headers.get('accept-encoding'), 'identity');
      }
    }
  });

  test('C-086 C-094 a body of a type that the document lists is read', async () => {
    for (const { method, path, accepts } of service.open) {
      for (const type of accepts) {
        // JSON:API 1.1, section 5.3, permits no charset.
        const charsets =
          type === 'application/vnd.api+json' ? [] : [';charset=UTF-8', '; charset="utf-8"'];
        for (const each of [
          type,
          type.toUpperCase(),
          ...charsets.map((charset) => type + charset),
        ]) {
          const headers = { 'content-type': each, 'content-encoding': 'identity' };
          const answer = await send(method, filled(path), { body: '{', headers });
          assert.equal(answer.body['code'], 'malformed-body', `${method} ${path} ${each}`);
        }
      }
    }
  });

  test(
    'C-087 Vary names what an answer was chosen by, whatever its status is',
    unless(offering('read')),
    async () => {
      const sample = first(offering('read'));
      const collection = await make.collection(sample);
      const path = `${collection}/${(await make.insert(sample, collection)).id}`;
      const { headers } = await send('GET', path);
      const answers = [
        await send('GET', path),
        await send('HEAD', path),
        await send('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } }),
        await send('GET', path, { headers: { accept: 'image/png' } }),
        await send('GET', `${path}?no=1`),
        await send('GET', `${collection}/${unknownId}`),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 304, 406, 400, 404],
      );
      const isClosed = service.contract.find('GET', path)?.isPublic === false;
      if (isClosed) answers.push(await service.anonymous('GET', path));
      // 204, or 405.
      answers.push(await send('DELETE', path));
      answers.push(await send('GET', '/nothing'), await send('GET', '/health'));
      for (const answer of answers) {
        assert.equal(answer.headers.get('vary'), vary, String(answer.status));
      }
      if (!sample.methods.includes('create')) return;
      const untyped = { headers: { 'content-type': 'text/plain' }, body: '' };
      const refused = await send('POST', collection, untyped);
      assert.equal(refused.status, 415);
      assert.equal(refused.headers.get('vary'), vary);
      // A preference of the client decides as well where something is changed.
      const created = await send('POST', collection, { body: await make.body(sample) });
      assert.equal(created.status, 201);
      assert.equal(created.headers.get('vary'), `${vary}, Prefer`);
    },
  );

  test('C-088 every answer protects its reader, and tells nothing of the server', async () => {
    const raw = (...lines: readonly string[]) =>
      service.exchange(head(...lines, 'Connection: close'));
    const answers = [
      await send('GET', '/'),
      await send('GET', '/health'),
      await send('GET', '/nothing'),
      await send('OPTIONS', '/health'),
      await send('DELETE', '/health'),
      await send('GET', '/problems/not-found'),
      await service.anonymous('GET', `${prefix}/%zz`),
      ...(await raw('GET / HTTP/1.1')),
      ...(await raw('BREW / HTTP/1.1', 'Host: a')),
      ...(await raw('GET / HTTP/9.9', 'Host: a')),
      ...(await raw('CONNECT a:1 HTTP/1.1', 'Host: a')),
      ...(await raw('OPTIONS * HTTP/1.1', 'Host: a')),
    ];
    for (const { status, headers } of answers) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', String(status));
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f]{32}$/);
      assert.equal(headers.get('server'), null);
      assert.equal(headers.get('x-powered-by'), null);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [/default-src 'none'/, /frame-ancestors 'none'/])
        assert.match(policy, part);
      const isHtml = (headers.get('content-type') ?? '').startsWith('text/html');
      assert.equal(policy.includes('style-src'), isHtml);
    }
    assert.equal(answers.length, 12);
  });

  test('C-097 no answer sets a cookie', async () => {
    for (const { method, path } of service.contract.operations) {
      if (method !== 'GET') continue;
      const { headers } = await send('GET', filled(path));
      assert.equal(headers.get('set-cookie'), null);
    }
  });

  const shared = listable.filter((sample) => creatable.includes(sample));
  test('C-097 any replica answers any request', unless(shared, 'database'), async () => {
    const sample = first(shared);
    const collection = await make.collection(sample);
    const { server } = service.createReplica();
    try {
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      const replica = testClient(address, service.credential);
      const headers = { 'idempotency-key': `"${service.newId()}"` };
      const created = await replica('POST', collection, { body: await make.body(sample), headers });
      assert.equal(created.status, 201, created.text);
      const [here, there] = [await send('GET', collection), await replica('GET', collection)];
      assert.deepEqual(here.body, there.body);
      const all = await allItems(replica, sample, collection);
      assert.ok(all.some((item) => item['id'] === created.body['id']));
    } finally {
      await server.close();
    }
  });
});
