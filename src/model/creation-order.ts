import type { ResourceModel } from './model.ts';

/** Names of the resources of which a row must be there before one of this: what is required and may be null waits. */
export function requiredTargets(resource: ResourceModel): string[] {
  const references = resource.fields.filter(({ field }) => field.required && !field.nullable);
  return targets(resource, references);
}

/** Names of all resources that a row of this one can refer to. */
export function allTargets(resource: ResourceModel): string[] {
  return targets(resource, resource.fields);
}

function targets(resource: ResourceModel, fields: ResourceModel['fields']): string[] {
  const parent = resource.parents.at(-1);
  const named = fields.flatMap(({ target }) => (target === undefined ? [] : [target.name]));
  return [...(parent === undefined ? [] : [parent.name]), ...named];
}

/**
 * Each resource after those it refers to. A cycle is broken at a reference that may be absent; the specification
 * has refused cycles without one.
 */
export function inCreationOrder(resources: readonly ResourceModel[]): ResourceModel[] {
  const remaining = new Map(resources.map((resource) => [resource.name, resource]));
  const ordered: ResourceModel[] = [];
  while (remaining.size > 0) {
    const isFree = (needed: string[], self: string) =>
      needed.every((name) => name === self || !remaining.has(name));
    const candidates = [...remaining.values()];
    const next =
      candidates.find((each) => isFree(allTargets(each), each.name)) ??
      candidates.find((each) => isFree(requiredTargets(each), each.name));
    if (next === undefined)
      throw new TypeError('the specification has a cycle of required references');
    ordered.push(next);
    remaining.delete(next.name);
  }
  return ordered;
}
