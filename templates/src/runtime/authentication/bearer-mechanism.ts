import type { SecurityScheme } from './caller.ts';
import { authorizationOf, quoted, type Mechanism, type Verdict } from './mechanism.ts';

/** Whose tokens are accepted. */
export interface TokenIssuer {
  readonly name: 'jwt' | 'oauth2';
  /** As tokens have it, letter by letter. */
  readonly issuer: string;
  readonly scheme: SecurityScheme;
  verify(token: string, now: Date): Promise<Verdict>;
  /** For tokens that cannot be read here; absent where there are none. */
  introspect?(token: string, now: Date): Promise<Verdict>;
}

export interface BearerSettings {
  readonly realm: string;
  /** Address of the protected resource's metadata (RFC 9728, section 5.1). */
  readonly metadata?: string;
}

/** RFC 6750, section 2.1. */
const form = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Callers carry an access token in Authorization (RFC 6750). */
export function bearerMechanism(
  { realm, metadata }: BearerSettings,
  issuers: readonly TokenIssuer[],
): Mechanism {
  return {
    names: issuers.map(({ name }) => name),
    schemes: issuers.map(({ scheme }) => scheme),
    header: 'Authorization',
    tellsErrors: true,
    credentialIn: (headers) => authorizationOf(headers, 'bearer'),
    isInQuery: (parameters) => parameters.has('access_token'),
    async verify(token, now) {
      if (!form.test(token)) return undefined;
      const claimedIssuer = await issuerOf(token);
      // A token is sent only to the issuer that it names.
      if (claimedIssuer === undefined) {
        return issuers.find(({ introspect }) => introspect !== undefined)?.introspect?.(token, now);
      }
      return issuers.find(({ issuer }) => issuer === claimedIssuer)?.verify(token, now);
    },
    claimantOf: partiesIn,
    challenge(refusal) {
      const parameters = {
        realm,
        ...(refusal === undefined ? {} : { error: refusal.error }),
        ...(refusal?.scope === undefined ? {} : { scope: refusal.scope.join(' ') }),
        ...(metadata === undefined ? {} : { resource_metadata: metadata }),
      };
      const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${quoted(value)}`);
      return `Bearer ${pairs.join(', ')}`;
    },
  };
}

/**
 * What a signed token says of its issuer, which nothing has proven yet.
 *
 * @returns undefined where it is no such token
 */
async function issuerOf(token: string): Promise<string | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    const { alg } = decodeProtectedHeader(token);
    return alg === undefined ? undefined : (decodeJwt(token).iss ?? '');
  } catch {
    return undefined;
  }
}

/** For whom a signed token says to be, which nothing has proven yet. */
function partiesIn(token: string): string | undefined {
  const [, body = ''] = token.split('.');
  try {
    const claims = Object(JSON.parse(Buffer.from(body, 'base64url').toString())) as object;
    const { iss, client_id: client, sub } = claims as Readonly<Record<string, unknown>>;
    return client === undefined && sub === undefined
      ? undefined
      : JSON.stringify([iss, client, sub]);
  } catch {
    return undefined;
  }
}
