import type { ComposedVersion } from '../../evolution/compose/chain.ts';
import { own } from '../../specification/plain.ts';

/** What live older versions still show of what the newest one no longer has. */
export interface Shown {
  /** @param resource its name in the newest version */
  field(resource: string, field: string): boolean;
  resource(name: string): boolean;
}

/** @param older versions that are not contracted */
export function shownBy(older: readonly ComposedVersion[]): Shown {
  return {
    field: (resource, field) => older.some((version) => showsField(version, resource, field)),
    resource: (name) =>
      older.some(({ specification }) => Object.hasOwn(specification.resources, name)),
  };
}

function showsField({ specification, steps }: ComposedVersion, resource: string, field: string) {
  let name = resource;
  const names = new Set([field]);
  for (const { resources } of steps.toReversed()) {
    const link = resources.find(({ newer }) => newer === name);
    if (link === undefined) return false;
    for (const { rename } of link.step.operations ?? []) {
      if (rename !== undefined && names.has(rename.to)) names.add(rename.from);
    }
    name = link.older;
  }
  const fields = own(specification.resources, name)?.fields ?? {};
  return [...names].some((each) => Object.hasOwn(fields, each));
}
