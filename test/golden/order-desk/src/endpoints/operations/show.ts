import type { SystemMembers } from '../../resources/members.ts';
import type { ResourceEndpoints } from './resource.ts';

/** A stored resource as clients see it: without the members that they only write. */
export function show<Draft extends object, Tables>(
  { schemas: { writeOnly } }: ResourceEndpoints<Draft, Tables>,
  stored: Draft & SystemMembers,
): object {
  if (writeOnly.length === 0) return stored;
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !writeOnly.includes(name)));
}
