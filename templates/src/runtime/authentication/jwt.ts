import { verifyAccessToken, type TokenSettings } from './access-token.ts';
import type { TokenIssuer } from './bearer-mechanism.ts';
import type { KeySource } from './key-source.ts';

/** Tokens that are verified with keys alone. */
export function jwtIssuer(settings: TokenSettings, keys: KeySource): TokenIssuer {
  return {
    name: 'jwt',
    issuer: settings.issuer,
    scheme: {
      name: 'jwt',
      definition: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: `An access token (RFC 9068) of ${settings.issuer} for ${settings.audience}.`,
      },
    },
    verify: (token, now) => verifyAccessToken(token, settings, keys, now),
  };
}
