import type { ResolvedAttributeRule, ResolvedSpecification } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareNamed, compareSets } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import type { Part } from './part.ts';

const rows = {
  A10: row('role required / removed from the allow-list', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests of callers without another of the grants are refused with 403.',
  }),
  A13: row('role added to the allow-list, or no longer required', 'non-breaking', 'n/a', {
    trend: 'looser',
  }),
  A16: row('attribute rule (ABAC) tightened', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Rows do not exist any more for some callers.',
  }),
  A19: row('attribute rule (ABAC) loosened', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    trend: 'looser',
    harm: 'Callers see rows that were kept from them.',
  }),
  // Clients of the older version leave it to their claims as before, and set no other value than these say.
  A28: row('a required field that a claim said has to be sent', 'breaking', 'n/a', {
    lens: 'automatic',
    trend: 'tighter',
    harm: 'Requests that leave it to the claim are refused.',
  }),
  A29: row(
    'a required field that a claim said has to be sent, of callers without claims',
    'breaking',
    'n/a',
    {
      lens: 'not-bridgeable',
      trend: 'tighter',
      harm: 'No caller is known any more, so requests that leave it to the claim are refused.',
    },
  ),
  A27: harmless('roles of the service changed'),
} as const;
const found = finding(rows);

type Verbs = Readonly<Record<string, readonly string[]>>;

/** Operations that are in both; where nothing says so, every authenticated caller may do everything. */
function compareAllow(was: ResolvedSpecification, is: ResolvedSpecification): Found[] {
  const [before, after] = [was.authentication.allow, is.authentication.allow];
  const place = 'authentication.allow';
  if (before !== undefined && after !== undefined) {
    return compareNamed<Verbs>(place, before, after, {
      kept: (path, one, other) =>
        compareNamed(path, one, other, {
          kept: (at, grants, others) =>
            compareSets(at, grants, others, {
              added: (where, grant) => [found('A13', where, undefined, grant)],
              removed: (where, grant) => [found('A10', where, grant)],
            }),
        }),
    });
  }
  const [id, all, other] =
    before === undefined ? (['A10', after, was] as const) : (['A13', before, is] as const);
  return compareNamed<Verbs>(place, {}, all ?? {}, {
    added: (path, verbs, resource) =>
      own(other.resources, resource) === undefined
        ? []
        : Object.entries(verbs).map(([verb, grants]) =>
            id === 'A10'
              ? found(id, `${path}.${verb}`, undefined, grants)
              : found(id, `${path}.${verb}`, grants),
          ),
  });
}

/** Whether a client that makes a row has to send now what a claim said: nothing else says it any more. */
function hasToBeSent(
  { authentication, endpoints, resources }: ResolvedSpecification,
  { resource, field }: ResolvedAttributeRule,
): boolean {
  const now = own(own(resources, resource)?.fields ?? {}, field);
  const isNeeded = now !== undefined && now.required && !now.readOnly && now.default === undefined;
  const isMade = own(endpoints, resource)?.methods.includes('create') === true;
  const isClaimed = authentication.rules.some(
    (rule) => rule.resource === resource && rule.field === field,
  );
  return isNeeded && isMade && !isClaimed;
}

function hasClaims({ authentication }: ResolvedSpecification): boolean {
  return !authentication.mechanisms.includes('none');
}

/** Rules of resources that are in both, by what they are about. */
function compareRules(was: ResolvedSpecification, is: ResolvedSpecification): Found[] {
  const isInBoth = ({ resource }: ResolvedAttributeRule) =>
    own(was.resources, resource) !== undefined && own(is.resources, resource) !== undefined;
  const byName = ({ authentication: { rules } }: ResolvedSpecification) =>
    Object.fromEntries(
      rules.filter(isInBoth).map((rule) => [`${rule.resource}.${rule.field}.${rule.claim}`, rule]),
    );
  return compareNamed('authentication.rules', byName(was), byName(is), {
    added: (at, { unless }) => [found('A16', at, undefined, unless)],
    removed: (at, rule) => [
      found('A19', at, rule.unless),
      ...(hasToBeSent(is, rule) ? [found(hasClaims(is) ? 'A28' : 'A29', at, rule.unless)] : []),
    ],
    kept: (at, before, after) =>
      compareSets(`${at}.unless`, before.unless, after.unless, {
        added: (where, grant) => [found('A19', where, undefined, grant)],
        removed: (where, grant) => [found('A16', where, grant)],
      }),
  });
}

/** What callers may do, and which rows exist for them. */
export const authorization: Part = {
  title: 'Authorization',
  rows,
  compare: (was, is) => [
    ...compareAllow(was, is),
    ...compareRules(was, is),
    ...compareSets('authentication.roles', was.authentication.roles, is.authentication.roles, {
      added: (at, role) => [found('A27', at, undefined, role)],
      removed: (at, role) => [found('A27', at, role)],
    }),
  ],
  keys: {
    'authentication.allow': ['A10', 'A13'],
    'authentication.rules': ['A16', 'A19', 'A28', 'A29'],
    'authentication.rules[].resource': ['A16', 'A19', 'A28', 'A29'],
    'authentication.rules[].field': ['A16', 'A19', 'A28', 'A29'],
    'authentication.rules[].claim': ['A16', 'A19', 'A28', 'A29'],
    'authentication.rules[].unless': ['A16', 'A19'],
    'authentication.roles': ['A27'],
  },
};
