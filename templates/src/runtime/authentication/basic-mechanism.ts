import type { BasicUsers, StoredBasicUser } from './basic-users.ts';
import type { Caller } from './caller.ts';
import { callerWith, isExpired } from './granted.ts';
import { authorizationOf, quoted, type Mechanism } from './mechanism.ts';
import { hashPassword, isOutdated, nobodysHash } from './password.ts';
import type { VerifiedPasswords } from './verified-passwords.ts';

/** Callers send a name and a password (RFC 7617). */
export function basicMechanism(
  realm: string,
  users: BasicUsers,
  verified: VerifiedPasswords,
): Mechanism {
  return {
    names: ['basic'],
    schemes: [{ name: 'basic', definition: { type: 'http', scheme: 'basic' } }],
    header: 'Authorization',
    tellsErrors: false,
    challenge: () => `Basic realm=${quoted(realm)}, charset="UTF-8"`,
    credentialIn: (headers) => authorizationOf(headers, 'basic'),
    isInQuery: () => false,
    async verify(credential, now) {
      const pair = pairIn(credential);
      if (pair === undefined) return undefined;
      const user = await users.find(pair.name);
      // The same work for an unknown name, so that the response time does not reveal which names exist.
      const hash = user?.hash ?? nobodysHash;
      const isRight = await verified.isPassword(credential, pair.password, hash, now);
      if (user === undefined || !isRight) return undefined;
      if (isExpired(user, now)) return 'unusable';
      if (isOutdated(user.hash)) await users.rehash(user, await hashPassword(pair.password));
      return callerOf(user);
    },
    claimantOf: (credential) => pairIn(credential)?.name.normalize('NFC'),
    async current(name, now) {
      const user = await users.find(name);
      return user === undefined || isExpired(user, now) ? undefined : callerOf(user);
    },
  };
}

/** The name ends at the first colon; the password may have more of them (RFC 7617, section 2). */
function pairIn(credential: string): { name: string; password: string } | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credential)) return undefined;
  const text = utf8In(Buffer.from(credential, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  // Control characters are in neither.
  if (text === undefined || colon === -1 || /\p{Cc}/u.test(text)) return undefined;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

function utf8In(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function callerOf({ name, ...granted }: StoredBasicUser): Caller {
  return callerWith('basic', name, granted);
}
