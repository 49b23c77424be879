import type { ServiceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import type { ResolvedAttributeRule, ResolvedSpecification } from '../../specification/resolved.ts';

/** Of a grant that is a scope. */
const prefix = 'scope:';

/** What whoever makes a credential can give: what would mean nothing to the service cannot be given. */
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

function grantable({ specification }: ServiceModel): Grantable {
  const { roles, rules } = specification.authentication;
  const claims = new Map<string, Set<string>>();
  for (const rule of rules) {
    // A caller has them by being who it is.
    if (rule.claim === 'sub' || rule.claim === 'client_id') continue;
    const values = claims.get(rule.claim) ?? new Set();
    for (const value of valuesOf(specification, rule)) values.add(value);
    claims.set(rule.claim, values);
  }
  return {
    roles,
    scopes: scopesIn(specification),
    claims: Object.fromEntries([...claims].map(([name, values]) => [name, [...values]])),
  };
}

/** All values that there can be, or those that there are examples of. */
function valuesOf(
  { resources }: ResolvedSpecification,
  { resource, field: name }: ResolvedAttributeRule,
): string[] {
  const { fields = {}, examples = [] } = resources[resource] ?? {};
  const field = fields[name];
  if (field === undefined) return [];
  if (field.type === 'enum') return [...field.values];
  if (field.type === 'boolean') return ['true', 'false'];
  const written = examples.map((row) => row[name]).filter((value) => value !== undefined);
  return (written.length > 0 ? written : [sampleOf(field, 0, name)]).map(String);
}

/** Those that tokens may have, and all that anything is allowed for. */
function scopesIn({ authentication, resources }: ResolvedSpecification): string[] {
  const { oauth2, allow = {}, rules } = authentication;
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  const grants = [
    ...Object.values(allow).flatMap((verbs) => Object.values(verbs)),
    ...rules.map(({ unless }) => unless),
    ...fields.flatMap(({ readableBy = [], writableBy = [] }) => [readableBy, writableBy]),
  ].flat();
  const named = grants.filter((grant) => grant.startsWith(prefix));
  return [
    ...new Set([...(oauth2?.scopes ?? []), ...named.map((grant) => grant.slice(prefix.length))]),
  ];
}
