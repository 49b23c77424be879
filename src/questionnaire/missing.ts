import { own } from '../specification/plain.ts';
import type { Draft } from './draft.ts';

/** A resource that is referred to and not there, and the first field that refers to it. */
export interface MissingResource {
  readonly name: string;
  readonly neededBy: string;
}

export function missingResources({ resources }: Draft): MissingResource[] {
  const missing = new Map<string, MissingResource>();
  for (const [resource, { fields }] of Object.entries(resources)) {
    for (const [name, field] of Object.entries(fields)) {
      if (field.type !== 'reference' || own(resources, field.to) !== undefined) continue;
      const neededBy = `${resource}.${name}`;
      if (!missing.has(field.to)) missing.set(field.to, { name: field.to, neededBy });
    }
  }
  return [...missing.values()];
}
