import { mapValues, only, own } from '../../specification/plain.ts';
import type { ResolvedResource, ResolvedSpecification } from '../../specification/index.ts';
import { referringTo } from './referring-to.ts';

/**
 * The newer version of a step with the resources that only older ones have. Storage, routes and rules keep them as long as a version
 * shows them; the newest one does not.
 *
 * @param said names of those that the step lists
 * @param names what the newer version calls a resource of the older one, of those that both have
 */
export function withFormer(
  newer: ResolvedSpecification,
  older: ResolvedSpecification,
  said: readonly string[],
  names: ReadonlyMap<string, string>,
): ResolvedSpecification {
  const isKept = (name: string): boolean => {
    const { isFormer, historyOf } = own(older.resources, name) ?? {};
    if (names.has(name) || Object.hasOwn(newer.resources, name)) return false;
    // A history is kept with the resource whose transitions are in it.
    if (historyOf !== undefined) return isKept(historyOf);
    return said.includes(name) || isFormer === true;
  };
  const kept = Object.keys(older.resources).filter(isKept);
  if (kept.length === 0) return newer;
  const renamed = (name: string) => names.get(name) ?? name;
  const { allow, rules } = newer.authentication;
  return {
    ...newer,
    resources: { ...newer.resources, ...formerResources(older, kept, renamed) },
    endpoints: { ...newer.endpoints, ...only(older.endpoints, kept) },
    states: { ...newer.states, ...only(older.states, kept) },
    authentication: {
      ...newer.authentication,
      rules: [
        ...rules,
        ...older.authentication.rules.filter(({ resource }) => kept.includes(resource)),
      ],
      ...(allow === undefined
        ? {}
        : { allow: { ...allow, ...only(older.authentication.allow ?? {}, kept) } }),
    },
  };
}

/** A version as its clients know it. */
export function withoutFormer(specification: ResolvedSpecification): ResolvedSpecification {
  const { resources, endpoints, states, authentication } = specification;
  const former = formerNames(specification);
  if (former.length === 0) return specification;
  const present = Object.keys(resources).filter((name) => !former.includes(name));
  const { allow, rules } = authentication;
  return {
    ...specification,
    resources: only(resources, present),
    endpoints: only(endpoints, present),
    states: only(states, present),
    authentication: {
      ...authentication,
      rules: rules.filter(({ resource }) => present.includes(resource)),
      ...(allow === undefined ? {} : { allow: only(allow, present) }),
    },
  };
}

/** The resources that a version keeps for older ones alone. */
export function formerNames({ resources }: Pick<ResolvedSpecification, 'resources'>): string[] {
  return Object.keys(resources).filter((name) => resources[name]?.isFormer === true);
}

function formerResources(
  { resources }: ResolvedSpecification,
  names: readonly string[],
  renamed: (name: string) => string,
): Record<string, ResolvedResource> {
  return mapValues(only(resources, names), ({ parent, ...resource }) => ({
    ...resource,
    ...(parent === undefined ? {} : { parent: renamed(parent) }),
    fields: mapValues(resource.fields, (field) => referringTo(field, renamed)),
    isFormer: true as const,
  }));
}
