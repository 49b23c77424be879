import type { SystemMembers } from '../../resources/members.ts';
import { shown } from '../resource-answer.ts';
import type { ResourceDescription } from '../resource-description.ts';

/** A stored resource as a client sees it: a patch could copy what it cannot see to where it can. */
export function seenOf(
  resource: ResourceDescription,
  stored: SystemMembers & object,
): Readonly<Record<string, unknown>> {
  return shown(resource, stored);
}
