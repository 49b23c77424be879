import { Type, type Static } from 'typebox';
import type { Route } from '../endpoints/route.ts';
import { asyncApiPath } from '../events/cloud-event.ts';
import type { Application } from './application.ts';
import { homePage } from './home-page.ts';
import { documentPath } from './openapi/route.ts';
import { documentMember, documentOf, versionMembers, versionState } from './version-list.ts';

const Address = Type.String({ format: 'uri-reference', maxLength: 2048 });

const Home = Type.Object(
  {
    name: Type.String({ maxLength: 60 }),
    title: Type.String({ maxLength: 100 }),
    purpose: Type.String({ maxLength: 2000 }),
    versions: Type.Array(
      Type.Object({
        ...versionMembers,
        description: documentMember,
        collections: Type.Array(Address, { maxItems: 1000 }),
      }),
      { maxItems: 10_000, description: 'The oldest first.' },
    ),
    links: Type.Object({
      self: Address,
      description: Address,
      events: Address,
      documentation: Address,
      versions: Address,
      catalog: Address,
      health: Address,
    }),
  },
  { description: 'Where everything is.' },
);

/**
 * The home document: what the service is, which versions it has and where to go from here (RFC 8631).
 *
 * @param collections paths of the top-level collections, without a version
 */
export function homeRoute(application: Application, collections: readonly string[]): Route {
  const { description, versions, strategy } = application;
  const { basePath = '' } = strategy;
  const newest = versions.at(-1);
  const links = {
    self: `${basePath}/`,
    description: basePath + (newest === undefined ? '/' : documentPath(newest)),
    events: basePath + asyncApiPath,
    documentation: `${basePath}/docs`,
    versions: `${basePath}/versions`,
    catalog: `${basePath}/.well-known/api-catalog`,
    health: `${basePath}/health`,
  };
  const link = [
    `<${links.description}>; rel="service-desc"`,
    `<${links.events}>; rel="service-desc"`,
    `<${links.documentation}>; rel="service-doc"`,
    `<${links.health}>; rel="status"`,
    `<${links.catalog}>; rel="api-catalog"`,
  ].join(', ');
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
        page: (document, context) => homePage(document as Static<typeof Home>, context),
        answers: {
          200: {
            description: 'The home document.',
            schema: Home,
            headers: {
              Link: 'The documents, the health and the catalogue (RFC 8631).',
              'Content-Language': 'Language of the page, where one is asked for.',
            },
          },
        },
        handle: ({ now }) => ({
          status: 200,
          headers: { link },
          body: {
            name: description.name,
            title: description.title,
            purpose: description.purpose,
            versions: versions.map((version) => ({
              ...versionState(version, now),
              ...documentOf(application, version),
              collections: collections.map((path) => strategy.link(version, path)),
            })),
            links,
          },
        }),
      },
    },
  };
}
