import type { ResolvedSpecification, ResolvedTokens } from '../../../specification/index.ts';
import type { Found } from '../change.ts';
import { compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const refused = 'Requests with credentials of before are refused with 401.';

const rows = {
  A01: row('mechanism of authentication added', 'non-breaking', 'n/a', { trend: 'looser' }),
  A02: row('authentication required where there was none', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests without a credential are refused with 401.',
  }),
  A03: row('mechanism of authentication removed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: refused,
  }),
  A04: row('authentication no longer required', 'edge-case', 'n/a', {
    trend: 'looser',
    harm: 'All callers may do what only known ones could.',
  }),
  A05: row('first mechanism of authentication changed', 'edge-case', 'n/a', {
    lens: 'not-bridgeable',
    harm: 'Clients get other names, by which quotas and repetitions are kept.',
  }),
  A07: row('issuer of tokens changed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    harm: refused,
  }),
  A08: row('audience of tokens changed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    harm: refused,
  }),
  A09: row('algorithm of tokens removed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: refused,
  }),
  A11: row('algorithm of tokens added', 'non-breaking', 'n/a', { trend: 'looser' }),
  A12: row('API-key header name or location changed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: refused,
  }),
  A14: row('scope added', 'non-breaking', 'n/a'),
  A18: row('scope removed', 'breaking', 'n/a', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Clients that ask the issuer for it get no token.',
  }),
  A24: row('claim that holds the roles changed', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    harm: 'Callers lose the roles that their tokens hold.',
  }),
  A25: row('introspection of tokens switched on or off', 'edge-case', 'n/a', {
    lens: 'not-bridgeable',
    harm: 'Tokens that were accepted may be refused, and the other way round.',
  }),
  A26: harmless('realm of authentication changed'),
} as const;
const found = finding(rows);

/** Without a mechanism callers are not asked who they are. */
const asks = ({ authentication }: ResolvedSpecification) =>
  !authentication.mechanisms.includes('none');

function compareMechanisms(was: ResolvedSpecification, is: ResolvedSpecification): Found[] {
  const path = 'authentication.mechanisms';
  const [before, after] = [was.authentication.mechanisms, is.authentication.mechanisms];
  if (!asks(was) || !asks(is)) {
    if (asks(was) === asks(is)) return [];
    return [found(asks(is) ? 'A02' : 'A04', path, before, after)];
  }
  return [
    ...compareSets(path, before, after, {
      added: (at, name) => [found('A01', at, undefined, name)],
      removed: (at, name) => [found('A03', at, name)],
    }),
    ...ifChanged(before[0], after[0], () => found('A05', path, before, after)),
  ];
}

function compareTokens(
  path: string,
  was: ResolvedTokens | undefined,
  is: ResolvedTokens | undefined,
): Found[] {
  if (was === undefined || is === undefined) return [];
  return [
    ...ifChanged(was.issuer, is.issuer, (before, after) =>
      found('A07', `${path}.issuer`, before, after),
    ),
    ...ifChanged(was.audience, is.audience, (before, after) =>
      found('A08', `${path}.audience`, before, after),
    ),
    ...compareSets(`${path}.algorithms`, was.algorithms, is.algorithms, {
      added: (at, name) => [found('A11', at, undefined, name)],
      removed: (at, name) => [found('A09', at, name)],
    }),
    // Without roles no claim holds any.
    ...(was.rolesClaim === undefined || is.rolesClaim === undefined
      ? []
      : ifChanged(was.rolesClaim, is.rolesClaim, (before, after) =>
          found('A24', `${path}.rolesClaim`, before, after),
        )),
  ];
}

function compareOAuth2(
  { authentication: { oauth2: was } }: ResolvedSpecification,
  { authentication: { oauth2: is } }: ResolvedSpecification,
): Found[] {
  if (was === undefined || is === undefined) return [];
  return [
    ...compareSets('authentication.oauth2.scopes', was.scopes, is.scopes, {
      added: (at, name) => [found('A14', at, undefined, name)],
      removed: (at, name) => [found('A18', at, name)],
    }),
    ...ifChanged(was.introspection, is.introspection, (before, after) =>
      found('A25', 'authentication.oauth2.introspection', before, after),
    ),
  ];
}

/** How callers say who they are. */
export const authentication: Part = {
  title: 'Authentication',
  rows,
  compare: (former, present) => {
    const [was, is] = [former.authentication, present.authentication];
    const hasKeys = [was, is].every(({ mechanisms }) => mechanisms.includes('api-key'));
    return [
      ...compareMechanisms(former, present),
      ...(hasKeys
        ? ifChanged(was.apiKey.header.toLowerCase(), is.apiKey.header.toLowerCase(), () =>
            found('A12', 'authentication.apiKey.header', was.apiKey.header, is.apiKey.header),
          )
        : []),
      ...compareTokens('authentication.jwt', was.jwt, is.jwt),
      ...compareTokens('authentication.oauth2', was.oauth2, is.oauth2),
      ...compareOAuth2(former, present),
      ...(was.basic === undefined || is.basic === undefined
        ? []
        : ifChanged(was.basic.realm, is.basic.realm, (before, after) =>
            found('A26', 'authentication.basic.realm', before, after),
          )),
    ];
  },
  keys: {
    authentication: notContract('a group of keys'),
    'authentication.mechanisms': ['A01', 'A02', 'A03', 'A04', 'A05'],
    'authentication.apiKey': notContract('a group of keys'),
    'authentication.apiKey.header': ['A12'],
    'authentication.jwt': notContract('a group of keys'),
    'authentication.jwt.issuer': ['A07'],
    'authentication.jwt.audience': ['A08'],
    'authentication.jwt.algorithms': ['A09', 'A11'],
    'authentication.jwt.rolesClaim': ['A24'],
    'authentication.oauth2': notContract('a group of keys'),
    'authentication.oauth2.issuer': ['A07'],
    'authentication.oauth2.audience': ['A08'],
    'authentication.oauth2.algorithms': ['A09', 'A11'],
    'authentication.oauth2.rolesClaim': ['A24'],
    'authentication.oauth2.scopes': ['A14', 'A18'],
    'authentication.oauth2.introspection': ['A25'],
    'authentication.basic': notContract('a group of keys'),
    'authentication.basic.realm': ['A26'],
  },
};
