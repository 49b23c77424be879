import type { Route } from '../../endpoints/route.ts';
import type { ApiVersion } from '../../versioning/uri-path.ts';
import type { Application } from '../application.ts';
import { openApiDocument, type DocumentedRoutes } from './document.ts';

/** Where the document of a version is served. It is made when it is first asked for. */
export function openApiRoute(
  application: Application,
  version: ApiVersion,
  routes: () => DocumentedRoutes,
): Route {
  let text: string | undefined;
  return {
    path: `/openapi/v${String(version.major)}.json`,
    operations: {
      GET: {
        id: `getOpenApiV${String(version.major)}`,
        summary: 'Describe this interface',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The OpenAPI 3.1 document.' } },
        handle: () => {
          text ??= JSON.stringify(openApiDocument(application, version, routes()));
          return { status: 200, body: text };
        },
      },
    },
  };
}
