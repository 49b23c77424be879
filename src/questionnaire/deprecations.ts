import { methods as allMethods, type Deprecation, type Endpoint } from '../specification/index.ts';
import { mapValues } from '../specification/plain.ts';
import { without } from './without.ts';

type Deprecations = Record<string, Deprecation>;

/** The endpoint without what it deprecates and does not offer any more. */
export function withOfferedDeprecations(endpoint: Endpoint): Endpoint {
  const { deprecated, ...others } = endpoint;
  if (deprecated === undefined) return endpoint;
  const { methods = allMethods, filter } = endpoint;
  const closed = allMethods.filter((method) => !methods.includes(method));
  const isGone = (name: string) => filter !== undefined && !filter.includes(name);
  const kept = {
    ...staying('methods', deprecated.methods, (name) => closed.some((method) => method === name)),
    ...(methods.includes('list') ? staying('filter', deprecated.filter, isGone) : {}),
  };
  return Object.keys(kept).length === 0 ? others : { ...others, deprecated: kept };
}

function staying<K extends string>(
  key: K,
  deprecations: Deprecations = {},
  isGone: (name: string) => boolean,
): { [P in K]?: Deprecations } {
  const kept = Object.entries(deprecations).filter(([name]) => !isGone(name));
  if (kept.length === 0) return {};
  const cleared = mapValues(Object.fromEntries(kept), (each) => withoutSuccessor(each, isGone));
  return { [key]: cleared } as { [P in K]?: Deprecations };
}

/** What is deprecated, without a successor that is gone. */
export function withoutSuccessor(
  deprecation: Deprecation,
  isGone: (name: string) => boolean,
): Deprecation {
  const { replacedBy } = deprecation;
  return replacedBy !== undefined && isGone(replacedBy)
    ? without(deprecation, 'replacedBy')
    : deprecation;
}
