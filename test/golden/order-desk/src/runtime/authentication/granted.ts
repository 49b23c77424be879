import type { Caller, Granted } from './caller.ts';

/** What a credential of this service was granted, as columns of its table. */
export interface GrantedColumns {
  /** Separated by spaces, as the scopes are. */
  roles: string;
  scopes: string;
  /** A JSON object. */
  claims: string;
}

export function toColumns({
  roles = [],
  scopes = [],
  claims = {},
}: Partial<Granted>): GrantedColumns {
  return { roles: roles.join(' '), scopes: scopes.join(' '), claims: JSON.stringify(claims) };
}

export function fromColumns({ roles, scopes, claims }: GrantedColumns): Granted {
  return {
    roles: roles.split(' ').filter(Boolean),
    scopes: scopes.split(' ').filter(Boolean),
    claims: JSON.parse(claims) as Granted['claims'],
  };
}

/** A client with a credential of this service, which always acts for itself. */
export function callerWith(
  mechanism: 'api-key' | 'basic',
  name: string,
  { roles, scopes, claims }: Granted,
): Caller {
  return {
    id: `${mechanism}:${name}`,
    name,
    mechanism,
    clientId: name,
    subject: name,
    scopes: new Set(scopes),
    roles: new Set(roles),
    claims,
  };
}

export function isExpired(
  { expiresAt }: { readonly expiresAt: string | null },
  now: Date,
): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}
