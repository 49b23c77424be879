import { defined } from '../plain.ts';
import type { ResolvedAuthentication, ResolvedTokens } from '../resolved.ts';
import type { AuthenticationSection } from '../schema.ts';
import { standards } from '../schema/standards.ts';

/** @param vendor names the realm where nothing else does */
export function resolveAuthentication(
  section: AuthenticationSection | undefined,
  vendor: string,
): ResolvedAuthentication {
  const { mechanisms = [standards.mechanism], apiKey, jwt, oauth2, basic } = section ?? {};
  const uses = (mechanism: (typeof mechanisms)[number]) => mechanisms.includes(mechanism);
  return {
    mechanisms,
    apiKey: { header: apiKey?.header ?? standards.apiKeyHeader },
    ...defined({
      jwt: uses('jwt') && jwt !== undefined ? tokens(jwt) : undefined,
      oauth2:
        uses('oauth2') && oauth2 !== undefined
          ? {
              ...tokens(oauth2),
              scopes: oauth2.scopes ?? [],
              introspection: oauth2.introspection ?? false,
            }
          : undefined,
      basic: uses('basic') ? { realm: basic?.realm ?? vendor } : undefined,
    }),
  };
}

function tokens({
  issuer,
  audience,
  algorithms = [...standards.algorithms],
  rolesClaim,
}: NonNullable<AuthenticationSection['jwt']>): ResolvedTokens {
  return { issuer, audience, algorithms, ...defined({ rolesClaim }) };
}
