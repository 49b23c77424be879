import type { Operation, OperationDeprecation, Route } from '../../endpoints/route.ts';
import type { QueryParameter } from '../../endpoints/query.ts';
import type { ApiVersion } from '../version.ts';
import {
  textOf,
  type DeprecatedFeature,
  type DeprecatedParts,
  type VersionDeprecations,
} from './feature.ts';
import { usesInBody, usesInQuery } from './find-uses.ts';
import { noticeOf, type Notice } from './notice.ts';

/** Counts that a client uses a feature of a version. */
export type CountUse = (label: string, feature: string, client: string) => void;

/** One version with what its routes need of it. */
interface Version {
  readonly label: string;
  readonly features: ReadonlyMap<string, DeprecatedFeature>;
  readonly notices: ReadonlyMap<string, Notice>;
  readonly count: CountUse;
}

/**
 * Makes routes tell their clients which deprecated features they use. A version tells what its own specification says: what is deprecated
 * in a newer one, its clients cannot use in another way.
 *
 * @param all the newest version last
 * @param basePath in front of links
 * @returns a function of the routes of a version; of those that belong to none, the newest version speaks
 */
export function deprecationsIn(
  all: readonly VersionDeprecations[],
  basePath: string,
  count: CountUse,
): (routes: readonly Route[], version?: ApiVersion) => readonly Route[] {
  return (routes, version) => {
    const found =
      version === undefined ? all.at(-1) : all.find(({ label }) => label === version.label);
    if (found === undefined || found.features.length === 0) return routes;
    const { label, features } = found;
    const operations = new Map(Object.entries(found.operations));
    const known: Version = {
      label,
      features: new Map(features.map((feature) => [feature.name, feature])),
      notices: new Map(
        features.map((feature) => [feature.name, noticeOf(label, feature, basePath)]),
      ),
      count,
    };
    return routes.map((route) => ({
      ...route,
      operations: Object.fromEntries(
        Object.entries(route.operations).map(([method, operation]) => {
          const parts = operations.get(operation.id);
          return [method, parts === undefined ? operation : telling(operation, parts, known)];
        }),
      ),
    }));
  };
}

function telling(operation: Operation, parts: DeprecatedParts, version: Version): Operation {
  const deprecation = deprecationOf(parts, version);
  return {
    ...documented(operation, parts, version),
    ...lackingToo(operation, parts, version),
    deprecation,
  };
}

/** Clients that lack features get another operation, of which the same is said. */
function lackingToo(
  { lacking }: Operation,
  parts: DeprecatedParts,
  version: Version,
): Pick<Operation, 'lacking'> {
  if (lacking === undefined) return {};
  const known = new WeakMap<Operation, Operation>();
  return {
    lacking: (features) => {
      const own = lacking(features);
      if (own === undefined) return undefined;
      const found = known.get(own) ?? telling(own, parts, version);
      known.set(own, found);
      return found;
    },
  };
}

/** The operation as documents describe it. */
function documented(
  operation: Operation,
  parts: DeprecatedParts,
  { features }: Version,
): Operation {
  const textsOf = (names: readonly string[] = []) =>
    names.flatMap((name) => {
      const feature = features.get(name);
      return feature === undefined ? [] : [textOf(feature)];
    });
  const texts = textsOf(parts.operation);
  const { description, query } = operation;
  const filters = new Map(parts.filters?.map((each) => [each.member, textsOf(each.features)]));
  const parameterOf = (parameter: QueryParameter): QueryParameter => {
    const [member = parameter.name] = parameter.name.split('[', 1);
    const said = filters.get(member) ?? [];
    if (said.length === 0) return parameter;
    const text = [parameter.description, ...said].join(' ');
    return { ...parameter, description: text, isDeprecated: true };
  };
  return {
    ...operation,
    ...(texts.length === 0
      ? {}
      : { description: [...(description === undefined ? [] : [description]), ...texts].join(' ') }),
    ...(query === undefined || filters.size === 0
      ? {}
      : { query: { ...query, parameters: query.parameters.map(parameterOf) } }),
  };
}

function deprecationOf(
  parts: DeprecatedParts,
  { label, notices, count }: Version,
): OperationDeprecation {
  const { operation = [], body, filters, sorts } = parts;
  const asked = operation.flatMap((name) => notices.get(name) ?? []);
  const readsQuery = (filters ?? sorts) !== undefined;
  return {
    isWhole: operation.length > 0,
    announce(headers) {
      for (const notice of asked) notice(headers);
    },
    usesOf(headers, client) {
      const note = (name: string) => {
        notices.get(name)?.(headers);
        count(label, name, client);
      };
      for (const name of operation) count(label, name, client);
      return {
        sent(value, mediaType) {
          if (body !== undefined) usesInBody(body, value, mediaType).forEach(note);
        },
        queried(values) {
          if (readsQuery) usesInQuery(parts, values).forEach(note);
        },
      };
    },
  };
}
