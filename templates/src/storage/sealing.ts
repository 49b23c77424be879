import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Keeps texts from everybody who can read the database and no more. */
export interface Sealing {
  /** @param owner identifier of the row that keeps it, the only one that it can be opened for */
  seal(text: string, owner: string): string;
  /** @throws {Error} where the text was not sealed for that row and this purpose, or not by this service */
  open(sealed: string, owner: string): string;
}

/**
 * @param secret shared by all replicas
 * @param purpose tells what is sealed from everything else that is: each has a key of its own
 */
export function createSealing(secret: Buffer, purpose: string): Sealing {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, nonceLength);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const text = decipher.update(bytes.subarray(nonceLength + tagLength));
      return Buffer.concat([text, decipher.final()]).toString();
    },
  };
}
