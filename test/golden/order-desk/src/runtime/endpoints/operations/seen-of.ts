import type { Caller } from '../../authentication/caller.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { shown } from '../resource-answer.ts';
import type { ResourceEndpoints } from './resource.ts';

/** A stored resource as a client sees it: a patch could copy what it cannot see to where it can. */
export function seenOf<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  stored: SystemMembers & object,
  caller: Caller,
): Readonly<Record<string, unknown>> {
  const seen = { ...shown(resource, stored) };
  const hidden = resource.memberAccess?.hiddenFrom(caller) ?? [];
  for (const name of hidden) Reflect.deleteProperty(seen, name);
  return seen;
}
