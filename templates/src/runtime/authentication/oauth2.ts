import { verifyAccessToken, type TokenSettings } from './access-token.ts';
import type { TokenIssuer } from './bearer-mechanism.ts';
import { issuerKeys, issuerMetadata, type IssuerMetadata } from './issuer.ts';

/**
 * Tokens of an OAuth 2.0 issuer, which tells itself where its keys are (RFC 8414).
 *
 * @param introspection asks the issuer about tokens that it alone can read; absent: they are refused
 */
export function oauth2Issuer(
  settings: TokenSettings,
  introspection?: (
    settings: TokenSettings,
    metadata: IssuerMetadata,
  ) => NonNullable<TokenIssuer['introspect']>,
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
    ...(introspection && { introspect: introspection(settings, metadata) }),
  };
}
