import { validateDay } from '../validators/versions.ts';
import { atKey, atValue, valueIssues, type Issue, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import { defaultFilter } from '../resolve/endpoint.ts';
import {
  methods as allMethods,
  resourceEndpoints,
  type Deprecation,
  type Endpoint,
  type Field,
} from '../schema.ts';
import { shown } from '../shown.ts';
import { isDate } from '../values/calendar.ts';
import { actionNames, resourceNames, resourcesOf, type CheckContext } from './check-context.ts';
import { rowOf } from './rows.ts';
import type { Site } from './sites.ts';

/** What is deprecated, and what may take its place. */
interface Deprecated {
  /** `field`, as messages call it. */
  readonly kind: string;
  readonly name: string;
  /** Names of the same kind in the same place, its own among them. */
  readonly all: readonly string[];
}

/** Issues in one deprecation: its days are days and in order, and what takes its place is there. */
export function deprecationIssues(
  { since, replacedBy, sunset }: Deprecation,
  path: Path,
  deprecated: Deprecated,
): Issue[] {
  return [
    ...valueIssues([...path, 'since'], validateDay(since)),
    ...(sunset === undefined ? [] : sunsetIssues(since, sunset, [...path, 'sunset'])),
    ...(replacedBy === undefined
      ? []
      : successorIssues(replacedBy, [...path, 'replacedBy'], deprecated)),
  ];
}

/** RFC 9745, section 4: the sunset is not before the deprecation. */
function sunsetIssues(since: string, sunset: string, path: Path): Issue[] {
  const details = validateDay(sunset);
  if (details !== undefined || !isDate(since) || sunset >= since) return valueIssues(path, details);
  const message = `the sunset on ${sunset} is before the deprecation on ${since}; write a day on which clients have had time`;
  return [atValue(path, { code: 'out-of-order', message })];
}

function successorIssues(successor: string, path: Path, { kind, name, all }: Deprecated): Issue[] {
  const others = all.filter((each) => each !== name);
  if (others.includes(successor)) return [];
  const message =
    successor === name
      ? `${shown(name)} cannot take its own place`
      : `there is no other ${kind} ${shown(successor)} to take the place of ${shown(name)}`;
  const suggestion = nearest(successor, others);
  return [
    atValue(path, {
      code: `unknown-${kind.split(' ')[0] ?? kind}`,
      message,
      allowed: others,
      ...defined({ suggestion }),
    }),
  ];
}

/** Values that are deprecated are values of the enumeration, and one of them stays. */
export function deprecatedValueIssues({ path, field }: Site): Issue[] {
  if (field.type !== 'enum' && field.type !== 'string') return [];
  const { deprecatedValues } = field;
  if (deprecatedValues === undefined) return [];
  const place = [...path, 'deprecatedValues'];
  const values = field.type === 'enum' ? field.values : field.enum;
  if (values === undefined) {
    const message = '"deprecatedValues" belongs to the key "enum", which is not there';
    return [atKey(place, { code: 'without-enum', message })];
  }
  return Object.entries(deprecatedValues).flatMap(([value, deprecation]) =>
    named(deprecation, place, { kind: 'value', name: value, all: values }, values),
  );
}

/** Resources, methods, filters, transitions and actions that are deprecated. */
export function featureDeprecationIssues(
  context: CheckContext,
  unclear: ReadonlySet<Field>,
): Issue[] {
  const endpoints = resourceEndpoints(context.valid.endpoints);
  const resources = resourcesOf(context).flatMap(([name, { deprecated }]) => {
    const place = ['resources', name, 'deprecated'];
    const all = resourceNames(context);
    return deprecated === undefined
      ? []
      : deprecationIssues(deprecated, place, { kind: 'resource', name, all });
  });
  return [
    ...resources,
    ...resourceNames(context).flatMap((name) => [
      ...partIssues(context, name, own(endpoints, name) ?? {}, unclear),
      ...customOperationIssues(context, name, own(endpoints, name) ?? {}),
    ]),
  ];
}

/** Methods and filters that are deprecated are offered. */
function partIssues(
  context: CheckContext,
  resource: string,
  endpoint: Endpoint,
  unclear: ReadonlySet<Field>,
): Issue[] {
  const { methods = {}, filter = {} } = endpoint.deprecated ?? {};
  const place = ['endpoints', resource, 'deprecated'];
  const offered = endpoint.methods ?? [...allMethods];
  const operations = operationNames(context, resource, endpoint);
  const lists = offered.includes('list');
  const filters = lists
    ? (endpoint.filter ?? defaultFilter(rowOf(context, resource, unclear).fields))
    : [];
  return [
    ...Object.entries(methods).flatMap(([name, deprecation]) =>
      named(deprecation, [...place, 'methods'], { kind: 'method', name, all: operations }, offered),
    ),
    ...Object.entries(filter).flatMap(([name, deprecation]) =>
      named(deprecation, [...place, 'filter'], { kind: 'filter', name, all: filters }, filters),
    ),
  ];
}

/** What is deprecated by name has to be among those that there are. */
function named(
  deprecation: Deprecation,
  place: Path,
  deprecated: Deprecated,
  known: readonly string[],
): Issue[] {
  const { kind, name } = deprecated;
  const path = [...place, name];
  if (known.includes(name)) return deprecationIssues(deprecation, path, deprecated);
  const suggestion = nearest(name, known);
  return [
    atKey(path, {
      code: `unknown-${kind}`,
      message: `there is no ${kind} ${shown(name)} that could be deprecated`,
      allowed: known,
      ...defined({ suggestion }),
    }),
  ];
}

/** Transitions and actions that are deprecated are such that clients ask for. */
function customOperationIssues(
  context: CheckContext,
  resource: string,
  endpoint: Endpoint,
): Issue[] {
  const { transitions = {} } = own(context.valid.states, resource) ?? {};
  const { actions = {} } = endpoint;
  const all = operationNames(context, resource, endpoint);
  return [
    ...Object.entries(transitions).flatMap(([name, { deprecated, after, at }]) => {
      if (deprecated === undefined) return [];
      const path = ['states', resource, 'transitions', name, 'deprecated'];
      if ((after ?? at) === undefined) {
        return deprecationIssues(deprecated, path, { kind: 'transition', name, all });
      }
      const message =
        'this transition happens by the clock alone, so there is no client that could stop using it; leave "deprecated" out';
      return [atKey(path, { code: 'contradiction', message })];
    }),
    ...Object.entries(actions).flatMap(([name, { deprecated }]) => {
      const path = ['endpoints', resource, 'actions', name, 'deprecated'];
      return deprecated === undefined
        ? []
        : deprecationIssues(deprecated, path, { kind: 'action', name, all });
    }),
  ];
}

/** What clients can ask for: any of these may take the place of another. */
function operationNames(context: CheckContext, resource: string, endpoint: Endpoint): string[] {
  const { transitions = {} } = own(context.valid.states, resource) ?? {};
  const asked = Object.entries(transitions).filter(
    ([, { after, at }]) => after === undefined && at === undefined,
  );
  return [
    ...(endpoint.methods ?? allMethods),
    ...asked.map(([name]) => name),
    ...actionNames(context, resource),
  ];
}
