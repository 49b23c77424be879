// {{#if hasRestricted}}
import type { Principal } from '../../authentication/grants.ts';
import { hiddenFrom } from '../../resources/restrictions.ts';
// {{/if}}
import type { SystemMembers } from '../../resources/members.ts';
import { shown } from '../resource-answer.ts';
import type { ResourceDescription } from '../resource-description.ts';

/** A stored resource as a client sees it: a patch could copy what it cannot see to where it can. */
export function seenOf(
  resource: ResourceDescription,
  stored: SystemMembers & object,
  // {{#if hasRestricted}}
  caller: Principal,
  // {{/if}}
): Readonly<Record<string, unknown>> {
  // {{#if hasRestricted}}
  const seen = { ...shown(resource, stored) };
  for (const name of hiddenFrom(resource.schemas, caller)) Reflect.deleteProperty(seen, name);
  return seen;
  // {{else}}
  // return shown(resource, stored);
  // {{/if}}
}
