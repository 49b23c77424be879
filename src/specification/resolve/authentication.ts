import { defined } from '../plain.ts';
import type { ResolvedAuthentication, ResolvedTokens } from '../resolved.ts';
import type { AuthenticationSection } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { resolveAllow, scopesIn, type Known } from './access.ts';

/**
 * @param vendor names the realm where nothing else does
 * @param known what there is to be allowed
 */
export function resolveAuthentication(
  section: AuthenticationSection = {},
  vendor: string,
  known: Known,
): ResolvedAuthentication {
  const { mechanisms = [defaults.mechanism], apiKey, jwt, oauth2, basic } = section;
  const { roles = [], rules = [], allow } = section;
  const uses = (mechanism: (typeof mechanisms)[number]) => mechanisms.includes(mechanism);
  return {
    mechanisms,
    roles,
    rules: rules.map(({ unless = [], ...rule }) => ({ ...rule, unless })),
    apiKey: { header: apiKey?.header ?? defaults.apiKeyHeader },
    ...defined({
      allow: allow === undefined ? undefined : resolveAllow(allow, known),
      jwt: uses('jwt') && jwt !== undefined ? tokens(jwt, roles) : undefined,
      oauth2:
        uses('oauth2') && oauth2 !== undefined
          ? {
              ...tokens(oauth2, roles),
              scopes: [...new Set([...(oauth2.scopes ?? []), ...scopesIn(section, known)])],
              introspection: oauth2.introspection ?? false,
            }
          : undefined,
      basic: uses('basic') ? { realm: basic?.realm ?? vendor } : undefined,
    }),
  };
}

function tokens(
  settings: NonNullable<AuthenticationSection['jwt']>,
  roles: readonly string[],
): ResolvedTokens {
  const { issuer, audience, algorithms = [...defaults.algorithms] } = settings;
  const rolesClaim = settings.rolesClaim ?? (roles.length > 0 ? defaults.rolesClaim : undefined);
  return { issuer, audience, algorithms, ...defined({ rolesClaim }) };
}
