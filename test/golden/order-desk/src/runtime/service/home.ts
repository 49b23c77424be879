import type { Route } from '../endpoints/route.ts';
import { Type } from '../resources/type.ts';
import { stateOf } from '../versioning/lifecycle.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { Application } from './application.ts';
import { homePage, type HomeContent } from './home-page.ts';
import type { DocumentedRoutes } from './openapi/document.ts';
import { documentPath } from './openapi/route.ts';
import { documentMember, documentOf, versionMembersOf } from './version-list.ts';

const Address = Type.String({ format: 'uri-reference', maxLength: 2048 });

/** What the home document leads to besides the documents of every service. */
export interface HomeContents {
  /** Paths of the top-level collections, without a version. */
  readonly collections: readonly string[];
  /** Such a path as another version has it; none where it has not. Absent: all versions have the same. */
  readonly collectionAt?: (path: string, version: ApiVersion) => readonly string[];
  /** All that there is, once it is known; absent: nothing is withdrawn from a version before its end. */
  readonly served?: () => Pick<DocumentedRoutes, 'versions'>;
  /** Where the events are described; absent: there are none. */
  readonly eventsPath?: string;
}

/** The home document: what the service is, which versions it has and where to go from here (RFC 8631). */
export function homeRoute(
  application: Application,
  { collections, collectionAt = (path) => [path], served, eventsPath }: HomeContents,
): Route {
  const { description, versions, strategy } = application;
  const { basePath = '' } = strategy;
  const newest = versions.at(-1);
  const members = versionMembersOf(application);
  const Home = Type.Object(
    {
      name: Type.String({ maxLength: 60 }),
      title: Type.String({ maxLength: 100 }),
      purpose: Type.String({ maxLength: 2000 }),
      versions: Type.Array(
        Type.Object({
          ...members.schemas,
          description: documentMember,
          collections: Type.Array(Address, { maxItems: 1000 }),
        }),
        { maxItems: 10_000, description: 'The oldest first.' },
      ),
      links: Type.Object({
        self: Address,
        description: Address,
        ...(eventsPath === undefined ? {} : { events: Address }),
        documentation: Address,
        versions: Address,
        catalog: Address,
        health: Address,
      }),
    },
    { description: 'Where everything is.' },
  );
  const links = {
    self: `${basePath}/`,
    description: basePath + (newest === undefined ? '/' : documentPath(newest)),
    ...(eventsPath === undefined ? {} : { events: basePath + eventsPath }),
    documentation: `${basePath}/docs`,
    versions: `${basePath}/versions`,
    catalog: `${basePath}/.well-known/api-catalog`,
    health: `${basePath}/health`,
  };
  /** Whether the version lists nothing there any more, but for clients that are exempt. */
  const isWithdrawn = (path: string, version: ApiVersion, now: Date): boolean => {
    const { routes = [] } = served?.().versions.find((each) => each.version === version) ?? {};
    const listing = routes.find((route) => route.path === path)?.operations.GET;
    const { withdrawn } = application.standing?.(version, now) ?? {};
    return listing !== undefined && withdrawn?.has(listing.id) === true;
  };
  const link = [
    `<${links.description}>; rel="service-desc"`,
    ...(links.events === undefined ? [] : [`<${links.events}>; rel="service-desc"`]),
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
        page: (document, context) => homePage(document as HomeContent, context),
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
              ...members.of(version, now),
              ...documentOf(application, version, now),
              collections: (stateOf(version, now) === 'sunset' ? [] : collections)
                .flatMap((path) => collectionAt(path, version))
                .filter((path) => !isWithdrawn(path, version, now))
                .map((path) => strategy.link(version, path)),
            })),
            links,
          },
        }),
      },
    },
  };
}
