import type { Route } from '../../endpoints/route.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Type } from '../../resources/type.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { Application } from '../application.ts';
import { openApiDocument, type DocumentedRoutes } from './document.ts';
import { documentOf } from './overlay.ts';

const OpenApi = Type.Object({
  openapi: Type.String({ maxLength: 20, pattern: '^3\\.1\\.[0-9]+$' }),
  info: Type.Object({}),
});

/** Where the document of a version is. */
export function documentPath({ label }: ApiVersion): string {
  return `/openapi/v${label}.json`;
}

/** Where the document of a version is served. It is made when it is first asked for, and anew in every state. */
export function openApiRoute(
  application: Application,
  version: ApiVersion,
  routes: () => DocumentedRoutes,
): Route {
  const document = documentOf(version, (overlay) =>
    openApiDocument(application, version, overlay, routes()),
  );
  return {
    path: documentPath(version),
    operations: {
      GET: {
        id: `getOpenApiV${version.label.replaceAll('-', '')}`,
        summary: 'Describe this interface',
        description:
          'This document: made of the routes that are served, and of the schemas that check them.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: { 200: { description: 'The OpenAPI 3.1 document.', schema: OpenApi } },
        problems: application.retirement === undefined ? [] : [builtIn.versionRetired],
        handle: ({ now }) => {
          const gone = application.retirement?.(version, now);
          if (gone !== undefined) throw gone;
          return { status: 200, body: document(now) };
        },
      },
    },
  };
}
