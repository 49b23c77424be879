import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, SecurityScheme } from './caller.ts';

/** Why a challenge is sent, in the words of RFC 6750, section 3.1. */
export interface Refusal {
  readonly error: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** What would have been enough. */
  readonly scope?: readonly string[];
}

/**
 * What becomes of a credential: the caller; `unusable` where it is genuine and yet not valid, such as one that expired;
 * undefined if it is unknown.
 */
export type Verdict = Caller | 'unusable' | undefined;

/** One way in which callers prove who they are. Several stand side by side, and any one is enough. */
export interface Mechanism {
  /** What callers of this mechanism have in `mechanism`. */
  readonly names: readonly Caller['mechanism'][];
  readonly schemes: readonly SecurityScheme[];
  /** The header field that carries the credential, as documents write it. */
  readonly header: string;
  /** What a request carries for this mechanism; undefined: nothing. */
  credentialIn(headers: IncomingHttpHeaders): string | undefined;
  /** Whether a query carries a credential of this mechanism, which would end up in logs (RFC 9700, section 4.3.2). */
  isInQuery(parameters: URLSearchParams): boolean;
  /** @throws {Problem} 503 where the service cannot find out whether it is valid */
  verify(credential: string, now: Date): Verdict | Promise<Verdict>;
  /** Whose credential it says to be, which nothing has proven yet; undefined where nothing tells. */
  claimantOf(credential: string): string | undefined;
  /**
   * A caller of before, as it is now; undefined where it has no valid credential any more. Absent where only an issuer
   * could tell.
   *
   * @param client what follows the name of the mechanism in `id` of the caller
   */
  current?(client: string, now: Date): Promise<Caller | undefined>;
  /** Whether its challenge says why it is sent. */
  readonly tellsErrors: boolean;
  /**
   * Value of WWW-Authenticate (RFC 9110, section 11.6.1).
   *
   * @param refusal absent where the request carried nothing for this mechanism
   */
  challenge(refusal?: Refusal): string;
}

/** What follows the name of a scheme in Authorization; names of schemes have no case (RFC 9110, section 11.1). */
export function authorizationOf(
  { authorization }: IncomingHttpHeaders,
  scheme: string,
): string | undefined {
  if (authorization === undefined) return undefined;
  const name = authorization.slice(0, scheme.length);
  const rest = authorization.slice(scheme.length);
  return name.toLowerCase() === scheme && (rest === '' || rest.startsWith(' '))
    ? rest.trim()
    : undefined;
}

/** A quoted string (RFC 9110, section 5.6.4). A field is made of bytes, and Node sends each character as one: those of UTF-8. */
export function quoted(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return `"${bytes.replaceAll(/["\\]/g, '\\$&')}"`;
}
