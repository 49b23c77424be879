import type { SystemMembers } from '../resources/members.ts';
import type { ResourceContent, Shown } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** A stored resource as clients see it: without the members that they only write. */
export function shown(
  { schemas: { writeOnly } }: ResourceDescription,
  stored: SystemMembers & object,
): Shown {
  if (!writeOnly.some((name) => name in stored)) return stored as Shown;
  const { id, revision } = stored;
  const members: Record<string, unknown> = {};
  // A loop: a list shows many of them, and it costs a fraction of Object.fromEntries.
  for (const [name, value] of Object.entries(stored)) {
    if (!writeOnly.includes(name)) members[name] = value;
  }
  return Object.assign(members, { id, revision });
}

/** A stored resource as the content of an answer. */
export function resourceContent(
  description: ResourceDescription,
  stored: SystemMembers & object,
  path: string,
): ResourceContent {
  const resource = shown(description, stored);
  const content = { kind: 'resource', description, resource, path } as const;
  return description.customOperationsNow === undefined
    ? content
    : { ...content, customOperations: () => description.customOperationsNow?.(stored) ?? [] };
}
