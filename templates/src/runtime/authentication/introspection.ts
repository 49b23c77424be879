import { createHash } from 'node:crypto';
import { callerOf, skew, type TokenSettings } from './access-token.ts';
import type { Caller } from './caller.ts';
import { issuerFetch } from './issuer-fetch.ts';
import type { IssuerMetadata } from './issuer.ts';
import { issuerUnavailable } from './issuer-unavailable.ts';

/** How this service proves to the issuer that it may ask. */
export interface IssuerClient {
  readonly id: string;
  readonly secret: string;
}

/** Milliseconds for which an answer is used: the longest time until a token that was revoked is refused. */
const lifetime = 60_000;
/** The same for an answer that the token is not valid. */
const lifetimeOfRefusals = 5000;
const limit = 1000;

interface Known {
  readonly caller: Caller | undefined;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

/**
 * Asks the issuer about tokens that it alone can read (RFC 7662).
 *
 * @param client absent if none is configured: then introspection is not possible
 */
export function introspection(
  settings: TokenSettings,
  metadata: IssuerMetadata,
  client: IssuerClient | undefined,
): (token: string, now: Date) => Promise<Caller | undefined> {
  // By a hash, so that no token is kept. The oldest entry is the first.
  const known = new Map<string, Known>();
  const pending = new Map<string, Promise<Known>>();

  async function ask(token: string, now: Date): Promise<Known> {
    if (client === undefined) throw new Error('OAUTH2_CLIENT_ID is not set');
    const claims = await introspect(await metadata.get(now), client, token);
    const caller = isFor(claims, settings, now) ? callerOf(claims, settings) : undefined;
    const from = now.getTime();
    const end = typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : Infinity;
    const until = from + (caller === undefined ? lifetimeOfRefusals : lifetime);
    return { caller, from, until: caller === undefined ? until : Math.min(until, end) };
  }

  return async (token, now) => {
    const key = createHash('sha256').update(token).digest('base64');
    const before = known.get(key);
    const time = now.getTime();
    if (before !== undefined && before.from <= time && time < before.until) return before.caller;
    const asked =
      pending.get(key) ??
      ask(token, now).finally(() => {
        pending.delete(key);
      });
    pending.set(key, asked);
    try {
      const answer = await asked;
      known.delete(key);
      known.set(key, answer);
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
      return answer.caller;
    } catch (error) {
      // Also where the issuer does not let this service ask: the client cannot help it.
      throw issuerUnavailable(error);
    }
  };
}

async function introspect(
  issuer: Awaited<ReturnType<IssuerMetadata['get']>>,
  { id, secret }: IssuerClient,
  token: string,
): Promise<Readonly<Record<string, unknown>>> {
  const oauth = await import('oauth4webapi');
  const methods = issuer.introspection_endpoint_auth_methods_supported;
  const authenticate =
    methods === undefined || methods.includes('client_secret_basic')
      ? oauth.ClientSecretBasic(secret)
      : oauth.ClientSecretPost(secret);
  const asking = { client_id: id };
  const response = await oauth.introspectionRequest(issuer, asking, authenticate, token, {
    [oauth.customFetch]: issuerFetch,
    // The fetch itself refuses plain text over a network.
    [oauth.allowInsecureRequests]: true,
    additionalParameters: { token_type_hint: 'access_token' },
  });
  return oauth.processIntrospectionResponse(issuer, asking, response);
}

/**
 * RFC 7662, section 2.2, leaves out what an issuer does not care to say. What makes a token one for this service must be
 * said: an issuer answers for all of its tokens.
 */
function isFor(
  claims: Readonly<Record<string, unknown>>,
  { issuer, audience }: TokenSettings,
  now: Date,
): boolean {
  const { active, iss = issuer, aud, exp, nbf, token_type: type = 'Bearer', cnf } = claims;
  const seconds = now.getTime() / 1000;
  return (
    active === true &&
    iss === issuer &&
    [aud].flat().includes(audience) &&
    (exp === undefined || (typeof exp === 'number' && exp > seconds)) &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= seconds + skew)) &&
    typeof type === 'string' &&
    type.toLowerCase() === 'bearer' &&
    // Bound to a key (RFC 8705, RFC 9449): having the token is not enough to use it.
    cnf === undefined
  );
}
