import type { SystemMembers } from '../resources/members.ts';
import type { ResourceContent, Shown } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** A stored resource as clients see it: without the members that they only write. */
export function shown(
  { schemas: { writeOnly } }: ResourceDescription,
  stored: SystemMembers & object,
): Shown {
  if (writeOnly.length === 0) return { ...stored };
  const { id, revision } = stored;
  const entries = Object.entries(stored).filter(([name]) => !writeOnly.includes(name));
  return { ...Object.fromEntries(entries), id, revision };
}

/** A stored resource as the content of an answer. */
export function resourceContent(
  description: ResourceDescription,
  stored: SystemMembers & object,
  path: string,
): ResourceContent {
  return { kind: 'resource', description, resource: shown(description, stored), path };
}
