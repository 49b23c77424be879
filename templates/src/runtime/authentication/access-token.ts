import type { JWTPayload } from 'jose';
import { Problem } from '../errors/problem.ts';
import type { Caller } from './caller.ts';
import { claimAt } from './claims.ts';
import type { KeySource } from './key-source.ts';
import { issuerUnavailable } from './issuer-unavailable.ts';
import type { Verdict } from './mechanism.ts';

export interface TokenSettings {
  readonly mechanism: 'jwt' | 'oauth2';
  /** As tokens have it, letter by letter. */
  readonly issuer: string;
  readonly audience: string;
  /** What is accepted, whatever the header of a token says (RFC 8725, section 3.1). */
  readonly algorithms: readonly string[];
  /** The claim that lists the roles. */
  readonly rolesClaim?: string;
}

/** Seconds by which the clock of an issuer may be off. */
export const skew = 60;

/** RFC 9068, section 2.2. */
const requiredClaims = ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti'];

/** OpenID Connect Core, section 2: the longest subject. */
const longest = 255;

/**
 * Verifies a signed access token (RFC 9068, section 4).
 *
 * @throws {Problem} 503 where the issuer would have to be asked and does not answer
 */
export async function verifyAccessToken(
  token: string,
  settings: TokenSettings,
  keyFor: KeySource,
  now: Date,
): Promise<Verdict> {
  const { errors, jwtVerify } = await import('jose');
  const { issuer, audience, algorithms } = settings;
  try {
    const { payload } = await jwtVerify(token, (header) => keyFor(header, now), {
      algorithms: [...algorithms],
      // RFC 8725, section 3.11: an identity token of the same issuer is no access token.
      typ: 'at+jwt',
      issuer,
      audience,
      clockTolerance: skew,
      currentDate: now,
      requiredClaims,
    });
    return (isSane(payload, now) ? callerOf(payload, settings) : undefined) ?? 'unusable';
  } catch (error) {
    // Only what is signed as it should be is looked at any further.
    const { JWTClaimValidationFailed, JWTExpired, JOSEError } = errors;
    if (error instanceof JWTExpired || error instanceof JWTClaimValidationFailed) return 'unusable';
    if (error instanceof JOSEError) return undefined;
    // Nothing in a token makes the library fail otherwise: a key of the issuer is not fit for use.
    throw error instanceof Problem ? error : issuerUnavailable(error);
  }
}

/** A token from the future, or one that ends before it begins, was made by a mistake or by somebody else. */
function isSane({ iat = 0, nbf = iat, exp = 0, jti, cnf }: JWTPayload, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return (
    iat <= seconds + skew &&
    iat < exp &&
    nbf < exp &&
    typeof jti === 'string' &&
    jti !== '' &&
    // Bound to a key (RFC 8705, RFC 9449): having the token is not enough to use it.
    cnf === undefined
  );
}

/** @returns undefined if the claims name no caller */
export function callerOf(
  claims: Readonly<Record<string, unknown>>,
  { mechanism, issuer, rolesClaim }: TokenSettings,
): Caller | undefined {
  const { client_id: clientId, sub: subject = clientId, scope } = claims;
  if (!isName(clientId) || !isName(subject)) return undefined;
  // Two clients that act for one person, and one client that acts for two people, have nothing in common.
  const parties = subject === clientId ? [clientId] : [clientId, subject];
  return {
    id: `${mechanism}:${[issuer, ...parties].map(encodeURIComponent).join('|')}`,
    name: clientId,
    mechanism,
    clientId,
    subject,
    scopes: new Set(words(scope)),
    roles: new Set(rolesClaim === undefined ? [] : words(claimAt(claims, rolesClaim))),
    claims,
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

/** A list, or words in one text. */
function words(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
