import type { CryptoKey, JWSHeaderParameters } from 'jose';

/**
 * Finds the key that a token names.
 *
 * @throws JWKSNoMatchingKey where there is none
 * @throws {Problem} 503 where the service cannot find out
 */
export type KeySource = (header: JWSHeaderParameters, now: Date) => Promise<CryptoKey | Uint8Array>;
