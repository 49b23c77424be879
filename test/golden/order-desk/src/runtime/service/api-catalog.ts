import type { Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';
import { stateOf } from '../versioning/lifecycle.ts';
import { absolute } from '../versioning/resolution.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { Application } from './application.ts';
import { documentPath } from './openapi/route.ts';

const path = '/.well-known/api-catalog';
const mediaType = 'application/linkset+json';

const Address = Type.String({ format: 'uri', maxLength: 2048 });
const Targets = Type.Array(
  Type.Object({ href: Address, type: Type.String({ maxLength: 100, description: 'Media type.' }) }),
  { maxItems: 2 },
);
const Linkset = Type.Object(
  {
    linkset: Type.Array(
      Type.Object({
        anchor: Address,
        'service-desc': Targets,
        'service-doc': Targets,
        status: Targets,
      }),
      { maxItems: 10_000, description: 'One context for each version.' },
    ),
  },
  { description: 'A set of links (RFC 9264, section 4.2).' },
);

/**
 * Where machines look for the interfaces of a host (RFC 9727): each version with its documents and its health.
 *
 * @param eventsPath where the events of a version are described; absent: there are none
 */
export function apiCatalogRoute(
  { baseUrl, versions, strategy }: Application,
  eventsPath?: (version: ApiVersion) => string,
): Route {
  return {
    path,
    operations: {
      GET: {
        id: 'getApiCatalog',
        summary: 'Find every version by machine',
        description:
          'The API catalogue of RFC 9727: each version with its documents and its health.',
        tag: 'Service',
        isPublic: true,
        mediaType,
        cacheControl: 'no-cache',
        answers: {
          200: {
            description: 'The catalogue.',
            schema: Linkset,
            headers: { Link: 'The address of this catalogue (RFC 9727, section 2).' },
          },
        },
        handle: ({ now }) => ({
          status: 200,
          headers: {
            'content-type': `${mediaType}; profile="https://www.rfc-editor.org/info/rfc9727"`,
            link: `<${baseUrl}${path}>; rel="api-catalog"`,
          },
          body: {
            // What is gone is no interface any more.
            linkset: versions
              .filter((version) => stateOf(version, now) !== 'sunset')
              .map((version) => ({
                anchor: absolute(baseUrl, strategy.link(version, '')),
                'service-desc': [
                  // OpenAPI, of the version alone.
                  { href: baseUrl + documentPath(version), type: 'application/json' },
                  // AsyncAPI, of the same.
                  ...(eventsPath === undefined
                    ? []
                    : [{ href: baseUrl + eventsPath(version), type: 'application/json' }]),
                ],
                'service-doc': [{ href: `${baseUrl}/docs`, type: 'text/html' }],
                status: [{ href: `${baseUrl}/health`, type: 'application/health+json' }],
              })),
          },
        }),
      },
    },
  };
}
