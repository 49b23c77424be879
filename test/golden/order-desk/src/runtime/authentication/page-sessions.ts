import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createSealing, type Sealing } from '../storage/sealing.ts';
import { findKey } from './api-key-mechanism.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { parseApiKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { callerWith, isExpired } from './granted.ts';

/** Seconds. */
export const sessionLifetime = 8 * 60 * 60;

/** Somebody who has signed in to the pages with an API key. */
export interface PageSession {
  readonly id: string;
  readonly expiresAt: Date;
  readonly caller: Caller;
}

/**
 * Sessions of people who look at the pages. The browser keeps all of a session, sealed, so that any replica knows it and
 * clients cannot read or make one; each request looks up the key and its permissions again.
 */
export interface PageSessions {
  /** @returns what the browser keeps; undefined where the text is no key of this service. Whether it is valid is for the caller to ask. */
  start(key: string, now: Date): string | undefined;
  /** Undefined where it is over: by its time, by a sign-out, or because the key is not valid any more. */
  find(sealed: string, now: Date): Promise<PageSession | undefined>;
  end(session: PageSession, now: Date): Promise<void>;
  /** For a form of a page of this session. No two are alike, so that compression tells nothing of them. */
  tokenFor(session: PageSession): string;
  isTokenOf(session: PageSession, token: string): boolean;
}

/** What the browser keeps. */
interface Kept {
  readonly id: string;
  /** The API key: the database has only its hash, which is not enough to make a session. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sealed texts are opened for the place that they were sealed for. */
const cookiePlace = 'cookie';
const formPlace = 'form';

/** @param sealingKeys shared by all replicas: the first one seals, each of them opens */
export function pageSessions(
  sealingKeys: readonly Buffer[],
  vendor: string,
  keys: ApiKeyStore,
  ended: EndedSessions,
): PageSessions {
  const sealing = createSealing(sealingKeys, 'page sessions');
  return {
    start(key, now) {
      if (parseApiKey(key, vendor) === undefined) return undefined;
      const until = now.getTime() + 1000 * sessionLifetime;
      const kept: Kept = { id: randomUUID(), key, until };
      return sealing.seal(JSON.stringify(kept), cookiePlace);
    },
    async find(sealed, now) {
      const text = openedBy(sealing, sealed, cookiePlace);
      if (text === undefined) return undefined;
      const { id, key: sent, until } = JSON.parse(text) as Kept;
      const parsed = parseApiKey(sent, vendor);
      if (until <= now.getTime() || parsed === undefined) return undefined;
      const key = await findKey(keys, parsed);
      if (key === undefined || key.revokedAt !== null || isExpired(key, now)) return undefined;
      if (await ended.has(id)) return undefined;
      return { id, expiresAt: new Date(until), caller: callerWith('api-key', key.name, key) };
    },
    end: ({ id, expiresAt }, now) => ended.add(id, expiresAt, now),
    tokenFor: ({ id }) => sealing.seal(id, formPlace),
    isTokenOf({ id }, token) {
      const opened = Buffer.from(openedBy(sealing, token, formPlace) ?? '');
      const expected = Buffer.from(id);
      return opened.length === expected.length && timingSafeEqual(opened, expected);
    },
  };
}

/** Undefined for whatever this service did not seal for that place. */
function openedBy(sealing: Sealing, sealed: string, place: string): string | undefined {
  try {
    return sealing.open(sealed, place);
  } catch {
    return undefined;
  }
}
