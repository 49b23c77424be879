import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { base64url, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { pino } from 'pino';
import { about, isKeyConfigured, limits, tokenMechanisms } from '../../contract.ts';
import { authenticationBy } from '../../../src/runtime/authentication/authentication.ts';
import { createIdentification } from '../../../src/runtime/endpoints/identification.ts';
import { bearerMechanism } from '../../../src/runtime/authentication/bearer-mechanism.ts';
import { anonymous } from '../../../src/runtime/authentication/caller.ts';
import { operation, startBareServer } from '../support/bare-server.ts';
import { testClient, type TestAnswer } from '../support/client.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import type { TestIssuer, TokenWish } from '../support/issuer.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { isRemote, needing } from '../support/target.ts';

const route = (path: string, needed: readonly string[]) => ({
  path,
  operations: {
    GET: {
      ...operation,
      allowed: 'authenticated' as const,
      scopes: needed,
      handle: () => ({ status: 200, body: {} }),
    },
  },
});

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('server');

for (const name of tokenMechanisms) {
  describe(`part 5, tokens of ${name}`, () => {
    const log: string[] = [];
    let service: ConformingService;
    let issuer: TestIssuer;
    let door: ProtectedOperation;

    before(async () => {
      if (isRemote()) return;
      const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
      service = await startConforming(undefined, logger);
      issuer = service.credentials.issuers[name];
      door = protectedOperation(service.contract, filled);
    });
    after(async () => {
      if (!isRemote()) await service.stop();
    });

    const ask = (authorization: string): Promise<TestAnswer> =>
      service.anonymous(door.method, door.path, { headers: { authorization } });
    /** 200 where the service takes the token. */
    const statusOf = (answer: TestAnswer) => (door.admits(answer) ? 200 : answer.status);
    const statusWith = async (token: string) => statusOf(await ask(`Bearer ${token}`));
    const signed = (wish?: TokenWish) => issuer.sign('client', wish);
    const seconds = () => Math.floor(service.now.getTime() / 1000);
    const later = (milliseconds: number) => {
      service.now = new Date(service.now.getTime() + milliseconds);
    };

    test('C-100 a token of the issuer opens the door, in the one header', local, async () => {
      const token = await signed();
      assert.equal(await statusWith(token), 200);
      assert.equal(statusOf(await ask(`bEARER ${token}`)), 200);
      const headers = { 'x-access-token': token, cookie: `access_token=${token}` };
      assert.equal((await service.anonymous(door.method, door.path, { headers })).status, 401);
      assert.ok(log.length > 0);
      assert.ok(log.every((line) => !line.includes(token.slice(-40))));
    });

    test('C-101 what is no token is invalid, and no fault of the service', local, async () => {
      const token = await signed();
      // What the head has no room for is refused before anybody looks for a token.
      const room = limits.headers - 400;
      const long = 'a'.repeat(Math.min(8000, Math.floor(room / 3)));
      const values = [
        '',
        'x',
        '.',
        '..',
        'a.b.c',
        `${token}.`,
        `${token}, ${token}`,
        `"${token}"`,
        token.slice(0, -9),
        `${base64url.encode('{}')}.${base64url.encode('[]')}.`,
        `${base64url.encode('null')}.e30.e30`,
        long,
        `${long}.${long}.x`,
      ];
      for (const value of values.filter(({ length }) => length < room)) {
        const answer = await ask(`Bearer ${value}`.trim());
        assert.equal(answer.status, 401, value.slice(0, 50));
        assert.match(
          answer.headers.get('www-authenticate') ?? '',
          /Bearer realm="[^"]*", error="invalid_token"/,
        );
        assert.equal(answer.body['code'], 'unauthenticated');
      }
    });

    test('C-101 C-106 forged tokens are refused, each for its own reason', local, async () => {
      const { key, algorithm } = issuer;
      const other = algorithm.startsWith('HS')
        ? Buffer.alloc(64, 1)
        : (await generateKeyPair(algorithm)).privateKey;
      const good = await signed();
      const [head = '', body = '', signature = ''] = good.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
        string,
        unknown
      >;
      const changed = base64url.encode(
        JSON.stringify({ ...claims, sub: 'root', client_id: 'root' }),
      );
      const unsigned = (alg: string) =>
        `${base64url.encode(JSON.stringify({ alg, typ: 'at+jwt' }))}.${body}.`;
      const published = Buffer.from(await publicText());
      const bySecret = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .sign(published);
      const own = algorithm.startsWith('HS')
        ? {}
        : await exportJWK((await generateKeyPair(algorithm)).publicKey);
      const now = seconds();
      const forged: Readonly<Record<string, string>> = {
        'unsigned, alg none': unsigned('none'),
        'unsigned, alg None': unsigned('None'),
        'unsigned, and the algorithm claimed': unsigned(algorithm),
        'signed with the public key as a secret': bySecret,
        'signed by another key of the same name': await signed({ key: other }),
        'signed by a key of an unknown name': await signed({
          key: other,
          header: { kid: 'nobody' },
        }),
        'signed by a key that it brings along': await signed({ key: other, header: { jwk: own } }),
        'signed by a key that it says where to fetch': await signed({
          key: other,
          header: { jku: `${issuer.address}/jwks`, x5u: issuer.address },
        }),
        'a name of a key that is a path': await signed({
          key: other,
          header: { kid: '../../../dev/null' },
        }),
        'a name of a key that is a statement': await signed({
          key: other,
          header: { kid: "x' OR '1'='1" },
        }),
        'its claims changed': `${head}.${changed}.${signature}`,
        'an identity token': await signed({ header: { typ: 'JWT' } }),
        'without a type': await signed({ header: { typ: undefined } }),
        'of another issuer': await signed({ claims: { iss: 'https://evil.example' } }),
        'of an issuer with a slash more': await signed({ claims: { iss: `${issuer.address}/` } }),
        'without an issuer': await signed({ claims: { iss: undefined } }),
        'for another audience': await signed({ claims: { aud: 'somebody-else' } }),
        'for an audience that begins alike': await signed({
          claims: { aud: `${String(claims['aud'])}-2` },
        }),
        'without an audience': await signed({ claims: { aud: undefined } }),
        expired: await signed({ claims: { exp: now - 60 } }),
        'without an end': await signed({ claims: { exp: undefined } }),
        'with an end that is a text': await signed({ claims: { exp: '9999999999' } }),
        'not yet valid': await signed({ claims: { nbf: now + 61 } }),
        'made in the future': await signed({ claims: { iat: now + 61 } }),
        'ending before it was made': await signed({ claims: { iat: now + 50, exp: now + 40 } }),
        'without a time': await signed({ claims: { iat: undefined } }),
        'without a subject': await signed({ claims: { sub: undefined } }),
        'without a client': await signed({ claims: { client_id: undefined } }),
        'with a client that is no text': await signed({ claims: { client_id: ['client'] } }),
        'without an identifier': await signed({ claims: { jti: undefined } }),
        'with a header that must be understood': await signed({
          header: { crit: ['exp'], exp: 1 },
        }).catch(() => `${good}x`),
        'bound to a key of somebody': await signed({ claims: { cnf: { jkt: 'x' } } }),
      };
      assert.equal(await statusWith(good), 200);
      assert.ok(key !== other);
      for (const [what, token] of Object.entries(forged)) {
        const answer = await ask(`Bearer ${token}`);
        assert.equal(answer.status, 401, what);
        assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/, what);
      }
    });

    async function publicText(): Promise<string> {
      if (issuer.algorithm.startsWith('HS')) return 'x'.repeat(64);
      const { publicKey } = await generateKeyPair(issuer.algorithm, { extractable: true });
      return exportSPKI(publicKey);
    }

    test('C-106 clocks may differ by a minute, and by no more', local, async () => {
      const now = seconds();
      for (const [claims, status] of [
        [{ exp: now - 59 }, 200],
        [{ exp: now - 60 }, 401],
        [{ nbf: now + 60 }, 200],
        [{ nbf: now + 61 }, 401],
        [{ iat: now + 60 }, 200],
        [{ iat: now + 61 }, 401],
      ] as const) {
        assert.equal(await statusWith(await signed({ claims })), status, JSON.stringify(claims));
      }
    });

    test('C-106 other forms that RFC 9068 permits are accepted', local, async () => {
      const audience = String(
        JSON.parse(Buffer.from((await signed()).split('.')[1] ?? '', 'base64url').toString()).aud,
      );
      for (const wish of [
        { header: { typ: 'application/at+jwt' } },
        { header: { typ: 'AT+JWT' } },
        { claims: { aud: ['somebody-else', audience] } },
        { claims: { sub: 'a person', scope: 'orders:read', acr: '1' } },
      ]) {
        assert.equal(await statusWith(await signed(wish)), 200, JSON.stringify(wish));
      }
    });
    const mechanism: string = name;
    const noneAsked =
      mechanism === 'jwt' &&
      isKeyConfigured &&
      'the secret is configured, and no issuer is asked for it';
    const asked = () => issuer.asked.filter((path) => path === '/jwks').length;

    test(
      'C-106 names of keys that are made up do not make the service ask for each',
      { skip: local.skip || noneAsked },
      async () => {
        assert.equal(await statusWith(await signed()), 200);
        later(60_000);
        const before = asked();
        const tokens = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            signed({ header: { kid: `made up ${String(index)}` } }),
          ),
        );
        const answers = await Promise.all(tokens.map(statusWith));
        assert.deepEqual([...new Set(answers)], [401]);
        for (const token of tokens.slice(0, 5)) assert.equal(await statusWith(token), 401);
        assert.equal(asked() - before, 1);
      },
    );

    test(
      'C-107 a new key is known half a minute later at the latest, and the old one as long as it is published',
      { skip: local.skip || noneAsked },
      async () => {
        const old = await signed();
        assert.equal(await statusWith(old), 200);
        await issuer.rotate();
        const next = await signed();
        later(30_000);
        assert.equal(await statusWith(next), 200);
        assert.equal(await statusWith(old), 200);
        issuer.forgetOldKeys();
        later(10 * 60_000);
        assert.equal(await statusWith(old), 401);
        assert.equal(await statusWith(next), 200);
      },
    );

    test(
      'C-105 an issuer that does not answer is no fault of the client: 503',
      { skip: local.skip || noneAsked },
      async () => {
        const token = await signed();
        assert.equal(await statusWith(token), 200);
        const replica = service.createReplica();
        const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
        const elsewhere = testClient(address, {});
        const request = async (sent: string) =>
          elsewhere(door.method, door.path, { headers: { authorization: `Bearer ${sent}` } });
        try {
          issuer.isDown = true;
          const before = issuer.asked.length;
          for (let attempt = 0; attempt < 5; attempt += 1) {
            const answer = await request(token);
            assert.equal(answer.status, 503);
            assert.equal(answer.body['code'], 'service-unavailable');
            assert.equal(answer.headers.get('retry-after'), '5');
            assert.equal(answer.headers.get('www-authenticate'), null);
          }
          assert.ok(issuer.asked.length - before <= 2, 'who is down is not asked by every request');
          assert.equal(await statusWith(token), 200, 'keys that are known are used on');
          later(30_000);
          const unknown = await signed({ header: { kid: 'perhaps new' } });
          assert.equal(await statusWith(unknown), 503, 'the key may be a new one');
          issuer.isDown = false;
          later(5000);
          assert.equal(statusOf(await request(token)), 200);
        } finally {
          issuer.isDown = false;
          await replica.server.close();
        }
      },
    );
  });
}

test(
  'C-102 the answer names a missing scope, and one that merely looks alike is not enough',
  local,
  async () => {
    const [name] = tokenMechanisms;
    const scopes = new Set(['orders:readwrite', 'items:read']);
    const mechanism = bearerMechanism({ realm: about.vendor }, [
      {
        name,
        issuer: 'https://id.example',
        scheme: { name: 'test', definition: { type: 'http', scheme: 'bearer' } },
        verify: () => Promise.resolve(undefined),
        introspect: () => Promise.resolve({ ...anonymous, mechanism: name, scopes }),
      },
    ]);
    const routes = [
      route('/docs/none', ['orders:read', 'items:read']),
      route('/docs/all', ['items:read']),
    ];
    const authentication = authenticationBy([mechanism]);
    const server = await startBareServer([], {
      unversioned: routes,
      access: {
        authentication,
        identify: createIdentification(authentication, { addressOf: () => 'test' }),
      },
    });
    try {
      const headers = { authorization: 'Bearer opaque' };
      const refused = await server.request('GET', '/docs/none', { headers });
      assert.equal(refused.status, 403);
      assert.equal(refused.body['code'], 'forbidden');
      assert.equal(
        refused.headers.get('www-authenticate'),
        `Bearer realm="${about.vendor}", error="insufficient_scope", scope="orders:read items:read"`,
      );
      assert.equal((await server.request('GET', '/docs/all', { headers })).status, 200);
      assert.equal((await server.request('GET', '/docs/none')).status, 401);
    } finally {
      await server.stop();
    }
  },
);
