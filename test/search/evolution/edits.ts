import type { Strategy } from '../../../src/specification/schema/versioning.ts';
import { specificationOf } from '../arbitrary.ts';
import { pathsOf, removeAt, repaired, yamlOf } from '../repair.ts';
import type { Written } from '../values.ts';

const released = { 1: { released: '2024-01-01' }, 2: { released: '2025-06-01' } };

/** Strategies that need other versions than two numbers, or name resources. */
const others: ReadonlySet<Strategy> = new Set(['date', 'feature-flags', 'partial']);

/**
 * Version 1 and version 2 of the service of a seed: some things are gone, or are new, or have another name.
 *
 * @returns two legal specifications with a line of `---` between them; undefined where the two do not differ, or there is no such service
 */
export function versionPairOf(seed: number): string | undefined {
  const one = specificationOf(seed);
  const less = lessOf(one, seed);
  const [was, is] = seed % 2 === 0 ? [one, less] : [less, one];
  const renamed = seed % 3 === 0 ? withOtherName(is, seed) : is;
  const older = repaired(withVersions(was, { 1: released[1] }))?.specification;
  const newer = repaired(withVersions(renamed, released))?.specification;
  if (older === undefined || newer === undefined) return undefined;
  const unversioned = JSON.stringify({ ...newer, versioning: older['versioning'] });
  return unversioned === JSON.stringify(older)
    ? undefined
    : [older, newer].map(yamlOf).join('---\n');
}

/**
 * Version 1 of the service of a seed, and the same with things that it did not have.
 *
 * @returns as above
 */
export function minorPairOf(seed: number): string | undefined {
  const one = specificationOf(seed);
  const [older, newer] = [lessOf(one, seed), one].map(
    (each) => repaired(withVersions(each, { 1: released[1] }))?.specification,
  );
  if (older === undefined || newer === undefined) return undefined;
  return JSON.stringify(older) === JSON.stringify(newer)
    ? undefined
    : [older, newer].map(yamlOf).join('---\n');
}

function withVersions(specification: Written, versions: Written): Written {
  const { strategy } = (specification['versioning'] ?? {}) as { strategy?: Strategy };
  const isKept = strategy !== undefined && !others.has(strategy);
  return { ...specification, versioning: { ...(isKept ? { strategy } : {}), versions } };
}

/** The same without some things, chosen by the seed, as far as that is legal. */
export function lessOf(specification: Written, seed: number): Written {
  let left = specification;
  for (let count = 0; count < 3; count += 1) {
    const less = structuredClone(left) as Record<string, unknown>;
    const paths = pathsOf(less);
    removeAt(less, paths[((seed + count) * 7919) % paths.length] ?? []);
    left = repaired(less)?.specification ?? left;
  }
  return left;
}

/** The same with another name for a field or a resource, everywhere. */
function withOtherName(specification: Written, seed: number): Written {
  const resources = (specification['resources'] ?? {}) as Record<string, Written>;
  const names = Object.entries(resources).flatMap(([resource, { fields }]) => [
    resource,
    ...Object.keys((fields ?? {}) as object),
  ]);
  const name = names[seed % names.length] ?? '';
  const other = resources[name] === undefined ? `${name}Anew` : `${name}-anew`;
  return renamed(specification, name, other) as Written;
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((each) => renamed(each, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key === from ? to : key, renamed(each, from, to)]),
  );
}
