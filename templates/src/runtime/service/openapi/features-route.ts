import type { QueryReader } from '../../endpoints/query.ts';
import type { Operation, RequestContext, Route } from '../../endpoints/route.ts';
import { builtIn } from '../../errors/built-in.ts';
import type { ChangedResource } from '../../versioning/feature-change.ts';
import { routesLacking } from '../../versioning/lacking.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { Application } from '../application.ts';
import type { DocumentedRoutes } from './document.ts';
import { openApiRoute } from './route.ts';

/** Documents that are kept; there are as many as there are sets of features. */
const mostDocuments = 32;

/**
 * Where the document of a version is served: of what clients get that ask for no features, or for those that the request for
 * it names, by the same parameter and header field.
 */
export function openApiRouteByFeatures(
  application: Application,
  version: ApiVersion,
  changed: Readonly<Record<string, ChangedResource>>,
  routes: () => DocumentedRoutes,
): Route {
  const changing = new Set(
    Object.values(changed).flatMap(({ changes }) => changes.map(([feature]) => feature)),
  );
  const route = openApiRoute(application, version, routes);
  const { GET } = route.operations;
  const known = new Map<string, Operation | undefined>();
  if (GET === undefined) return route;
  return {
    ...route,
    operations: {
      GET: {
        ...GET,
        query: featureQuery(application, version),
        problems: [...(GET.problems ?? []), builtIn.invalidFeatures, builtIn.featureWithdrawn],
        handle(context, input) {
          const lacks = lacksOf(application, context).filter((name) => changing.has(name));
          const key = lacks.join();
          const own =
            known.get(key) ??
            openApiRoute(application, version, () => without(routes(), lacks)).operations.GET;
          if (known.size === mostDocuments) known.clear();
          known.set(key, own);
          return (own ?? GET).handle(context, input);
        },
      },
    },
  };
}

function without(documented: DocumentedRoutes, lacks: readonly string[]): DocumentedRoutes {
  return {
    ...documented,
    versions: documented.versions.map((each) => ({
      ...each,
      routes: routesLacking(each.routes, lacks),
    })),
  };
}

function featureQuery({ strategy }: Application, version: ApiVersion): QueryReader<unknown> {
  const parameters = strategy.describe(version).parameters.filter((each) => each.in === 'query');
  return { parameters, read: () => undefined };
}

/** What a request with the same query and the same header field would not get. */
function lacksOf(
  { strategy }: Application,
  { now, search, headers }: RequestContext,
): readonly string[] {
  const target = `/described?${search}`;
  const resolution = strategy.resolve({ method: 'GET', target, host: undefined, headers }, now);
  if (resolution.kind === 'refused') throw resolution.problem;
  return resolution.kind === 'resolved' ? (resolution.lacks ?? []) : [];
}
