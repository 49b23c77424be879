import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { createLocalJWKSet, JWK } from 'jose';
import type { KeySource } from './key-source.ts';

/** Says what is wrong with a key, and never what the key is. */
export class UnfitKey extends Error {}

/**
 * The key that verifies tokens, as it is configured: a shared secret for HS256 and its like; else a public key, as PEM
 * (SPKI), as a JWK or as a set of them (RFC 7517). A private key is taken for its public half.
 *
 * @throws {UnfitKey} where none of the algorithms can verify with it
 */
export function configuredKey(text: string, algorithms: readonly string[]): KeySource {
  return algorithms.some(isShared) ? sharedSecret(text, algorithms) : publicKeys(text, algorithms);
}

export function isShared(algorithm: string): boolean {
  return algorithm.startsWith('HS');
}

/** RFC 7518, section 3.2: a secret is as long as the hash at least. */
function sharedSecret(text: string, algorithms: readonly string[]): KeySource {
  const secret = new TextEncoder().encode(text);
  const least = Math.max(...algorithms.map((algorithm) => Number(algorithm.slice(2)) / 8));
  if (secret.length < least) {
    throw new UnfitKey(
      `has ${String(secret.length)} bytes, and ${algorithms.join(', ')} needs ${String(least)} at least`,
    );
  }
  return () => Promise.resolve(secret);
}

function publicKeys(text: string, algorithms: readonly string[]): KeySource {
  const isJson = text.trimStart().startsWith('{');
  const found = isJson ? keysIn(text) : [{ key: fromPem(text), kid: undefined }];
  const keys: (JWK & { kty: string })[] = found.map(({ key, kid }) => ({
    ...publicJwk(key, algorithms),
    ...(kid === undefined ? {} : { kid }),
  }));
  if (keys.length === 0) throw new UnfitKey('has no key in it');
  // One key alone needs no name.
  const isNamed = keys.length > 1 || keys[0]?.kid !== undefined;
  let set: ReturnType<typeof createLocalJWKSet> | undefined;
  return async ({ kid, ...header }) => {
    set ??= (await import('jose')).createLocalJWKSet({ keys });
    return set({ ...header, ...(isNamed && kid !== undefined ? { kid } : {}) });
  };
}

function keysIn(text: string): { readonly key: KeyObject; readonly kid: string | undefined }[] {
  const value = parsed(text);
  const keys = 'keys' in value && Array.isArray(value.keys) ? value.keys : [value];
  return keys.map((key: JsonWebKey) => {
    const { kid } = key;
    return { key: fromJwk(key), kid: typeof kid === 'string' ? kid : undefined };
  });
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    // What the parser says shows a part of the key.
    throw new UnfitKey('is not JSON');
  }
}

function fromJwk(key: JsonWebKey): KeyObject {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    throw new UnfitKey('is no JWK of a public key');
  }
}

function fromPem(text: string): KeyObject {
  try {
    return createPublicKey(text);
  } catch {
    throw new UnfitKey('is no public key: PEM (SPKI), a JWK or a JWK Set');
  }
}

function publicJwk(key: KeyObject, algorithms: readonly string[]): JWK & { kty: string } {
  const { kty = '', ...members } = key.export({ format: 'jwk' });
  const jwk = { ...members, kty };
  if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    throw new UnfitKey('is an RSA key of less than 2048 bits (RFC 7518, section 3.3)');
  }
  if (algorithms.some((algorithm) => fits(algorithm, jwk.kty, jwk.crv))) return jwk;
  throw new UnfitKey(`is a key for none of ${algorithms.join(', ')}`);
}

/** RFC 7518, section 3.1, and RFC 8037, section 3.1. */
export function fits(algorithm: string, kty: string, curve: string | undefined): boolean {
  if (/^[RP]S/.test(algorithm)) return kty === 'RSA';
  if (!algorithm.startsWith('ES')) return kty === 'OKP' && curve === 'Ed25519';
  const curves: Readonly<Record<string, string>> = {
    ES256: 'P-256',
    ES384: 'P-384',
    ES512: 'P-521',
  };
  return kty === 'EC' && curves[algorithm] === curve;
}
