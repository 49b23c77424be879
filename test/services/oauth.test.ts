import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import { Provider, type Configuration } from 'oidc-provider';
import { freePort, startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, repository, temporaryDirectory } from '../support/generated.ts';

const audience = 'urn:acme:orders';
const client = { id: 'partner shop', secret: 'a secret of the shop, 40% of it: / + ?' };
const service = { id: 'acme-orders', secret: 'a secret of the service' };

interface IssuerKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK & { readonly kid: string };
}

async function newKey(): Promise<IssuerKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** A real issuer. Its keys are replaced by another instance of it at the same address, as issuers do it. */
class Issuer {
  readonly address: string;
  readonly #server: Server;
  /** Tokens and grants of all instances. */
  readonly #rows = new Map<string, Record<string, unknown>>();
  key: IssuerKey;
  asked: string[] = [];

  private constructor(server: Server, address: string, key: IssuerKey) {
    this.#server = server;
    this.address = address;
    this.key = key;
  }

  static async start(): Promise<Issuer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const issuer = new Issuer(server, address, await newKey());
    issuer.#serve([issuer.key]);
    return issuer;
  }

  #serve(keys: readonly IssuerKey[]): void {
    const provider = new Provider(this.address, this.#configuration(keys));
    const callback = provider.callback();
    this.#server.removeAllListeners('request');
    this.#server.on('request', (request, response) => {
      this.asked.push(request.url ?? '');
      void callback(request, response);
    });
  }

  #configuration(keys: readonly IssuerKey[]): Configuration {
    const rows = this.#rows;
    return {
      // The first one signs.
      jwks: { keys: keys.map(({ jwk }) => jwk) as never },
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          scope: 'orders:read orders:write',
        },
        {
          client_id: service.id,
          client_secret: service.secret,
          grant_types: [],
          redirect_uris: [],
          response_types: [],
        },
      ],
      scopes: ['orders:read', 'orders:write'],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        revocation: { enabled: true },
        introspection: { enabled: true, allowedPolicy: () => true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context, indicator) => ({
            scope: 'orders:read orders:write',
            audience: indicator.replace(/#.*$/, '').replace(/:opaque$/, ''),
            accessTokenTTL: 3600,
            accessTokenFormat: indicator.endsWith(':opaque') ? 'opaque' : 'jwt',
          }),
        },
      },
      adapter: (model: string) => ({
        find: async (id: string) => rows.get(`${model} ${id}`) as never,
        findByUid: async () => undefined,
        findByUserCode: async () => undefined,
        upsert: async (id: string, payload: object) => {
          rows.set(`${model} ${id}`, { ...payload });
        },
        consume: async () => undefined,
        destroy: async (id: string) => {
          rows.delete(`${model} ${id}`);
        },
        revokeByGrantId: async () => undefined,
      }),
    };
  }

  /** Signs with another key, and publishes the one before on. */
  async rotate(): Promise<void> {
    const before = this.key;
    this.key = await newKey();
    this.#serve([this.key, before]);
  }

  async post(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
    const encoded = [client.id, client.secret].map((text) =>
      new URLSearchParams({ text }).toString().slice('text='.length),
    );
    const response = await fetch(this.address + path, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(encoded.join(':')).toString('base64')}` },
      body: new URLSearchParams(form),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  /** By the grant for clients that act for themselves (RFC 6749, section 4.4). */
  async token(kind: 'jwt' | 'opaque', resource = audience): Promise<string> {
    const { access_token: token } = await this.post('/token', {
      grant_type: 'client_credentials',
      scope: 'orders:read',
      resource: kind === 'opaque' ? `${resource}:opaque` : resource,
    });
    return String(token);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async startAgain(): Promise<void> {
    this.#server.listen(Number(new URL(this.address).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }
}

/** The clock of the process is moved by a module that is loaded before everything else: nobody waits. */
const clockModule = `
import { createServer } from 'node:http';
let moved = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + moved] : values));
  }
  static now() { return RealDate.now() + moved; }
};
createServer((request, response) => {
  moved += Number(request.url.slice(1));
  response.end();
}).listen(Number(process.env.CLOCK_PORT), '127.0.0.1').unref();
`;

describe('a service beside a real issuer of OAuth 2.0', () => {
  const directory = join(temporaryDirectory(), 'acme');
  let issuer: Issuer;
  let running: RunningService;
  let clock: string;

  before(async () => {
    issuer = await Issuer.start();
    const fixture = readFileSync(join(repository, 'test/fixtures/acme/service.yaml'), 'utf8');
    const text = fixture.replace(
      /^authentication:\n(?: .*\n)+/m,
      `authentication:\n  mechanisms: [oauth2]\n  roles: [admin]\n  oauth2: { issuer: '${issuer.address}', audience: '${audience}', scopes: ['orders:read'], introspection: true }\n`,
    );
    await generate(text, directory);
    install(directory);
    running = await start();
  });
  after(async () => {
    await running.stop();
    await issuer.stop().catch(() => undefined);
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  async function start(): Promise<RunningService> {
    const port = String(await freePort());
    clock = `http://127.0.0.1:${port}`;
    mkdirSync(join(directory, 'data'), { recursive: true });
    return startService(directory, undefined, {
      OAUTH2_CLIENT_ID: service.id,
      OAUTH2_CLIENT_SECRET: service.secret,
      CLOCK_PORT: port,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clockModule)}`,
    });
  }

  const later = (milliseconds: number) => fetch(`${clock}/${String(milliseconds)}`);

  function ask(token?: string): Promise<Response> {
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${running.address}/v1/orders`, { headers });
  }
  const statusWith = async (token: string) => (await ask(token)).status;

  test('the metadata leads a client without a credential to the issuer', async () => {
    const answer = await ask();
    assert.equal(answer.status, 401);
    const [, address = ''] =
      /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? [];
    // The address under which clients reach the service is not the one of this test.
    const metadata = (await (
      await fetch(running.address + new URL(address).pathname)
    ).json()) as Record<string, unknown>;
    assert.deepEqual(metadata['authorization_servers'], [issuer.address]);
    assert.deepEqual(metadata['bearer_methods_supported'], ['header']);
  });

  test('client credentials give signed tokens, and tokens that the issuer alone can read: both open the door', async () => {
    const jwt = await issuer.token('jwt');
    assert.equal(jwt.split('.').length, 3);
    assert.equal(await statusWith(jwt), 200);
    const opaque = await issuer.token('opaque');
    assert.equal(opaque.split('.').length, 1);
    assert.equal(await statusWith(opaque), 200);
  });

  test('tokens of the same issuer for another service do not', async () => {
    assert.equal(await statusWith(await issuer.token('jwt', 'urn:acme:billing')), 401);
    assert.equal(await statusWith(await issuer.token('opaque', 'urn:acme:billing')), 401);
  });

  test('an opaque token that was revoked is refused a minute later', async () => {
    const token = await issuer.token('opaque');
    assert.equal(await statusWith(token), 200);
    await issuer.post('/token/revocation', { token });
    await later(60_000);
    assert.equal(await statusWith(token), 401);
  });

  test('fourteen forged tokens are refused, and four more', async (context) => {
    const good = await issuer.token('jwt');
    assert.equal(await statusWith(good), 200);
    const [head = '', body = '', signature = ''] = good.split('.');
    const decoded = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const claims = decoded(body);
    const header = decoded(head) as { alg: string; kid: string; typ: string };
    assert.equal(header.typ, 'at+jwt');
    const { privateKey } = issuer.key;
    const { privateKey: foreign, publicKey } = await generateKeyPair('RS256', {
      extractable: true,
    });
    const sign = (
      changes: object,
      headers: object = {},
      key: CryptoKey | Uint8Array = privateKey,
    ) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ ...header, ...headers })
        .sign(key);
    const part = (value: object) => base64url.encode(JSON.stringify(value));
    const now = Math.floor(Date.now() / 1000) + 60;
    const forged: Readonly<Record<string, string>> = {
      'no signature, alg none': `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'the public key as a shared secret (alg confusion)': await sign(
        {},
        { alg: 'HS256' },
        new TextEncoder().encode(await exportSPKI(publicKey)),
      ),
      'signed by a key of somebody else under the name of the key': await sign({}, {}, foreign),
      'signed by a key that it brings along (jwk)': await sign(
        {},
        { jwk: await exportJWK(publicKey) },
        foreign,
      ),
      'signed by a key that it says where to fetch (jku)': await sign(
        {},
        { jku: 'https://evil.example/jwks', kid: 'evil' },
        foreign,
      ),
      'a name of a key that is a path': await sign({}, { kid: '../../../../dev/null' }, foreign),
      'claims changed after it was signed': `${head}.${part({ ...claims, client_id: 'root', sub: 'root' })}.${signature}`,
      'signature cut off': `${head}.${body}.`,
      'an identity token (typ JWT)': await sign({}, { typ: 'JWT' }),
      'of another issuer': await sign({ iss: 'https://evil.example' }),
      'of the issuer with a slash more': await sign({ iss: `${issuer.address}/` }),
      'for another audience': await sign({ aud: 'urn:acme:billing' }),
      expired: await sign({ iat: now - 7200, exp: now - 3600 }),
      'not yet valid': await sign({ nbf: now + 3600 }),
      'made in the future': await sign({ iat: now + 3600, exp: now + 7200 }),
      'without an end': await sign({ exp: undefined }),
      'without a client': await sign({ client_id: undefined }),
      'bound to a key of somebody (cnf)': await sign({ cnf: { jkt: 'x' } }),
    };
    assert.equal(await statusWith(await sign({})), 200, 'the way of signing is right');
    for (const [what, token] of Object.entries(forged)) {
      const answer = await ask(token);
      assert.equal(answer.status, 401, what);
      assert.match(
        answer.headers.get('www-authenticate') ?? '',
        /^Bearer realm="acme", error="invalid_token"/,
        what,
      );
      context.diagnostic(`refused: ${what}`);
    }
    assert.equal(Object.keys(forged).length, 18);
  });

  test('the issuer takes another key while the service runs', async () => {
    const old = await issuer.token('jwt');
    assert.equal(await statusWith(old), 200);
    await issuer.rotate();
    const next = await issuer.token('jwt');
    assert.notEqual(next.split('.')[0], old.split('.')[0]);
    await later(30_000);
    assert.equal(await statusWith(next), 200);
    assert.equal(await statusWith(old), 200, 'what was signed before is valid on');
  });

  test('an issuer that is down is answered with 503 where it would be asked, and keys that are known go on', async () => {
    const jwt = await issuer.token('jwt');
    const opaque = await issuer.token('opaque');
    assert.equal(await statusWith(jwt), 200);
    await issuer.stop();
    try {
      assert.equal(await statusWith(jwt), 200);
      const answer = await ask(opaque);
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('www-authenticate'), null);
      assert.equal(answer.headers.get('retry-after'), '5');
      await running.stop();
      running = await start();
      for (const token of [jwt, opaque]) assert.equal(await statusWith(token), 503);
    } finally {
      await issuer.startAgain();
    }
    await later(5000);
    for (const token of [jwt, opaque]) assert.equal(await statusWith(token), 200);
  });
});
