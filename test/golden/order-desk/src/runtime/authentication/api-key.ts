import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface ParsedApiKey {
  /** Finds the key; no secret. */
  readonly prefix: string;
  /** SHA-256 of the whole key. It has 256 random bits, so a fast hash is enough. */
  readonly hash: string;
}

/**
 * Makes a key: `<vendor>_live_<prefix>_<secret>_<checksum>`. The checksum tells a mistyped key, and one found in a
 * public place, from any other text without asking the database.
 */
export function makeApiKey(vendor: string): ParsedApiKey & { readonly key: string } {
  const body = `${vendor}_live_${random(12)}_${random(43)}`;
  const key = `${body}_${checksum(body)}`;
  const parsed = parseApiKey(key, vendor);
  if (parsed === undefined) throw new Error('a key that was just made is not one');
  return { key, ...parsed };
}

/** Undefined for whatever cannot be a key of this vendor. */
export function parseApiKey(key: string, vendor: string): ParsedApiKey | undefined {
  const start = `${vendor}_live_`;
  if (!key.startsWith(start)) return undefined;
  const [, prefix, sum] =
    /^([0-9A-Za-z]{12})_[0-9A-Za-z]{43}_([0-9A-Za-z]{6})$/.exec(key.slice(start.length)) ?? [];
  if (prefix === undefined || sum !== checksum(key.slice(0, -7))) return undefined;
  return { prefix, hash: hashOf(key) };
}

/** SHA-256, in hexadecimal digits. */
export function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Characters drawn evenly: bytes that would favour the first ones are drawn again. */
function random(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
