import type { ServiceModel } from '../../model/model.ts';
import * as features from '../features.ts';

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
    hasGrants: roles.length > 0 || scopes.length > 0 || claimNames.length > 0,
  };
}

interface Grantable {
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** Each that a rule asks for, with the values that there are for development. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

function grantable(model: ServiceModel): Grantable {
  const { oauth2 } = model.specification.authentication;
  return {
    roles: [],
    scopes: features.hasCredentials(model) ? (oauth2?.scopes ?? []) : [],
    claims: {},
  };
}
