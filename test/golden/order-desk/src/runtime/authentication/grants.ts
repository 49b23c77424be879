import type { Caller } from './caller.ts';

/** Roles, and scopes as `scope:NAME`. Any one of them is enough; an empty list forbids it for every caller. */
export type Grants = readonly string[];

/** What of a caller decides what it may do. */
export type Principal = Pick<
  Caller,
  'mechanism' | 'subject' | 'clientId' | 'roles' | 'scopes' | 'claims'
>;

const scopePrefix = 'scope:';

export function isGranted(
  { roles, scopes }: Pick<Principal, 'roles' | 'scopes'>,
  grants: Grants,
): boolean {
  // Whole words: `orders:read` says nothing of `orders:readwrite`.
  return grants.some((grant) =>
    grant.startsWith(scopePrefix) ? scopes.has(grant.slice(scopePrefix.length)) : roles.has(grant),
  );
}

/** The scopes among them, in their order. */
export function scopesOf(grants: Grants): string[] {
  return grants
    .filter((grant) => grant.startsWith(scopePrefix))
    .map((grant) => grant.slice(scopePrefix.length));
}
