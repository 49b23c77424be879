import { atValue, type Issue } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import type { ResolvedSpecification } from '../resolved.ts';
import { methods, resourceEndpoints, type Version } from '../schema.ts';
import { shown } from '../shown.ts';
import { oldestFirst } from '../versions/labels.ts';
import { resourceNames, type CheckContext } from './check-context.ts';

/**
 * What the newest version withdraws, it has, and no version withdraws anything twice. What older versions have, their
 * contracts say: `olderWithdrawalIssues` looks at those.
 */
export function withdrawalIssues(
  context: CheckContext,
  versions: Readonly<Record<string, Version>>,
): Issue[] {
  const newest = oldestFirst(Object.keys(versions)).at(-1) ?? '';
  return [
    ...unknownWithdrawals(newest, versions[newest] ?? {}, operationsOf(context)),
    ...Object.entries(versions).flatMap(([label, version]) => repetitions(label, version)),
  ];
}

/** What a version withdraws although it does not have it; `known` are its operations, such as `order.delete`. */
function unknownWithdrawals(
  label: string,
  { withdrawn = [] }: Version,
  known: readonly string[],
): Issue[] {
  return withdrawn.flatMap(({ operation }, position) => {
    if (known.includes(operation)) return [];
    return [
      atValue(['versioning', 'versions', label, 'withdrawn', position, 'operation'], {
        code: 'unknown-operation',
        message: `version ${label} has no operation ${shown(operation)}`,
        found: shown(operation),
        allowed: known,
        ...defined({ suggestion: nearest(operation, known) }),
      }),
    ];
  });
}

/** The same for older versions; `shapeOf` gives what a version was, where it was something else than the newest. */
export function olderWithdrawalIssues(
  versions: Readonly<Record<string, Version>>,
  newest: ResolvedSpecification,
  shapeOf: (label: string) => ResolvedSpecification | undefined,
): Issue[] {
  let shape = newest;
  return oldestFirst(Object.keys(versions))
    .toReversed()
    .flatMap((label) => {
      shape = shapeOf(label) ?? shape;
      return unknownWithdrawals(label, versions[label] ?? {}, operationsIn(shape));
    });
}

function operationsIn({
  endpoints,
  states,
  resources,
  versioning,
}: ResolvedSpecification): string[] {
  return Object.entries(endpoints).flatMap(([resource, { methods: offered, actions }]) => {
    if (!isVersioned(resource, versioning, resources)) return [];
    const asked = Object.entries(own(states, resource)?.transitions ?? {}).filter(
      ([, { after, at }]) => after === undefined && at === undefined,
    );
    const names = [...offered, ...Object.keys(actions), ...asked.map(([name]) => name)];
    return names.map((name) => `${resource}.${name}`);
  });
}

/** Under the strategy partial only some children are of any version, with what lives in them. */
function isVersioned(
  name: string,
  {
    strategy,
    resources: versioned = [],
  }: Readonly<{ strategy?: string; resources?: readonly string[] }>,
  resources: Readonly<Record<string, Readonly<{ parent?: string }>>>,
): boolean {
  if (strategy !== 'partial') return true;
  const parent = own(resources, name)?.parent;
  return [name, parent].some((each) => each !== undefined && versioned.includes(each));
}

function repetitions(label: string, { withdrawn = [] }: Version): Issue[] {
  return withdrawn.flatMap(({ operation }, position) => {
    if (withdrawn.findIndex((other) => other.operation === operation) === position) return [];
    const path = ['versioning', 'versions', label, 'withdrawn', position, 'operation'];
    const message = `${shown(operation)} is withdrawn twice`;
    return [atValue(path, { code: 'duplicate-item', message })];
  });
}

/** What clients can ask for: methods, actions, and the transitions that do not happen by themselves. */
function operationsOf({ valid, raw }: CheckContext): string[] {
  const endpoints = resourceEndpoints(valid.endpoints);
  return resourceNames({ valid, raw }).flatMap((resource) => {
    if (!isVersioned(resource, valid.versioning ?? {}, valid.resources ?? {})) return [];
    const endpoint = own(endpoints, resource);
    const machine = own(valid.states ?? {}, resource);
    const asked = Object.entries(machine?.transitions ?? {}).filter(
      ([, { after, at }]) => after === undefined && at === undefined,
    );
    return [
      ...(endpoint?.methods ?? methods),
      ...Object.keys(endpoint?.actions ?? {}),
      ...asked.map(([name]) => name),
    ].map((operation) => `${resource}.${operation}`);
  });
}
