import { verifyAccessToken, type TokenSettings } from './access-token.ts';
import type { TokenIssuer } from './bearer-mechanism.ts';
// {{#if hasIntrospection}}
import { introspection, type IssuerClient } from './introspection.ts';
// {{/if}}
import { issuerKeys, issuerMetadata } from './issuer.ts';

/** Tokens of an OAuth 2.0 issuer, which tells itself where its keys are (RFC 8414). */
export function oauth2Issuer(
  settings: TokenSettings,
  // {{#if hasIntrospection}}
  client: IssuerClient | undefined,
  // {{/if}}
): TokenIssuer {
  const { issuer, audience } = settings;
  const metadata = issuerMetadata(issuer);
  const keys = issuerKeys(metadata);
  return {
    name: 'oauth2',
    issuer,
    scheme: {
      name: 'oauth2',
      definition: {
        type: 'openIdConnect',
        openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        description: `An access token of ${issuer} for ${audience}.`,
      },
    },
    verify: (token, now) => verifyAccessToken(token, settings, keys, now),
    // {{#if hasIntrospection}}
    introspect: introspection(settings, metadata, client),
    // {{/if}}
  };
}
