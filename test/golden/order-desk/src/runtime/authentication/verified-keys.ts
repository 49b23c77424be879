import type { StoredApiKey } from './api-key-store.ts';

/** Milliseconds, so also the time until a key that another process revoked is refused here. */
const lifetime = 5000;
const limit = 1000;

interface Entry {
  readonly key: StoredApiKey;
  /** Milliseconds since 1970. */
  readonly verifiedAt: number;
}

/** Keys that were verified a moment ago: to look each one up for every request costs a statement. */
export class VerifiedKeys {
  // By the hash of what the client sent, so no key is kept here either. The oldest entry is the first.
  readonly #entries = new Map<string, Entry>();
  #changes = 0;

  /**
   * A key that was verified lately, whatever it is now: its expiry is for the caller to check.
   *
   * @param hash of the whole key that the client sent
   */
  get(hash: string, now: Date): StoredApiKey | undefined {
    const entry = this.#entries.get(hash);
    const age = now.getTime() - (entry?.verifiedAt ?? 0);
    // A clock that was set back proves nothing.
    return entry !== undefined && age >= 0 && age < lifetime ? entry.key : undefined;
  }

  /** @param verify resolves to undefined for a key that is not valid; that is not remembered */
  async verify(
    hash: string,
    now: Date,
    verify: () => Promise<StoredApiKey | undefined>,
  ): Promise<StoredApiKey | undefined> {
    const changes = this.#changes;
    const key = await verify();
    this.#entries.delete(hash);
    // What was read before a revocation must not outlive it.
    if (key !== undefined && changes === this.#changes) this.#add(hash, key, now);
    return key;
  }

  /** After a revocation, when it is committed. */
  clear(): void {
    this.#changes += 1;
    this.#entries.clear();
  }

  #add(hash: string, key: StoredApiKey, now: Date): void {
    this.#entries.set(hash, { key, verifiedAt: now.getTime() });
    if (this.#entries.size <= limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

const ofDatabases = new WeakMap<object, VerifiedKeys>();

/** One for each database, so that a revocation through any of its stores is known to all of them at once. */
export function verifiedKeysOf(database: object): VerifiedKeys {
  const known = ofDatabases.get(database) ?? new VerifiedKeys();
  ofDatabases.set(database, known);
  return known;
}
