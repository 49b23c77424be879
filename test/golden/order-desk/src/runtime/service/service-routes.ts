import type { Route } from '../endpoints/route.ts';
import type { Catalogue } from '../errors/problem-document.ts';
import { problemPages } from '../errors/pages.ts';
import type { ApiVersion } from '../versioning/version.ts';
import { apiCatalogRoute } from './api-catalog.ts';
import type { Application } from './application.ts';
import { documentationAssets } from './documentation/assets.ts';
import { documentationRoute, type VersionSwitch } from './documentation/page.ts';
import { healthRoutes } from './health.ts';
import { homeRoute, type HomeContents } from './home.ts';
import { versionListRoute } from './version-list.ts';

/** What the routes of the service itself are about. */
export interface ServiceContents {
  /** Rejects while the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly home: HomeContents;
  /** Every problem of every version; absent: those of the application. */
  readonly catalogue?: Catalogue;
  /** The OpenAPI document of a version. */
  readonly openApi: (version: ApiVersion) => Route;
  /** Where people choose the version whose documentation they read; absent: there is one version. */
  readonly versionSwitch?: VersionSwitch;
  /** Where the events of a version are described; absent: there are none. */
  readonly eventsPath?: (version: ApiVersion) => string;
  /** The documents about events. */
  readonly eventDocuments?: readonly Route[];
  /** What each release of the interface changed; absent: there is one release, which changed nothing. */
  readonly changelog?: Route;
  /** Where people sign in, and what clients learn about credentials. */
  readonly authentication?: readonly Route[];
}

/** The routes that belong to no version: home, health, problems, versions and the documents. */
export function serviceRoutes(application: Application, contents: ServiceContents): Route[] {
  const { versions } = application;
  const { catalogue = application.catalogue, versionSwitch, eventsPath, changelog } = contents;
  return [
    homeRoute(application, contents.home),
    ...healthRoutes(contents.ping),
    problemPages({ ...application, catalogue }),
    versionListRoute(application, changelog?.path),
    ...(changelog === undefined ? [] : [changelog]),
    apiCatalogRoute(application, eventsPath),
    ...(contents.authentication ?? []),
    documentationRoute(application, versionSwitch),
    ...(versionSwitch === undefined ? [] : versions).map((version) =>
      documentationRoute(application, versionSwitch, version),
    ),
    ...documentationAssets,
    ...versions.map((version) => contents.openApi(version)),
    ...(contents.eventDocuments ?? []),
  ];
}
