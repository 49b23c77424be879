import type { IncomingMessage } from 'node:http';
import type { Problem } from '../errors/problem.ts';

/** Who sends a request, once the credential is verified. */
export interface Caller {
  /**
   * Stable identity, whichever credential of it was sent: what limits, repetitions and audit trails are kept by. Where a
   * client acts for somebody else, it is the pair of both.
   */
  readonly id: string;
  /** For people: the name that the credential was given. */
  readonly name: string;
  readonly mechanism: 'api-key' | 'basic' | 'jwt' | 'oauth2' | 'none';
  /** The client alone, whomever it acts for. */
  readonly clientId: string;
  /** The subject that it acts for; the client itself if it acts for itself. */
  readonly subject: string;
  /** What the credential was granted, each a whole word (RFC 6749, section 3.3). */
  readonly scopes: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** What else is known of it: all that the issuer says, or what was written down with a credential of this service. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What somebody is given, as it is written down. */
export interface Granted {
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, string | readonly string[]>>;
}

/** Caller of a service, or of an operation, that asks for no credential. */
export const anonymous: Caller = {
  id: 'anonymous',
  name: 'anonymous',
  mechanism: 'none',
  clientId: 'anonymous',
  subject: 'anonymous',
  scopes: new Set(),
  roles: new Set(),
  claims: {},
};

/** Of the OpenAPI document (OpenAPI 3.1, section 4.8.27). */
export interface SecurityScheme {
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** The head of a request, as far as credentials can be in it. */
export type RequestHead = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>;

/** Tells who sends a request. */
export interface Authentication {
  /** Any one of them is enough. */
  readonly schemes: readonly SecurityScheme[];
  /** Header fields that carry credentials, each once. */
  readonly headers: readonly string[];
  /**
   * @throws {Problem} 401 without a valid credential (`WrongCredential` where it may be a guess), 400 where it is not clear which one counts, 503 where the
   *   service cannot find out whether it is valid
   */
  authenticate(request: RequestHead, now: Date): Caller | Promise<Caller>;
  /** Whose credential a request says to carry, truly or not; undefined where nothing tells. */
  claimantOf(request: RequestHead): string | undefined;
  /** What a caller is answered whose credential was not granted these scopes, or what else it takes. */
  insufficientScope(caller: Caller, scopes: readonly string[]): Problem;
}
