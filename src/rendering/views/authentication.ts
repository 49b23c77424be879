import type { ServiceModel } from '../../model/model.ts';
import type { ResolvedTokens } from '../../specification/index.ts';
import { identifier, literal } from '../code.ts';
import * as features from '../features.ts';
import { withFormerRules } from '../former-rules.ts';
import { grantingView } from './granting.ts';

const absent: ResolvedTokens = { issuer: '', audience: '', algorithms: [] };

const tokens: ReadonlySet<string> = new Set(['jwt', 'oauth2']);

/** Who may call the service, and how they prove it. */
export function authenticationView(model: ServiceModel) {
  const { mechanisms, jwt, oauth2, basic } = model.specification.authentication;
  const { rules } = withFormerRules(model).authentication;
  const apiKeyHeader = model.apiKeyHeader ?? '';
  return {
    apiKeyHeader,
    apiKeyHeaderKey: apiKeyHeader.toLowerCase(),
    hasApiKeys: features.hasApiKeys(model),
    hasJwt: features.hasJwt(model),
    hasOauth2: features.hasOauth2(model),
    hasBasic: features.hasBasic(model),
    hasTokens: features.hasTokens(model),
    hasIntrospection: features.hasIntrospection(model),
    hasSharedSecret: features.hasSharedSecret(model),
    asksIssuers: features.asksIssuers(model),
    hasCredentials: features.hasCredentials(model),
    hasAuthentication: features.hasAuthentication(model),
    ...grantingView(model),
    // Where the issuer is not asked for roles, a token has none.
    hasTokenRoles:
      features.hasJwt(model) && grantingView(model).hasRoles && jwt?.rolesClaim !== undefined,
    // jwt and oauth2 are one scheme of HTTP, and stand where the first of them does.
    mechanisms: [...new Set(mechanisms.map((name) => (tokens.has(name) ? 'bearer' : name)))].map(
      (name) => ({
        isApiKey: name === 'api-key',
        isBearer: name === 'bearer',
        isBasic: name === 'basic',
      }),
    ),
    credentialVariables: [
      ...(features.hasApiKeys(model) ? ['API_KEY'] : []),
      ...(features.hasTokens(model) ? ['ACCESS_TOKEN'] : []),
      ...(features.hasBasic(model) ? ['BASIC_CREDENTIALS'] : []),
    ],
    secretNames: [
      'DATABASE_URL',
      'REDIS_URL',
      'TLS_KEY_PASSPHRASE',
      ...(features.hasSealed(model) ? ['SEALING_KEY'] : []),
      ...(features.hasJwt(model) ? ['JWT_KEY'] : []),
      ...(features.hasIntrospection(model) ? ['OAUTH2_CLIENT_SECRET'] : []),
      // Its address may carry a password.
      ...(features.hasNats(model) ? ['NATS_URL'] : []),
      ...(features.hasKafka(model) ? ['KAFKA_PASSWORD'] : []),
    ],
    jwtAsksIssuer: features.hasJwt(model) && !features.hasSharedSecret(model),
    tokenMechanisms: mechanisms.filter((name) => tokens.has(name)),
    firstTokenMechanism: mechanisms.find((name) => tokens.has(name)) ?? '',
    schemes: schemes(model),
    primaryMechanism: features.primaryMechanism(model),
    otherMechanisms: mechanisms.slice(1),
    // Whether tests of rules send more than the usual credential.
    sendsOtherCredentials:
      features.hasTokens(model) || (features.comparesNames(model) && mechanisms.length > 1),
    comparesNames: features.comparesNames(model),
    // A token by which a client acts for itself has no person as its subject.
    tellsSubjectsApart: features.hasTokens(model) && rules.some(({ claim }) => claim === 'sub'),
    mechanismNames: mechanisms.filter((name) => name !== 'none'),
    credentialHeaders: [
      ...(features.hasApiKeys(model) ? [apiKeyHeader] : []),
      ...(features.hasTokens(model) || features.hasBasic(model) ? ['Authorization'] : []),
    ],
    jwt: tokensView(jwt),
    oauth2: { ...tokensView(oauth2), scopes: oauth2?.scopes ?? [] },
    // Passwords have a realm of their own.
    isRealmVendor: features.hasApiKeys(model) || features.hasTokens(model),
    basicRealm: basic?.realm ?? '',
  };
}

/** What the OpenAPI document has to say of them, for tests. */
function schemes({ specification, apiKeyHeader = '' }: ServiceModel) {
  const { mechanisms } = specification.authentication;
  const definitions: Readonly<Record<string, readonly [name: string, definition: object]>> = {
    'api-key': ['apiKey', { type: 'apiKey', in: 'header', name: apiKeyHeader }],
    jwt: ['jwt', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }],
    oauth2: ['oauth2', { type: 'openIdConnect' }],
    basic: ['basic', { type: 'http', scheme: 'basic' }],
  };
  return mechanisms.flatMap((mechanism) => {
    const [name = '', definition = {}] = definitions[mechanism] ?? [];
    return name === '' ? [] : [{ name: identifier(name), definition: literal(definition) }];
  });
}

function tokensView({ issuer, audience, algorithms, rolesClaim = '' }: ResolvedTokens = absent) {
  // Keys of some kinds are made in no time.
  const quick = algorithms.find((name) => /^(ES|Ed|HS)/.test(name));
  const testAlgorithm = quick ?? algorithms[0] ?? '';
  return { issuer, audience, algorithms, rolesClaim, testAlgorithm };
}
