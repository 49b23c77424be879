import { Type, type Static } from 'typebox';
import type { Route } from '../endpoints/route.ts';
// {{#if hasEvents}}
import { asyncApiPath } from '../events/cloud-event.ts';
// {{/if}}
// {{#if hasSunsets}}
import { stateOf } from '../versioning/lifecycle.ts';
// {{/if}}
// {{#if hasAdapters}}
import type { ApiVersion } from '../versioning/version.ts';
// {{/if}}
import type { Application } from './application.ts';
import { homePage } from './home-page.ts';
// {{#if hasRestrictions}}
import type { DocumentedRoutes } from './openapi/document.ts';
// {{/if}}
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
      // {{#if hasEvents}}
      events: Address,
      // {{/if}}
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
export function homeRoute(
  application: Application,
  collections: readonly string[],
  // {{#if hasAdapters}}
  /** Such a path as another version has it; none where it has not. */
  collectionAt: (path: string, version: ApiVersion) => readonly string[],
  // {{/if}}
  // {{#if hasRestrictions}}
  /** All that there is, once it is known. */
  served: () => Pick<DocumentedRoutes, 'versions'>,
  // {{/if}}
): Route {
  const { description, versions, strategy } = application;
  const { basePath = '' } = strategy;
  const newest = versions.at(-1);
  const links = {
    self: `${basePath}/`,
    description: basePath + (newest === undefined ? '/' : documentPath(newest)),
    // {{#if hasEvents}}
    events: basePath + asyncApiPath,
    // {{/if}}
    documentation: `${basePath}/docs`,
    versions: `${basePath}/versions`,
    catalog: `${basePath}/.well-known/api-catalog`,
    health: `${basePath}/health`,
  };
  // {{#if hasRestrictions}}
  /** Whether the version lists nothing there any more, but for clients that are exempt. */
  const isWithdrawn = (path: string, version: (typeof versions)[number], now: Date): boolean => {
    const { routes = [] } = served().versions.find((each) => each.version === version) ?? {};
    const listing = routes.find((route) => route.path === path)?.operations.GET;
    const { withdrawn } = application.standing?.(version, now) ?? {};
    return listing !== undefined && withdrawn?.has(listing.id) === true;
  };
  // {{/if}}
  const link = [
    `<${links.description}>; rel="service-desc"`,
    // {{#if hasEvents}}
    `<${links.events}>; rel="service-desc"`,
    // {{/if}}
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
              ...versionState(
                version,
                // {{#if tellsLifecycle}}
                versions,
                // {{/if}}
                now,
              ),
              ...documentOf(
                application,
                version,
                // {{#if hasSunsets}}
                now,
                // {{/if}}
              ),
              collections: collections
                // {{#if hasSunsets}}
                .filter(() => stateOf(version, now) !== 'sunset')
                // {{/if}}
                // {{#if hasAdapters}}
                .flatMap((path) => collectionAt(path, version))
                // {{/if}}
                // {{#if hasRestrictions}}
                .filter((path) => !isWithdrawn(path, version, now))
                // {{/if}}
                .map((path) => strategy.link(version, path)),
            })),
            links,
          },
        }),
      },
    },
  };
}
