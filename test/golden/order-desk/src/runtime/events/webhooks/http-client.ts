import { lookup, type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { Agent as SecureAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { nodeModules } from '../../service/node-modules.ts';
import type { Networks } from './networks.ts';
import { faultOf, literalOf } from './receiver-address.ts';

/** What came of a request: a status, or the reason why there is none. */
export interface Outcome {
  readonly status?: number;
  /** `aborted`, or one of the reasons below. */
  readonly error?: string;
  readonly retryAfter?: string;
  readonly milliseconds: number;
}

export interface ReceiverRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the request, whose outcome is then unknown. */
  readonly signal: AbortSignal;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface HttpClientSettings {
  readonly networks: Networks;
  /** Milliseconds from the resolution of the name to the end of the answer. */
  readonly timeout: number;
  readonly resolve?: Resolve;
}

/** Sends to addresses that clients chose, and to no address that they should not reach through this service. */
export type HttpClient = (request: ReceiverRequest) => Promise<Outcome>;

/**
 * Names that are resolved at a time. Each takes one of the four threads that files and compression need as well, and how
 * long it takes depends on the name server.
 */
const resolutionsAtOnce = 2;

/** Nothing of an answer is used but its status: what is longer is not worth reading. */
const answerBytes = 16 * 1024;

/**
 * A name without an address, or with a forbidden one. A client that could tell the two apart could find out
 * which names there are in the network of the service (OWASP API7).
 */
class NoPublicAddress extends Error {
  readonly code = 'no-public-address';
}

/**
 * A name is resolved once for each request, every address that it has is checked, and the connection goes to one of
 * those: a name that is resolved again to connect may have another address by then. Redirects are answers like any
 * other: nothing follows them, and nothing is sent through a proxy, which would resolve the name itself.
 */
export function createHttpClient({
  networks,
  timeout,
  resolve = resolveAll,
}: HttpClientSettings): HttpClient {
  // A connection that is kept would outlive the check of its address.
  const plain = new nodeModules.http.Agent({ keepAlive: false });
  let secure: SecureAgent | undefined;
  const resolveInTurn = inTurn(resolve);

  async function addressesOf(url: URL): Promise<LookupAddress[]> {
    const literal = literalOf(url);
    const found =
      literal === undefined
        ? await resolveInTurn(url.hostname).catch(() => [])
        : [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
    const verdicts = found.map(({ address }) => networks.classify(address));
    const isFine = (verdict: string) =>
      // Plain text goes only where the operator said so.
      url.protocol === 'https:' ? verdict !== 'refused' : verdict === 'permitted';
    if (verdicts.length === 0 || !verdicts.every(isFine)) {
      throw new NoPublicAddress('no address that anything is sent to');
    }
    return [...found];
  }

  async function send(
    { url, headers, body }: ReceiverRequest,
    signal: AbortSignal,
  ): Promise<Omit<Outcome, 'milliseconds'>> {
    if (faultOf(url, networks) !== undefined) throw new NoPublicAddress('no address of a receiver');
    const target = new URL(url);
    const addresses = await unlessAborted(addressesOf(target), signal);
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: pinned(addresses),
      signal,
    };
    const request =
      target.protocol === 'https:'
        ? nodeModules.https.request(target, { ...options, agent: (secure ??= secureAgent()) })
        : nodeModules.http.request(target, { ...options, agent: plain });
    request.end(body);
    return new Promise((settle, reject) => {
      request.once('error', reject);
      request.once('response', (answer) => {
        const { statusCode: status = 0 } = answer;
        const retryAfter = answer.headers['retry-after'];
        let length = 0;
        const done = () => {
          settle({ status, ...(retryAfter === undefined ? {} : { retryAfter }) });
          request.destroy();
        };
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > answerBytes) done();
        });
        answer.once('end', done);
        answer.once('error', reject);
      });
    });
  }

  return async (request) => {
    const started = performance.now();
    const limit = AbortSignal.timeout(timeout);
    try {
      const outcome = await send(request, AbortSignal.any([request.signal, limit]));
      return { ...outcome, milliseconds: Math.round(performance.now() - started) };
    } catch (error) {
      if (request.signal.aborted) return failed('aborted', started);
      // How long it took tells names that there are from others as well.
      if (error instanceof NoPublicAddress) return { error: error.code, milliseconds: 0 };
      return failed(limit.aborted ? 'timeout' : reasonOf(error), started);
    }
  };
}

function secureAgent(): SecureAgent {
  return new nodeModules.https.Agent({ keepAlive: false, maxCachedSessions: 0 });
}

function failed(error: string, started: number): Outcome {
  return { error, milliseconds: Math.round(performance.now() - started) };
}

/** The connection is made to what was checked, whatever the name means by now. */
function pinned(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, { all }, done) => {
    process.nextTick(() => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else if (first !== undefined) done(null, first.address, first.family);
    });
  };
}

function inTurn(resolve: Resolve): Resolve {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (hostname) => {
    if (running < resolutionsAtOnce) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await resolve(hostname);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The resolution of a name cannot be ended, only left alone. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const over = new AbortController();
  const aborted = once(signal, 'abort', { signal: over.signal }).then(() => {
    throw new NoPublicAddress('ended while the name was resolved');
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    aborted.catch(() => undefined);
    over.abort();
  }
}

/** Codes of Node, and the texts that owners of endpoints see. A message of Node could contain internal details. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(ECONNRESET|EPIPE)$/, 'connection-reset'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^HPE_/, 'no-http'],
  [/CERT|TLS|SSL|ISSUER|EPROTO/, 'tls-failed'],
];

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const { code } = error as { readonly code?: unknown };
  const [, reason = 'failed'] = reasons.find(([pattern]) => pattern.test(String(code))) ?? [];
  return reason;
}

const resolveAll: Resolve = (hostname) =>
  new Promise((settle, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) settle(addresses);
      else reject(error);
    });
  });
