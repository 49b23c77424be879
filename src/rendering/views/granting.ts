import type { ServiceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import { scopesIn } from '../../specification/resolve/access.ts';
import type { ResolvedAttributeRule, ResolvedSpecification } from '../../specification/resolved.ts';
import { isNameClaim } from '../../specification/values/client-names.ts';
import { withFormerRules } from '../former-rules.ts';
import { claimedValues, decidingField } from './claim-samples.ts';

/** The grants that an operator can give a credential: only those that mean something to the service. */
export function grantingView(model: ServiceModel) {
  const { roles, scopes, claims } = grantable(model);
  const claimNames = Object.keys(claims);
  return {
    roles,
    hasRoles: roles.length > 0,
    firstRole: roles[0] ?? '',
    claimNames,
    hasClaims: claimNames.length > 0,
    firstClaim: claimNames[0] ?? '',
    everything: { roles, scopes, claims },
    hasEverything: roles.length > 0 || scopes.length > 0 || claimNames.length > 0,
  };
}

interface Grantable {
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Each that a rule asks for, with the values that there are for development. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

function grantable(model: ServiceModel): Grantable {
  const specification = withFormerRules(model);
  const { roles, rules, oauth2 } = specification.authentication;
  const claims = new Map<string, Set<string>>();
  for (const rule of rules) {
    // A caller has them by being who it is.
    if (isNameClaim(rule.claim)) continue;
    const values = claims.get(rule.claim) ?? new Set();
    for (const value of valuesOf(specification, rule)) values.add(value);
    // The value that tests of an older version send is one of them, too.
    const isFormer = !Object.hasOwn(model.specification.resources, rule.resource);
    const own = claimedValues(specification, rule.resource).get(rule.field);
    if (isFormer && own !== undefined) values.add(String(own));
    claims.set(rule.claim, values);
  }
  return {
    roles,
    // Those that tokens may have, and all that anything is allowed for.
    scopes: [
      ...new Set([
        ...(oauth2?.scopes ?? []),
        ...scopesIn(specification.authentication, model.specification),
      ]),
    ],
    claims: Object.fromEntries([...claims].map(([name, values]) => [name, [...values]])),
  };
}

/** All values that there can be, or those that there are examples of. */
function valuesOf(specification: ResolvedSpecification, rule: ResolvedAttributeRule): string[] {
  const { field, written } = decidingField(specification, rule);
  if (field === undefined) return [];
  if (field.type === 'enum') return [...field.values];
  if (field.type === 'boolean') return ['true', 'false'];
  return (written.length > 0 ? written : [sampleOf(field, 0, rule.field)]).map(String);
}
