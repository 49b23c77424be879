import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyStore, StoredApiKey } from './api-key-store.ts';
import { parseApiKey, type ParsedApiKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { quoted, type Mechanism } from './mechanism.ts';

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
  return {
    names: ['api-key'],
    schemes: [{ name: 'apiKey', definition: { type: 'apiKey', in: 'header', name: header } }],
    header,
    tellsErrors: false,
    // No scheme is registered for API keys, and a 401 must name one (RFC 9110, section 11.6.1).
    challenge: () => `ApiKey realm=${quoted(vendor)}`,
    credentialIn: (headers) => headers[field]?.toString(),
    // By its form as well, for who puts a key into an address may call the parameter anything.
    isInQuery: (parameters) =>
      [...parameters].some(
        ([name, value]) => name.toLowerCase() === field || parseApiKey(value, vendor) !== undefined,
      ),
    async verify(credential, now) {
      const parsed = parseApiKey(credential, vendor);
      if (parsed === undefined) return undefined;
      const verified = await keys.verified.getOrVerify(parsed.hash, now, () =>
        verify(keys, parsed),
      );
      if (verified === undefined) return undefined;
      const { expiresAt } = verified;
      return expiresAt !== null && expiresAt <= now.toISOString() ? undefined : callerOf(verified);
    },
  };
}

/** The key that is kept, where it is the one that was sent and is not revoked. */
async function verify(
  keys: ApiKeyStore,
  { prefix, hash }: ParsedApiKey,
): Promise<StoredApiKey | undefined> {
  const stored = await keys.find(prefix);
  if (stored === undefined || stored.revokedAt !== null) return undefined;
  return timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash)) ? stored : undefined;
}

/** The same for both keys of a client, so that a rotation goes unnoticed. */
function callerOf({ name, scopes }: StoredApiKey): Caller {
  return {
    id: `api-key:${name}`,
    name,
    mechanism: 'api-key',
    clientId: name,
    subject: name,
    scopes: new Set(scopes),
    roles: new Set(),
    claims: {},
  };
}
