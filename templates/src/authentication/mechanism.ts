import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyStore } from './api-key-store.ts';
import { parseApiKey } from './api-key.ts';
import type { Mechanism } from './caller.ts';

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
    // No scheme is registered for API keys, and a 401 must name one (RFC 9110, section 11.6.1).
    challenge: `ApiKey realm="${vendor}"`,
    scheme: {
      name: 'apiKey',
      definition: { type: 'apiKey', in: 'header', name: header },
    },
    async authenticate(headers, now) {
      const value = headers[field];
      if (typeof value !== 'string') return undefined;
      const parsed = parseApiKey(value, vendor);
      if (parsed === undefined) return undefined;
      const stored = await keys.find(parsed.prefix);
      if (stored === undefined || stored.revokedAt !== null) return undefined;
      if (stored.expiresAt !== null && stored.expiresAt <= now.toISOString()) return undefined;
      const isSame = timingSafeEqual(Buffer.from(stored.hash), Buffer.from(parsed.hash));
      return isSame ? { id: stored.id, name: stored.name } : undefined;
    },
  };
}
