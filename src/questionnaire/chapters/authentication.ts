import type { AuthenticationMechanism, AuthenticationSection } from '../../specification/index.ts';
import { defined } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import { wordsOf } from '../access/line.ts';
import { askAccess, describeAccess } from '../access/ask.ts';
import { withoutAccess } from '../access/change.ts';
import type { Ask } from '../ask.ts';
import { askSome, askText, askWhether } from '../asking.ts';
import { restByDefault, takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';

const offered: readonly { readonly value: AuthenticationMechanism; readonly name: string }[] = [
  { value: 'api-key', name: 'by an API key in a header' },
  { value: 'jwt', name: 'by a signed token of another service (JWT)' },
  { value: 'oauth2', name: 'by an access token of an OAuth 2.0 issuer' },
  { value: 'basic', name: 'by a name and a password (Basic)' },
  { value: 'none', name: 'not at all: anyone may do anything' },
];

export const authentication: Chapter = {
  part: 'authentication',
  about: 'who may call it, and what they may do',
  offersRest: true,
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    ask.say(restByDefault);
    const before = mechanismsOf(draft);
    const mechanisms = await askSome(ask, {
      key: 'authentication.mechanisms',
      message: 'How do clients say who they are? Any one is enough',
      help: {
        text: [
          'Tick one way or several; a request needs one of them.',
          '  API key    a secret that "npm run key" makes and the client sends in a header',
          '  JWT        a signed token of an issuer, checked with the key of that issuer',
          '  OAuth 2.0  an access token of an issuer that publishes its keys and addresses',
          '  Basic      a name and a password that "npm run key" makes',
        ],
        example: 'API key for programs of partners, JWT for people who sign in elsewhere',
      },
      choices: offered.map((choice) => ({ ...choice, checked: before.includes(choice.value) })),
      check: (chosen) => {
        if (chosen.length === 0) return 'choose one at least';
        const isAlone = !chosen.includes('none') || chosen.length === 1;
        return isAlone ? undefined : 'none asks for nothing: choose it alone';
      },
    });
    const isUsual = mechanisms.length === 1 && mechanisms[0] === defaults.mechanism;
    const { apiKey, jwt, oauth2, basic, roles, rules, allow } = draft.authentication ?? {};
    const uses = (mechanism: AuthenticationMechanism) => mechanisms.includes(mechanism);
    const answered = withSection(
      draft,
      'authentication',
      defined({
        mechanisms: isUsual ? undefined : mechanisms,
        apiKey: uses('api-key') ? apiKey : undefined,
        jwt: uses('jwt') ? jwt : undefined,
        oauth2: uses('oauth2') ? oauth2 : undefined,
        basic: uses('basic') ? basic : undefined,
        roles,
        rules,
        allow,
      }),
    );
    if (mechanisms.includes('none')) return withoutAccess(answered);
    return askAccess(ask, await askSettings(ask, answered, mechanisms));
  },
  understood,
};

async function askSettings(
  ask: Ask,
  draft: Draft,
  mechanisms: readonly AuthenticationMechanism[],
): Promise<Draft> {
  let answered = draft;
  if (mechanisms.includes('api-key')) answered = await askHeader(ask, answered);
  if (mechanisms.includes('jwt')) answered = await askTokens(ask, answered, 'jwt', 'JWT');
  if (mechanisms.includes('oauth2')) {
    answered = await askTokens(ask, answered, 'oauth2', 'OAuth 2.0');
    answered = await askIntrospection(ask, await askScopes(ask, answered));
  }
  return answered;
}

async function askHeader(ask: Ask, draft: Draft): Promise<Draft> {
  const header = await askText(ask, {
    key: 'authentication.apiKey.header',
    message: 'Header that carries the key',
    help: {
      text: 'Clients send the key in this header field. Authorization is taken by the other ways.',
      example: ['X-API-Key', 'X-Desk-Key'],
    },
    default: headerOf(draft),
    check: (typed) => problemOf(draft, withHeader(draft, typed)),
  });
  return withHeader(draft, header);
}

async function askTokens(
  ask: Ask,
  draft: Draft,
  mechanism: 'jwt' | 'oauth2',
  title: string,
): Promise<Draft> {
  const known = draft.authentication?.[mechanism];
  const audience = known?.audience ?? (draft.service.name || 'service');
  const withIssuer = (issuer: string) => withTokens(draft, mechanism, { issuer, audience });
  const issuer = await askText(ask, {
    key: `authentication.${mechanism}.issuer`,
    message: `${title}: who makes the tokens (address of the issuer)`,
    help: {
      text: `What tokens have in "iss", letter by letter. ${mechanism === 'jwt' ? 'JWT' : 'OAUTH2'}_ISSUER in the environment replaces it.`,
      example: 'https://id.acme.example',
    },
    default: known?.issuer,
    check: (typed) => problemOf(draft, withIssuer(typed)),
  });
  const typed = await askText(ask, {
    key: `authentication.${mechanism}.audience`,
    message: `${title}: what tokens for this service say that they are for`,
    help: {
      text: 'What tokens for this service have in "aud", the audience. Tokens for other services are refused.',
      example: 'order-desk',
    },
    default: audience,
    check: (text) => problemOf(draft, withTokens(draft, mechanism, { issuer, audience: text })),
  });
  return withTokens(draft, mechanism, { issuer, audience: typed });
}

async function askScopes(ask: Ask, draft: Draft): Promise<Draft> {
  const { oauth2 } = draft.authentication ?? {};
  if (oauth2 === undefined) return draft;
  const { scopes: present, ...others } = oauth2;
  const withThese = (typed: string): Draft => {
    const scopes = wordsOf(typed);
    const changed = scopes.length === 0 ? others : { ...others, scopes };
    return withSection(draft, 'authentication', { ...draft.authentication, oauth2: changed });
  };
  const typed = await askText(ask, {
    key: 'authentication.oauth2.scopes',
    message: 'OAuth 2.0: scopes that clients may ask for (empty: none)',
    help: {
      text: 'Names of what a token lets a client do, separated by spaces. The issuer hands them out; a grant names one as scope:NAME.',
      example: 'orders:read orders:write',
    },
    default: present?.join(' '),
    check: (text) => problemOf(draft, withThese(text)),
  });
  return withThese(typed);
}

async function askIntrospection(ask: Ask, draft: Draft): Promise<Draft> {
  const { oauth2 } = draft.authentication ?? {};
  if (oauth2 === undefined) return draft;
  const introspection = await askWhether(ask, {
    key: 'authentication.oauth2.introspection',
    message: 'Are there tokens that only the issuer can read?',
    help: {
      text: 'With yes the service asks the issuer about each token that it cannot read (introspection, RFC 7662). With no it accepts signed tokens alone.',
      example: 'y',
    },
    default: oauth2.introspection ?? false,
  });
  const { introspection: _, ...others } = oauth2;
  const changed = introspection ? { ...others, introspection } : others;
  return withSection(draft, 'authentication', { ...draft.authentication, oauth2: changed });
}

function withTokens(
  draft: Draft,
  mechanism: 'jwt' | 'oauth2',
  settings: { readonly issuer: string; readonly audience: string },
): Draft {
  const section: AuthenticationSection = {
    ...draft.authentication,
    [mechanism]: { ...draft.authentication?.[mechanism], ...settings },
  };
  return withSection(draft, 'authentication', section);
}

function withHeader(draft: Draft, header: string): Draft {
  const { apiKey: _, ...others } = draft.authentication ?? {};
  const section: AuthenticationSection =
    header === defaults.apiKeyHeader ? others : { ...others, apiKey: { header } };
  return withSection(draft, 'authentication', section);
}

function mechanismsOf({ authentication }: Draft): readonly AuthenticationMechanism[] {
  return authentication?.mechanisms ?? [defaults.mechanism];
}

function headerOf({ authentication }: Draft): string {
  return authentication?.apiKey?.header ?? defaults.apiKeyHeader;
}

function understood(draft: Draft): string {
  const { jwt, oauth2 } = draft.authentication ?? {};
  const words: Record<AuthenticationMechanism, string> = {
    'api-key': `an API key in the header ${printable(headerOf(draft))}`,
    jwt: `a token of ${printable(jwt?.issuer ?? 'an issuer')}`,
    oauth2: `OAuth 2.0 with ${printable(oauth2?.issuer ?? 'an issuer')}`,
    basic: 'a name and a password',
    none: 'none: anyone may do anything',
  };
  const known = mechanismsOf(draft)
    .map((mechanism) => words[mechanism])
    .join(', or ');
  const access = describeAccess(draft);
  return access === '' ? known : `${known}; ${access}`;
}
