import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync } from 'node:crypto';
import { BoundedMap } from '../storage/bounded-map.ts';
import type { Cursors } from './list-query.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * Cursors that only this service can make and read: the position is encrypted and bound to the list that it was made
 * for, so that none can be guessed, changed, or used with other filters, another order or another version.
 *
 * @param secret shared by all replicas
 */
export function createCursors(secret: Buffer): Cursors {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cursor', 32)));
  const nonceKey = Buffer.from(hkdfSync('sha256', secret, '', 'cursor nonce', 32)).toString('hex');
  // Most lists are read from their beginning, so their second pages begin at the same positions again and again.
  const written = new BoundedMap<string, string>(100);
  // To decrypt one costs a tenth of a page.
  const positions = new BoundedMap<string, readonly unknown[]>(100);

  function encrypted(plain: string, list: string): string {
    // The same position has the same cursor, so that the same page has the same entity tag.
    const digest = hash('sha256', JSON.stringify([nonceKey, plain, list]), 'buffer');
    const nonce = digest.subarray(0, nonceLength);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(list));
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Undefined for what this service has not made for the list. */
  function decrypted(cursor: string, list: string): readonly unknown[] | undefined {
    const bytes = Buffer.from(cursor, 'base64url');
    // A decoder that skips what it does not know would let two texts be one cursor.
    if (bytes.length <= nonceLength + tagLength || bytes.toString('base64url') !== cursor) {
      return undefined;
    }
    const nonce = bytes.subarray(0, nonceLength);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      .setAAD(Buffer.from(list))
      .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    try {
      const text = decipher.update(bytes.subarray(nonceLength + tagLength));
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString()) as unknown[];
    } catch {
      return undefined;
    }
  }

  return {
    write(position, list) {
      const plain = JSON.stringify(position);
      // Both are JSON, in which there is no such character.
      return written.getOrCreate(`${plain}\0${list}`, () => encrypted(plain, list));
    },
    read(cursor, list) {
      // A cursor of base64url has no such character, and any other is none.
      const known = `${cursor}\0${list}`;
      const position = positions.get(known) ?? decrypted(cursor, list);
      if (position !== undefined) positions.getOrCreate(known, () => position);
      return position;
    },
  };
}
