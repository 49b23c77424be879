import type { IncomingHttpHeaders } from 'node:http';

/** Who sends a request, once the credential is verified. */
export interface Caller {
  /** Stable identity of the client; what limits and audit trails are kept by. */
  readonly id: string;
  /** For people: the name that the credential was given. */
  readonly name: string;
}

/** Caller of a service, or of an operation, that asks for no credential. */
export const anonymous: Caller = { id: 'anonymous', name: 'anonymous' };

/** How callers prove who they are. */
export interface Mechanism {
  /** Value of WWW-Authenticate on a 401 (RFC 9110, section 11.6.1). */
  readonly challenge: string;
  /** Name and definition of the security scheme in the OpenAPI document. */
  readonly scheme: {
    readonly name: string;
    readonly definition: Readonly<Record<string, unknown>>;
  };
  /** The caller, or undefined when the credential is missing, malformed, unknown, expired or revoked. */
  authenticate(headers: IncomingHttpHeaders, now: Date): Promise<Caller | undefined>;
}
