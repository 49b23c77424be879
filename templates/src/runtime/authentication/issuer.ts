import type { JSONWebKeySet } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';
import { Problem } from '../errors/problem.ts';
import { isSecure, issuerFetch } from './issuer-fetch.ts';
import type { KeySource } from './key-source.ts';
import { issuerUnavailable } from './issuer-unavailable.ts';
import { Renewed } from './renewed.ts';

const minute = 60_000;

/** What an issuer says of itself (RFC 8414), as far as it is known. */
export type IssuerMetadata = Renewed<AuthorizationServer>;

/** @param issuer as it is in the tokens */
export function issuerMetadata(issuer: string): IssuerMetadata {
  return new Renewed(() => discover(new URL(issuer)), {
    fresh: 60 * minute,
    usable: 24 * 60 * minute,
    cooldown: minute,
  });
}

/** RFC 8414, section 3; issuers of OpenID Connect alone have their metadata at another address. */
async function discover(issuer: URL): Promise<AuthorizationServer> {
  const { allowInsecureRequests, customFetch, discoveryRequest, processDiscoveryResponse } =
    await import('oauth4webapi');
  const ask = (algorithm: 'oauth2' | 'oidc') =>
    discoveryRequest(issuer, {
      algorithm,
      [customFetch]: issuerFetch,
      // The fetch itself refuses plain text over a network.
      [allowInsecureRequests]: true,
    });
  const response = await ask('oauth2');
  return processDiscoveryResponse(issuer, response.ok ? response : await ask('oidc'));
}

/**
 * The keys that an issuer publishes. A key that is not known is asked for, but only now and then: a client that makes up
 * names of keys must not make the service ask for each.
 */
export function issuerKeys(metadata: IssuerMetadata): KeySource {
  const sets = new Renewed(
    async (now) => {
      const { jwks_uri: address } = await metadata.get(now);
      if (address === undefined || !isSecure(address)) {
        throw new Error('the issuer names no address of its keys');
      }
      const response = await issuerFetch(address, { headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`the issuer answers ${String(response.status)}`);
      const { createLocalJWKSet } = await import('jose');
      // Whatever it is: the library looks at its form.
      return createLocalJWKSet((await response.json()) as JSONWebKeySet);
    },
    { fresh: 10 * minute, usable: 60 * minute, cooldown: minute / 2 },
  );
  return async (header, now) => {
    const { errors } = await import('jose');
    const isUnknown = (error: unknown) => error instanceof errors.JWKSNoMatchingKey;
    const known = await sets.get(now);
    try {
      return await known(header).catch(async (error: unknown) => {
        if (!isUnknown(error)) throw error;
        return (await sets.renew(now))(header);
      });
    } catch (error) {
      const isOfToken = isUnknown(error) || error instanceof errors.JWKSMultipleMatchingKeys;
      throw isOfToken || error instanceof Problem ? error : issuerUnavailable(error);
    }
  };
}
