import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits, origins, selector, versions } from '../../contract.ts';
import { plainClient, type TestAnswer } from '../support/client.ts';
import {
  apart,
  filled,
  itemsOf,
  offering,
  prefix,
  startConforming,
  unknownLabel,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { requestFor } from '../support/selected.ts';

const { unknownVersionStatus } = selector;

const permitted = origins;

/** Those that a careless comparison would take for one of them. */
const strange = [
  'https://evil.example',
  'null',
  '*',
  '',
  ...permitted.flatMap((origin) => [
    `${origin}.evil.example`,
    `${origin}/`,
    `${origin}:1`,
    `${origin}, https://evil.example`,
    origin.toUpperCase(),
    origin.replace('://', '://evil.'),
    origin.replace(/^https?/, (scheme) => (scheme === 'https' ? 'http' : 'https')),
  ]),
];

const names = (value: string | null) => (value ?? '').toLowerCase().split(/\s*,\s*/);

describe('part 4b, other origins', () => {
  let service: ConformingService;
  let paths: readonly string[];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    paths = [...new Set(service.contract.operations.map(({ path }) => path))];
  });
  after(() => service.stop());

  /** What a browser asks before a request of a script; it sends no credential along. */
  const preflight = (path: string, origin: string, method: string, headers = 'content-type') =>
    service.anonymous('OPTIONS', filled(path), {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

  /** The same as it is sent: it has the address of the request after it, and none of the headers. */
  const asBrowser = (path: string, origin: string, method: string) => {
    const {
      target,
      headers: { host },
    } = requestFor(path);
    return plainClient(service.address, {})('OPTIONS', target, {
      headers: {
        ...(host === undefined ? {} : { host }),
        origin,
        'access-control-request-method': method,
      },
    });
  };

  test('C-072 C-073 a preflight of a permitted origin is answered by what is offered', async () => {
    for (const origin of permitted) {
      for (const path of paths) {
        const answer = await preflight(path, origin, 'GET');
        assert.equal(answer.status, 200);
        assert.equal(answer.text, '');
        const { headers } = answer;
        assert.equal(headers.get('access-control-allow-origin'), origin);
        assert.deepEqual(
          names(headers.get('access-control-allow-methods')),
          names(headers.get('allow')),
          path,
        );
        assert.match(headers.get('access-control-max-age') ?? '', /^[1-9]\d*$/);
        assert.equal(headers.get('access-control-allow-credentials'), null);
        const vary = names(headers.get('vary'));
        for (const name of [
          'origin',
          'access-control-request-method',
          'access-control-request-headers',
        ]) {
          assert.ok(vary.includes(name), name);
        }
        assert.equal(new Set(vary).size, vary.length);
      }
    }
  });

  test('C-072 a preflight lists the methods of its address, though it names no version in a header', async () => {
    const [origin = ''] = permitted;
    const { operations } = service.contract;
    for (const path of paths) {
      const { status, headers } = await asBrowser(filled(path), origin, 'POST');
      assert.equal(status, 200, path);
      const documented = operations
        .filter((each) => each.path === path)
        .map(({ method }) => method.toLowerCase());
      const implied = documented.includes('get') ? ['head', 'options'] : ['options'];
      const listed = names(headers.get('access-control-allow-methods'));
      // Other versions may have more, and this one fewer for now.
      if (versions.length > 1 && path.startsWith(prefix)) {
        for (const method of documented) assert.ok(listed.includes(method), `${method} ${path}`);
        assert.ok(!listed.includes('trace') && !listed.includes('query'), path);
        continue;
      }
      assert.deepEqual(listed.toSorted(), [...documented, ...implied].toSorted(), path);
    }
  });

  test('C-072 a preflight of what there is not lists nothing', async () => {
    const [origin = ''] = permitted;
    for (const path of [
      '/nothing',
      `${prefix}/nothing`,
      `${prefix}/nothing/at/all`,
      `/v${unknownLabel}/nothing`,
    ]) {
      const { status, headers } = await asBrowser(path, origin, 'GET');
      assert.ok(status === 404, `${path} ${String(status)}`);
      assert.equal(headers.get('access-control-allow-methods'), null, path);
      assert.equal(headers.get('access-control-allow-origin'), origin, path);
    }
  });

  test('C-072 every header that an operation takes may be sent, and every answer can be read', async () => {
    const [origin = ''] = permitted;
    const path = paths.find((each) => each.startsWith(prefix)) ?? '/';
    const allowed = names(
      (await preflight(path, origin, 'POST')).headers.get('access-control-allow-headers'),
    );
    const wanted = [
      'accept',
      'accept-language',
      'content-type',
      'if-match',
      'if-none-match',
      'prefer',
      'traceparent',
    ];
    for (const name of [...wanted, ...Object.keys(service.credential)]) {
      assert.ok(allowed.includes(name), name);
    }
    if (service.contract.operations.some(({ takesKey }) => takesKey)) {
      assert.ok(allowed.includes('idempotency-key'));
    }
    const exposed = names(
      (await send('GET', '/health', { headers: { origin } })).headers.get(
        'access-control-expose-headers',
      ),
    );
    for (const name of [
      'etag',
      'link',
      'location',
      'retry-after',
      'x-request-id',
      'x-api-version',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
    assert.ok(!allowed.includes('*') && !exposed.includes('*'));
  });

  test('C-072 every answer lets a permitted origin read it, whatever its status is', async () => {
    const closed = service.contract.operations.find(
      ({ method, isPublic }) => method === 'GET' && !isPublic,
    );
    const taking = service.open.find(({ accepts }) => accepts.length > 0);
    for (const origin of permitted) {
      const headers = { origin };
      const answers: (readonly [TestAnswer, number])[] = [
        [await send('GET', '/', { headers }), 200],
        [await send('GET', '/health', { headers }), 200],
        [await send('GET', '/problems/nothing', { headers }), 404],
        [await send('GET', `${prefix}/nothing`, { headers }), 404],
        [
          await send('GET', `/v${unknownLabel}/nothing`, {
            headers: { ...headers, accept: 'application/json' },
          }),
          unknownVersionStatus,
        ],
        [await send('GET', `${prefix}/%zz`, { headers }), 400],
        [await send('GET', `/${'x'.repeat(limits.uri)}`, { headers }), 414],
        [await send('GET', '/health', { headers: { ...headers, accept: 'image/png' } }), 406],
        [await send('DELETE', '/health', { headers }), 405],
      ];
      if (closed !== undefined) {
        answers.push([await service.anonymous('GET', filled(closed.path), { headers }), 401]);
      }
      if (taking !== undefined) {
        const typed = { ...headers, 'content-type': 'text/plain' };
        const answer = await send(taking.method, filled(taking.path), { body: '', headers: typed });
        answers.push([answer, 415]);
      }
      for (const [answer, status] of answers) {
        assert.equal(answer.status, status, answer.text);
        assert.equal(answer.headers.get('access-control-allow-origin'), origin, String(status));
        assert.equal(answer.headers.get('access-control-allow-credentials'), null);
        assert.ok(names(answer.headers.get('vary')).includes('origin'), String(status));
      }
    }
  });

  test('C-072 no other origin is let in', async () => {
    for (const origin of strange) {
      if (permitted.includes(origin)) continue;
      const answers = [
        await preflight(paths[0] ?? '/', origin, 'GET'),
        await send('GET', '/health', { headers: { origin } }),
        await send('GET', '/nothing', { headers: { origin } }),
      ];
      for (const { headers } of answers) {
        for (const [name] of headers) assert.doesNotMatch(name, /^access-control-/, origin);
        assert.ok(names(headers.get('vary')).includes('origin'));
      }
    }
    const plain = await send('GET', '/health');
    assert.equal(plain.headers.get('access-control-allow-origin'), null);
    assert.ok(names(plain.headers.get('vary')).includes('origin'));
  });

  const changing = apart(offering('list', 'create', 'delete'));
  test('C-073 a preflight changes nothing', unless(changing), async () => {
    const [origin = ''] = permitted;
    for (const sample of changing) {
      const collection = await service.make.collection(sample);
      const { id } = await service.make.insert(sample, collection);
      const before = itemsOf(await send('GET', collection));
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'NONSENSE']) {
        for (const path of [collection, `${collection}/${id}`]) {
          assert.equal((await preflight(path, origin, method)).status, 200);
        }
      }
      assert.deepEqual(itemsOf(await send('GET', collection)), before);
    }
  });
});
