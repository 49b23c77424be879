import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

/** A token as a test wants it, where it is to differ from a good one. Undefined leaves a claim out. */
export interface TokenWish {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** An issuer of tokens on this machine. */
export interface TestIssuer {
  readonly address: string;
  /** For whom its tokens are. */
  readonly audience: string;
  readonly algorithm: string;
  /** Paths that were asked for, in that order. */
  readonly asked: string[];
  /** Answers nothing any more, and drops connections. */
  isDown: boolean;
  /** A signed token; a good one unless wished otherwise. */
  sign(name: string, wish?: TokenWish): Promise<string>;
  /** A token that this issuer alone can read. */
  opaque(name: string, claims?: Readonly<Record<string, unknown>>): string;
  /** What it says about an opaque token from now on. */
  withdraw(token: string): void;
  /** Signs with another key from now on; the one before is published on. */
  rotate(): Promise<void>;
  /** Publishes the present key alone. */
  forgetOldKeys(): void;
  /** The key that it signs with. */
  readonly key: CryptoKey | Uint8Array;
  stop(): Promise<void>;
}

export interface IssuerSettings {
  readonly audience: string;
  /** What every token says besides; absent: nothing. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly algorithm: string;
  readonly clock: () => Date;
}

export const issuerClient = { id: 'service under test', secret: 'known to both: 50% / +' };

/** Keys take long to make, and any test may use any. */
const keyPairs = new Map<string, Promise<KeyPair>>();

interface KeyPair {
  readonly kid: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly jwk: JWK;
}

async function makeKey(algorithm: string): Promise<KeyPair> {
  const kid = randomUUID();
  if (algorithm.startsWith('HS'))
    return {
      kid, // A secret that is configured is a text.
      privateKey: new TextEncoder().encode(randomBytes(64).toString('base64url')),
      jwk: { kty: 'oct' },
    };
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
  return { kid, privateKey, jwk };
}

export async function startIssuer({
  audience,
  algorithm,
  claims: usualClaims = {},
  clock,
}: IssuerSettings): Promise<TestIssuer> {
  const made = keyPairs.get(algorithm) ?? makeKey(algorithm);
  keyPairs.set(algorithm, made);
  let current = await made;
  let published = [current];
  const tokens = new Map<string, Readonly<Record<string, unknown>>>();
  const asked: string[] = [];
  const state = { isDown: false };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (state.isDown) request.socket.destroy();
    else void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const body = documentAt(request, Buffer.concat(chunks).toString());
    response
      .writeHead(body === undefined ? 404 : body === null ? 401 : 200, {
        'content-type': 'application/json',
      })
      .end(JSON.stringify(body ?? {}));
  }

  /** Undefined: there is none; null: the client may not have it. */
  function documentAt({ url, headers }: IncomingMessage, body: string): object | null | undefined {
    if (url === '/.well-known/oauth-authorization-server') {
      return {
        issuer: address,
        jwks_uri: `${address}/jwks`,
        introspection_endpoint: `${address}/introspect`,
      };
    }
    if (url === '/jwks') return { keys: published.map(({ jwk }) => jwk) };
    if (url !== '/introspect') return undefined;
    const { id, secret } = issuerClient;
    if (pairOf(headers.authorization) !== `${id}:${secret}`) return null;
    return tokens.get(new URLSearchParams(body).get('token') ?? '') ?? { active: false };
  }

  function claimsFor(name: string): JWTPayload {
    // Valid whatever tests set the clock to, such as the day of an older release; but for those of the lifetime of a token.
    const year = 365 * 24 * 60 * 60;
    const seconds = Math.floor(clock().getTime() / 1000);
    return {
      iss: address,
      aud: audience,
      sub: name,
      client_id: name,
      iat: seconds - 20 * year,
      exp: seconds + 20 * year,
      jti: randomUUID(),
      ...usualClaims,
    };
  }

  return {
    address,
    audience,
    algorithm,
    asked,
    get isDown() {
      return state.isDown;
    },
    set isDown(isDown) {
      state.isDown = isDown;
      server.closeAllConnections();
    },
    get key() {
      return current.privateKey;
    },
    sign(name, { claims, header, key = current.privateKey } = {}) {
      const protectedHeader = { alg: algorithm, typ: 'at+jwt', kid: current.kid, ...header };
      // Left out where it is undefined, as JSON has it.
      return new SignJWT(JSON.parse(JSON.stringify({ ...claimsFor(name), ...claims })))
        .setProtectedHeader(protectedHeader as JWTHeaderParameters)
        .sign(key);
    },
    opaque(name, claims) {
      const token = randomBytes(32).toString('base64url');
      tokens.set(token, { active: true, token_type: 'Bearer', ...claimsFor(name), ...claims });
      return token;
    },
    withdraw(token) {
      tokens.delete(token);
    },
    async rotate() {
      current = await makeKey(algorithm);
      published = [...published, current];
    },
    forgetOldKeys() {
      published = [current];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 6749, section 2.3.1: both are encoded as in a form. */
function pairOf(authorization = ''): string {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return decodeURIComponent(pair.replaceAll('+', ' '));
}
