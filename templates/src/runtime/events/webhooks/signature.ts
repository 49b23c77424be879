import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

/** How a message is signed: with a secret that both sides have, or with a key whose public half the receiver has. */
export type Signing = 'hmac-sha256' | 'ed25519';

export const signings = ['hmac-sha256', 'ed25519'] as const satisfies readonly Signing[];

export interface SigningKey {
  /** `whsec_` or `whsk_`, and base64. */
  readonly secret: string;
  /** `whpk_` and base64; for ed25519 alone. */
  readonly publicKey?: string;
}

/** What is signed: the bytes as they are sent, never what a parser made of them. */
export interface Message {
  readonly id: string;
  /** Seconds since 1970, of this attempt: receivers refuse what is older than five minutes. */
  readonly timestamp: number;
  readonly body: string;
}

const prefixes = { symmetric: 'whsec_', private: 'whsk_', public: 'whpk_' } as const;
const secretBytes = 32;

export function makeSigningKey(signing: Signing): SigningKey {
  if (signing === 'hmac-sha256') {
    return { secret: prefixes.symmetric + randomBytes(secretBytes).toString('base64') };
  }
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const seed = Buffer.from(d, 'base64url');
  const publicKey = Buffer.from(x, 'base64url');
  return {
    // The seed and the public key together are what most libraries take for the private key.
    secret: prefixes.private + Buffer.concat([seed, publicKey]).toString('base64'),
    publicKey: prefixes.public + publicKey.toString('base64'),
  };
}

/**
 * Value of `webhook-signature`: one signature for each secret, separated by spaces, so that a receiver that has any of
 * them can verify it.
 */
export function signaturesOf(message: Message, secrets: readonly string[]): string {
  return secrets.map((secret) => signatureOf(message, secret)).join(' ');
}

function signatureOf({ id, timestamp, body }: Message, secret: string): string {
  const signed = Buffer.from(`${id}.${String(timestamp)}.${body}`);
  if (secret.startsWith(prefixes.private)) {
    const key = privateKeyOf(Buffer.from(secret.slice(prefixes.private.length), 'base64'));
    return `v1a,${sign(null, signed, key).toString('base64')}`;
  }
  const key = Buffer.from(secret.slice(prefixes.symmetric.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function privateKeyOf(bytes: Buffer) {
  const d = bytes.subarray(0, 32).toString('base64url');
  const x = bytes.subarray(32).toString('base64url');
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}
