import { defaults } from './defaults.ts';
import { access } from './access.ts';
import { closed, distinct, oneOf, text } from './building.ts';
import { claimName, headerName, oneLine, scopeName, webAddress } from './forms.ts';
import { Type } from './type.ts';

export const mechanisms = ['api-key', 'jwt', 'oauth2', 'basic', 'none'] as const;
export type AuthenticationMechanism = (typeof mechanisms)[number];

/** RFC 7518, section 3.1, and RFC 8037, as far as they sign with a key that others verify with its public half. */
export const signatures = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** RFC 7518, section 3.2: who can verify can sign as well. */
export const sharedSecrets = ['HS256', 'HS384', 'HS512'] as const;

const issuer = text(
  500,
  {
    description:
      'Who makes the tokens: the address that they have in "iss", compared letter by letter. OAUTH2_ISSUER or JWT_ISSUER in the environment replaces it.',
    examples: ['https://id.acme.example'],
  },
  webAddress,
);
const audience = text(
  500,
  {
    description: 'What tokens for this service have in "aud".',
    examples: ['order-desk'],
  },
  oneLine,
);
const rolesClaim = Type.Optional(
  text(
    200,
    {
      description:
        'The claim that lists the roles of the caller. Left out: "roles" where the section names roles.',
      examples: ['roles'],
    },
    claimName,
  ),
);
const algorithms = <const T extends string>(words: readonly T[]) =>
  Type.Optional(
    distinct(
      oneOf(words, { description: 'An algorithm of signatures (RFC 7518, section 3.1).' }),
      { minItems: 1, maxItems: words.length },
      {
        description: 'Algorithms of signatures that are accepted, whatever a token says.',
        default: [...defaults.algorithms],
      },
    ),
  );

export const authentication = closed(
  {
    mechanisms: Type.Optional(
      distinct(
        oneOf(mechanisms, {
          description:
            'api-key: clients send a key in a header. jwt: a signed access token. oauth2: an access token of an OAuth 2.0 issuer. basic: a name and a password. none: anyone may do anything.',
        }),
        { minItems: 1, maxItems: mechanisms.length },
        {
          default: [defaults.mechanism],
          description:
            'How clients say who they are; any one of several is enough. Rules about "sub" and "client_id" compare the names of the first one as they are.',
        },
      ),
    ),
    apiKey: Type.Optional(
      closed(
        {
          header: Type.Optional(
            text(
              64,
              { description: 'The header that carries the key.', default: defaults.apiKeyHeader },
              headerName,
            ),
          ),
        },
        { description: 'Settings of the mechanism api-key.' },
      ),
    ),
    jwt: Type.Optional(
      closed(
        { issuer, audience, algorithms: algorithms([...signatures, ...sharedSecrets]), rolesClaim },
        {
          description:
            'Settings of the mechanism jwt: access tokens (RFC 9068) that are verified with the key in JWT_KEY, or with the published keys of the issuer.',
        },
      ),
    ),
    oauth2: Type.Optional(
      closed(
        {
          issuer,
          audience,
          algorithms: algorithms(signatures),
          scopes: Type.Optional(
            distinct(
              text(100, { description: 'A scope (RFC 6749, section 3.3).' }, scopeName),
              { minItems: 1, maxItems: 100 },
              { description: 'Scopes that clients may ask the issuer for.', default: [] },
            ),
          ),
          introspection: Type.Optional(
            Type.Boolean({
              description:
                'Whether tokens without a readable content are accepted; the issuer is asked about each (RFC 7662).',
              default: false,
            }),
          ),
          rolesClaim,
        },
        { description: 'Settings of the mechanism oauth2: access tokens of an issuer.' },
      ),
    ),
    basic: Type.Optional(
      closed(
        {
          realm: Type.Optional(
            text(
              100,
              { description: 'What people are asked a password for; by default the vendor.' },
              oneLine,
            ),
          ),
        },
        { description: 'Settings of the mechanism basic.' },
      ),
    ),
    ...access,
  },
  { description: 'Who may call the service, and what they may do.' },
);
