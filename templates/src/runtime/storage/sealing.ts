import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * Keeps texts from everybody who reads the database without the key. Where none is configured, the database holds the key
 * itself: a text is then kept only from those who read its table and no other one.
 */
export interface Sealing {
  /** @param owner identifier of the row that keeps it, the only one that it can be opened for */
  seal(text: string, owner: string): string;
  /** @throws {Error} where the text was not sealed for that row and this purpose, or not by this service */
  open(sealed: string, owner: string): string;
  /** The text sealed with the first key; undefined where it is. */
  renew(sealed: string, owner: string): string | undefined;
}

/**
 * @param secrets shared by all replicas: the first one seals, each of them opens
 * @param purpose tells what is sealed from everything else that is: each has a key of its own
 */
export function createSealing(secrets: readonly Buffer[], purpose: string): Sealing {
  const keys = secrets.map((secret) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  );
  const [first] = keys;
  if (first === undefined) throw new TypeError('there is no key to seal with');

  const seal = (text: string, owner: string) => sealWith(first, text, owner);

  /** The text, and the key that it opens with. */
  function opened(
    sealed: string,
    owner: string,
  ): { readonly key: KeyObject; readonly text: string } {
    let failure: unknown;
    for (const key of keys) {
      try {
        return { key, text: openWith(key, sealed, owner) };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return {
    seal,
    open: (sealed, owner) => opened(sealed, owner).text,
    renew(sealed, owner) {
      const { key, text } = opened(sealed, owner);
      return key === first ? undefined : seal(text, owner);
    },
  };
}

function sealWith(key: KeyObject, text: string, owner: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function openWith(key: KeyObject, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const text = decipher.update(bytes.subarray(nonceLength + tagLength));
  return Buffer.concat([text, decipher.final()]).toString();
}
