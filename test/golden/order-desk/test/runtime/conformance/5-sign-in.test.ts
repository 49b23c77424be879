import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { about, apiKeyHeader, everything, policies, testClientName } from '../../contract.ts';
import {
  apiKeyStore,
  type ApiKeyStore,
} from '../../../src/runtime/authentication/api-key-store.ts';
import { makeApiKey } from '../../../src/runtime/authentication/api-key.ts';
import { endedSessions } from '../../../src/runtime/authentication/ended-sessions.ts';
import {
  pageSessions,
  sessionLifetime,
} from '../../../src/runtime/authentication/page-sessions.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import { secretOf } from '../../../src/runtime/storage/secrets.ts';
import { customOperationCases, bring } from '../support/custom-operations.ts';
import { testClient, type TestAnswer, type TestClient } from '../support/client.ts';
import {
  first,
  leaving,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { countedStore } from '../support/counted-store.ts';
import { decoded } from '../support/html.ts';
import { linked } from '../support/links.ts';
import { isRemote, needing } from '../support/target.ts';

const header = apiKeyHeader;
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const form = 'application/x-www-form-urlencoded';
const own = { 'sec-fetch-site': 'same-origin' };

/** How many wrong keys are answered before one is too many. */
const atOnce = Math.min(...(policies.failedAuthentication ?? []).map(({ burst }) => burst));

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('database');
const readable = offering('read');
const isReadable = readable.length > 0;
const reading = { skip: local.skip || (!isReadable && 'nothing can be made and read') };

describe('part 5, people who sign in to the pages', () => {
  let service: ConformingService;
  let key: string;
  let path = '';

  before(async () => {
    if (isRemote()) return;
    service = await startConforming();
    key = await keyOf(testClientName);
    if (!isReadable) return;
    const sample = first(readable);
    const collection = await service.make.collection(sample);
    path = `${collection}/${(await service.make.insert(sample, collection)).id}`;
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  const keys = (): ApiKeyStore => apiKeyStore(service.database, about.vendor, service.newId);
  const send: TestClient = (...request) => service.anonymous(...request);

  /** The key of the client that makes what there is in the tests. */
  async function keyOf(name: string): Promise<string> {
    const headers = await service.credentials.of(name, 'api-key');
    return Object.values(headers)[0] ?? '';
  }

  const signingIn = (sent: string, headers: Readonly<Record<string, string>> = own, to = '/') =>
    send('POST', '/sign-in', {
      body: String(new URLSearchParams({ key: sent, to })),
      headers: { accept, 'content-type': form, ...headers },
    });

  /** The Cookie header of a session that begins. */
  async function signedIn(sent = key): Promise<string> {
    const { status, headers, text } = await signingIn(sent);
    assert.equal(status, 303, text);
    return cookieIn(headers);
  }

  const open = (cookie: string, at = path) => send('GET', at, { headers: { accept, cookie } });

  /** A form of a page: the document of the interface tells of none. */
  const submit = (
    at: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ) =>
    testClient(service.address, {})('POST', at, {
      body: String(new URLSearchParams(fields)),
      headers: { accept, 'content-type': form, ...headers },
    });

  test(
    'C-080 C-097 C-098 a key opens the pages, by a cookie that scripts and other sites cannot use',
    reading,
    async () => {
      assert.equal((await open('')).status, 401);
      const { status, headers } = await signingIn(key, own, '/docs?a=b');
      assert.equal(status, 303);
      assert.equal(headers.get('location'), '/docs?a=b');
      assert.match(headers.get('cache-control') ?? '', /no-store/);
      const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
      assert.match(pair, new RegExp(`^${about.name}-session=[\\w-]+$`));
      assert.deepEqual(attributes.slice(1), [
        `Max-Age=${String(sessionLifetime)}`,
        'HttpOnly',
        'SameSite=Lax',
      ]);
      assert.ok(
        !pair.includes(key) && !Buffer.from(pair, 'base64url').includes(key.split('_')[2] ?? ''),
      );
      const page = await open(pair);
      assert.equal(page.status, 200, page.text);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('etag'), null);
      assert.match(page.headers.get('vary') ?? '', /\bCookie\b/);
      assert.match(
        page.headers.get('content-security-policy') ?? '',
        /default-src 'none'.*form-action 'self'/,
      );
      assert.doesNotMatch(page.text, /<script|\son\w+=|\sstyle=/);
      assert.ok(!page.text.includes(key));
    },
  );

  test('C-098 C-110 behind TLS the cookie is sent by TLS alone', local, async () => {
    const proxied = { ...own, 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
    const { headers } = await signingIn(key, proxied);
    const cookie = headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__(Host|Secure)-/);
    assert.match(cookie, /; Secure$/);
    assert.equal(
      (
        await send('GET', path === '' ? '/' : path, {
          headers: { accept, cookie: cookieIn(headers) },
        })
      ).status,
      path === '' ? 200 : 401,
      'not without',
    );
  });

  test('C-097 a session opens pages, and is no credential of the interface', reading, async () => {
    const cookie = await signedIn();
    const statusOf = async (method: string, headers: Readonly<Record<string, string>>) =>
      (await send(method, path, { headers: { cookie, ...headers } })).status;
    assert.equal(await statusOf('GET', { accept: 'application/json' }), 401);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      assert.ok([401, 405].includes(await statusOf(method, { accept, ...own })), method);
    }
    const collection = path.slice(0, path.lastIndexOf('/'));
    const made = await submit(
      collection,
      { ':token': tokenIn(await open(cookie)) },
      { cookie, ...own },
    );
    // A collection without a method is no address.
    assert.ok([401, 404, 405].includes(made.status), 'its forms are custom operations alone');
  });

  test('C-097 any replica knows a session', reading, async () => {
    const cookie = await signedIn();
    const { server } = service.createReplica();
    try {
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      const there = testClient(address, {});
      assert.equal((await there('GET', path, { headers: { accept, cookie } })).status, 200);
      const token = tokenIn(await open(cookie));
      await submit('/sign-out', { ':token': token }, { cookie, ...own });
      assert.equal((await there('GET', path, { headers: { accept, cookie } })).status, 401);
    } finally {
      await server.close();
    }
  });

  test(
    'C-001 C-098 a session of a service whose address has a path belongs to that path',
    reading,
    async () => {
      const basePath = '/desk/api';
      const { server } = service.createReplica({ baseUrl: `http://service.test${basePath}` });
      try {
        const address = await server.listen({ host: '127.0.0.1', port: 0 });
        // A proxy takes the path away, or passes it on.
        for (const there of [testClient(address, {}), testClient(address + basePath, {})]) {
          const sending = (
            at: string,
            fields: Readonly<Record<string, string>>,
            headers: Readonly<Record<string, string>>,
          ) =>
            there('POST', at, {
              body: String(new URLSearchParams(fields)),
              headers: { accept, 'content-type': form, ...own, ...headers },
            });
          const refused = await there('GET', path, { headers: { accept } });
          const [, signIn = ''] = /href="\/desk\/api(\/sign-in\?[^"]*)"/.exec(refused.text) ?? [];
          const asking = await there('GET', decoded(signIn), { headers: { accept } });
          assert.match(asking.text, /<form method="post" action="\/desk\/api\/sign-in">/);
          const to = decoded(/name="to" value="([^"]*)"/.exec(asking.text)?.[1] ?? '');
          assert.equal(to, basePath + linked(path));

          const { headers } = await sending('/sign-in', { key, to }, {});
          assert.equal(headers.get('location'), to);
          assert.match(headers.get('set-cookie') ?? '', /; Path=\/desk\/api\/;/);
          const cookie = cookieIn(headers);
          const page = await there('GET', path, { headers: { accept, cookie } });
          assert.equal(page.status, 200, page.text);
          assert.match(page.text, /action="\/desk\/api\/sign-out"/);
          const secure = await sending(
            '/sign-in',
            { key },
            { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' },
          );
          assert.equal(secure.headers.get('location'), `${basePath}/`);
          // Browsers refuse a name with __Host- where the cookie has a path (RFC 6265bis, section 4.1.3.2).
          assert.match(
            secure.headers.get('set-cookie') ?? '',
            /^__Secure-[^;]+; Path=\/desk\/api\/;/,
          );
          const left = await sending('/sign-out', { ':token': tokenIn(page) }, { cookie });
          assert.equal(left.headers.get('location'), `${basePath}/`);
          assert.match(left.headers.get('set-cookie') ?? '', /=; Path=\/desk\/api\/; Max-Age=0;/);
        }
      } finally {
        await server.close();
      }
    },
  );

  test(
    'C-098 a session ends with a sign-out, and a copy of its cookie with it',
    reading,
    async () => {
      const cookie = await signedIn();
      const other = await signedIn();
      const token = tokenIn(await open(cookie));
      const { status, headers } = await submit(
        '/sign-out',
        { ':token': token },
        { cookie, ...own },
      );
      assert.equal(status, 303);
      assert.match(headers.get('set-cookie') ?? '', /-session=; .*Max-Age=0/);
      assert.equal((await open(cookie)).status, 401);
      assert.equal((await open(other)).status, 200, 'another session of the same key goes on');
    },
  );

  test('C-098 a session ends after a time, from that instant', reading, async () => {
    const { now } = service;
    const cookie = await signedIn();
    try {
      service.now = new Date(now.getTime() + 1000 * sessionLifetime - 1);
      assert.equal((await open(cookie)).status, 200);
      service.now = new Date(now.getTime() + 1000 * sessionLifetime);
      assert.equal((await open(cookie)).status, 401);
    } finally {
      service.now = now;
    }
  });

  test('C-098 a key that is revoked or expires ends its sessions', reading, async () => {
    const { now } = service;
    const revoked = await keys().make({ name: 'revoked page reader', now, ...everything });
    const expiresAt = new Date(now.getTime() + 1000).toISOString();
    const expiring = await keys().make({
      name: 'expiring page reader',
      now,
      expiresAt,
      ...everything,
    });
    const cookies = [await signedIn(revoked), await signedIn(expiring)];
    for (const cookie of cookies) assert.notEqual((await open(cookie)).status, 401);
    await keys().revoke('revoked page reader', now);
    service.now = new Date(now.getTime() + 1000);
    try {
      for (const cookie of cookies) assert.equal((await open(cookie)).status, 401);
    } finally {
      service.now = now;
    }
  });

  test('C-098 a session cannot be forged', reading, async () => {
    const cookie = await signedIn();
    const [name = '', value = ''] = cookie.split('=');
    const token = tokenIn(await open(cookie));
    const bytes = Buffer.from(value, 'base64url');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    for (const forged of [
      '',
      'x',
      token,
      value.slice(0, -4),
      bytes.toString('base64url'),
      key,
      '%00',
      'a'.repeat(300),
    ]) {
      assert.equal((await open(`${name}=${forged}`)).status, 401, forged);
    }
  });

  test('C-098 the content of the database is not enough to make a session', local, async () => {
    const secret = await secretOf(service.database, 'service');
    const ended = endedSessions(service.database);
    const sessions = pageSessions([secret], about.vendor, keys(), ended);
    const { key: other, prefix } = makeApiKey(about.vendor);
    await keys().make({ name: 'read in the database', now: service.now, ...everything });
    await service.database.transaction((transaction) =>
      transaction
        .updateTable('api_keys')
        .set({ prefix })
        .where('name', '=', 'read in the database')
        .execute(),
    );
    const forged = sessions.start(other, service.now) ?? '';
    assert.equal(await sessions.find(forged, service.now), undefined);
  });

  test('C-098 C-117 a wrong key opens nothing, and leads back to the sign-in', local, async () => {
    for (const wrong of ['', 'x', `${key}0`, key.toLowerCase()]) {
      const { status, headers, text } = await signingIn(wrong);
      assert.equal(status, 401, wrong);
      assert.equal(headers.get('set-cookie'), null);
      assert.ok(headers.has('www-authenticate'));
      assert.match(text, /href="[^"]*\/sign-in\?/);
    }
    const store = memoryStore();
    const counted = countedStore(() => store);
    const guarded = await startConforming(undefined, undefined, () => counted);
    let guesses = 0;
    try {
      const answers = await counted.repeat(atOnce + 1, () =>
        guarded.anonymous('POST', '/sign-in', {
          body: `key=${String((guesses += 1))}`,
          headers: { accept, 'content-type': form, ...own },
        }),
      );
      assert.equal(answers.at(-1)?.status, 429);
    } finally {
      await guarded.stop();
    }
  });

  test('C-080 another site cannot sign a person in or out', reading, async () => {
    const foreign = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    const cookie = await signedIn();
    const token = tokenIn(await open(cookie));
    for (const headers of foreign) {
      const { status, headers: answered } = await signingIn(key, headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.equal(answered.get('set-cookie'), null);
      const signOut = await submit('/sign-out', { ':token': token }, { cookie, ...headers });
      assert.equal(signOut.status, 403, JSON.stringify(headers));
    }
    for (const wrong of ['', 'x', tokenIn(await open(await signedIn()))]) {
      const { status } = await submit('/sign-out', { ':token': wrong }, { cookie, ...own });
      assert.equal(status, 403, wrong);
    }
    assert.equal((await open(cookie)).status, 200);
    const older = { origin: new URL(service.baseUrl).origin };
    assert.equal((await signingIn(key, older)).status, 303, 'a browser without Fetch Metadata');
  });

  test(
    'C-152 the sign-in leads nowhere else, and shows what it was asked as text',
    local,
    async () => {
      for (const to of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        'javascript:alert(1)',
        '/.//evil.example',
        'x',
      ]) {
        const { headers } = await signingIn(key, own, to);
        assert.match(headers.get('location') ?? '', /^\/(?:[^/\\]+\/)?$/, to);
      }
      const script = '"><script>alert(1)</script>';
      const page = await send('GET', `/sign-in?to=${encodeURIComponent(script)}`, {
        headers: { accept },
      });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /<script/);
      assert.match(
        page.headers.get('content-security-policy') ?? '',
        /default-src 'none'.*form-action 'self'/,
      );
      assert.match(page.text, /<input type="password" name="key"/);
    },
  );

  test(
    'C-086 C-093 C-097 a request with an API key gets the page without forms',
    reading,
    async () => {
      const cookie = await signedIn();
      const { status, text, headers } = await send('GET', path, {
        headers: { accept, cookie, [header]: key },
      });
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<(form|button|input)\b/);
      assert.match(headers.get('content-security-policy') ?? '', /form-action 'none'/);
    },
  );

  const customOperations = leaving(
    customOperationCases
      .filter(({ customOperation }) => !Object.values(customOperation.input).includes(null))
      .slice(0, 3),
    'no custom operation does without null, which a form cannot say',
  );

  test(
    'C-012 C-080 what can be done with a resource is a button, which no other page presses',
    unless(customOperations, 'database'),
    async () => {
      const cookie = await signedIn();
      for (const each of customOperations) {
        const { path: resource, target, body } = await bring(service, each);
        const hidden = formIn(await open(cookie, resource), each.customOperation.name);
        const inputs = Object.entries(each.customOperation.input).map(
          ([name, value]) =>
            [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        );
        const fields = { ...Object.fromEntries(inputs), ...hidden };
        const revision = async () => (await service.request('GET', resource)).body['revision'];

        assert.equal((await submit(target, fields, own)).status, 401, 'without a session');
        const refused: readonly (readonly [object, object])[] = [
          [{}, { 'sec-fetch-site': 'cross-site' }],
          [{}, { origin: 'https://evil.example' }],
          [{}, {}],
          [{ ':token': '' }, own],
          [{ ':token': tokenIn(await open(await signedIn(), resource)) }, own],
        ];
        for (const [changed, headers] of refused) {
          const { status } = await submit(
            target,
            { ...fields, ...changed },
            { cookie, ...headers },
          );
          assert.equal(status, 403, JSON.stringify(headers));
        }
        const empty = await send('POST', target, {
          body: '',
          headers: { accept, cookie, ...own, 'content-type': form },
        });
        assert.ok([400, 403].includes(empty.status), 'without a token');
        const json = await send('POST', target, {
          body: each.customOperation.input,
          headers: { accept, cookie, ...own },
        });
        assert.equal(json.status, 401, 'a session sends forms alone');
        assert.equal(await revision(), body['revision'], 'nothing was done');

        const done = await submit(target, fields, { cookie, ...own });
        assert.equal(done.status, 303, done.text);
        const stale = await submit(
          target,
          { ...fields, ':idempotency-key': '"another"' },
          { cookie, ...own },
        );
        if ((await revision()) !== body['revision'])
          assert.ok(stale.status >= 400, 'the page is older than the resource');
      }
    },
  );
});

function cookieIn(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

function tokenIn({ text }: TestAnswer): string {
  return decoded(/name=":token" value="([^"]*)"/.exec(text)?.[1] ?? '');
}

/** What the form of a custom operation sends besides what a person fills in. */
function formIn({ text }: TestAnswer, name: string): Readonly<Record<string, string>> {
  const [, fields = ''] =
    new RegExp(`<form method="post" id="${name}"[^>]*>(.*?)</form>`, 's').exec(text) ?? [];
  assert.notEqual(fields, '', text);
  const hidden = fields.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries(
    [...hidden].map(([, field = '', value = '']) => [field, decoded(value)]),
  );
}
