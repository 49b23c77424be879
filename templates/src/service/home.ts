import { Type } from 'typebox';
import type { Route } from '../endpoints/route.ts';
import { prefixOf, stateOf } from '../versioning/uri-path.ts';
import type { Application } from './application.ts';

const Home = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    purpose: Type.String(),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        state: Type.Enum(['draft', 'active']),
        released: Type.Optional(Type.String({ format: 'date' })),
        description: Type.String({ description: 'Address of the OpenAPI document.' }),
        collections: Type.Array(Type.String({ description: 'Address of a collection.' })),
      }),
    ),
    links: Type.Record(Type.String(), Type.String()),
  },
  { description: 'Where everything is.' },
);

/**
 * The home document: what the service is, which versions it has and where to go from here (RFC 8631).
 *
 * @param collections paths of the top-level collections, without a version
 */
export function homeRoute(application: Application, collections: readonly string[]): Route {
  const { description, versions } = application;
  const newest = versions.at(-1);
  const document = newest === undefined ? '/' : `/openapi/v${String(newest.major)}.json`;
  const link = `<${document}>; rel="service-desc", </health>; rel="status"`;
  return {
    path: '/',
    description: 'What belongs to the service as a whole, whatever its versions are.',
    operations: {
      GET: {
        id: 'getHome',
        summary: 'Say what this service is',
        description: 'Its versions, their states, and where everything is.',
        tag: 'Service',
        isPublic: true,
        cacheControl: 'no-cache',
        answers: {
          200: { description: 'The home document.', schema: Home, headers: { Link: 'RFC 8288' } },
        },
        handle: ({ now }) => ({
          status: 200,
          headers: { link },
          body: {
            name: description.name,
            title: description.title,
            purpose: description.purpose,
            versions: versions.map((version) => ({
              version: version.major,
              state: stateOf(version, now),
              ...(version.released === undefined ? {} : { released: version.released }),
              description: `/openapi/v${String(version.major)}.json`,
              collections: collections.map((path) => prefixOf(version) + path),
            })),
            links: { self: '/', description: document, health: '/health' },
          },
        }),
      },
    },
  };
}
