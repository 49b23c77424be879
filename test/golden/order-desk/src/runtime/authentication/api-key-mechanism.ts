import { timingSafeEqual } from 'node:crypto';
import { onceForEach } from '../storage/once-for-each.ts';
import type { ApiKeyStore, StoredApiKey } from './api-key-store.ts';
import { hashOf, parseApiKey, type ParsedApiKey } from './api-key.ts';
import type { Granted } from './caller.ts';
import { callerWith, isExpired } from './granted.ts';
import { quoted, type Mechanism, type Verdict } from './mechanism.ts';

export interface ApiKeySettings {
  /** Name of the header that carries the key. */
  readonly header: string;
  readonly vendor: string;
}

/** Callers identify themselves by an API key in a header; a key in an address would end up in logs. */
export function apiKeyMechanism(settings: ApiKeySettings, keys: ApiKeyStore): Mechanism {
  const { header, vendor } = settings;
  // Node gives names of headers in lower case.
  const field = header.toLowerCase();

  async function lookUp(parsed: ParsedApiKey, now: Date): Promise<Verdict> {
    let found: StoredApiKey | undefined;
    const verified = await keys.verified.verify(parsed.hash, now, async () => {
      found = await findKey(keys, parsed);
      return found?.revokedAt === null ? found : undefined;
    });
    if (verified !== undefined && !isExpired(verified, now)) return callerOf(verified);
    return found === undefined ? undefined : 'unusable';
  }

  return {
    names: ['api-key'],
    schemes: [{ name: 'apiKey', definition: { type: 'apiKey', in: 'header', name: header } }],
    header,
    tellsErrors: false,
    // No scheme is registered for API keys, and a 401 must name one (RFC 9110, section 11.6.1). Nothing but the challenge
    // itself says that a key comes in another header than Authorization.
    challenge: () => `ApiKey realm=${quoted(vendor)}, header=${quoted(header)}`,
    credentialIn: (headers) => headers[field]?.toString(),
    // By its form as well, for who puts a key into an address may call the parameter anything.
    isInQuery: (parameters) =>
      [...parameters].some(
        ([name, value]) => name.toLowerCase() === field || parseApiKey(value, vendor) !== undefined,
      ),
    verify(credential, now) {
      const known = keys.verified.get(hashOf(credential), now);
      if (known !== undefined) return isExpired(known, now) ? 'unusable' : callerOf(known);
      const parsed = parseApiKey(credential, vendor);
      return parsed && lookUp(parsed, now);
    },
    claimantOf: (credential) => parseApiKey(credential, vendor)?.prefix,
    async current(name, now) {
      const [key, ...others] = await keys.validOf(name, now);
      // With several keys, the client receives what all of them may see.
      return key === undefined
        ? undefined
        : callerWith('api-key', name, others.reduce(inCommon, key));
    },
  };
}

/** The key that is kept, where it is the one that was sent. */
export async function findKey(
  keys: ApiKeyStore,
  { prefix, hash }: ParsedApiKey,
): Promise<StoredApiKey | undefined> {
  const stored = await keys.find(prefix);
  if (stored === undefined) return undefined;
  return timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash)) ? stored : undefined;
}

/**
 * Of the same `id` with both keys of a client, so that a rotation goes unnoticed. What follows from a caller is remembered
 * with it, for as long as its key counts as verified.
 */
const callerOf = onceForEach(({ name, ...granted }: StoredApiKey) =>
  callerWith('api-key', name, granted),
);

/** What each of two credentials was granted. */
function inCommon(one: Granted, other: Granted): Granted {
  const claims = Object.entries(one.claims).map(([name, values]) => {
    const others = new Set([other.claims[name] ?? []].flat());
    return [name, [values].flat().filter((value) => others.has(value))] as const;
  });
  return {
    roles: one.roles.filter((role) => other.roles.includes(role)),
    scopes: one.scopes.filter((scope) => other.scopes.includes(scope)),
    claims: Object.fromEntries(claims.filter(([, values]) => values.length > 0)),
  };
}
