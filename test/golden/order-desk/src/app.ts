import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { apiKeyStore } from './authentication/api-key-store.ts';
import { apiKeyMechanism } from './authentication/mechanism.ts';
import { customRoutes } from './custom.ts';
import { createCursors } from './endpoints/cursor.ts';
import { problemFormats } from './endpoints/formats-offered.ts';
import { createIdempotency } from './endpoints/idempotency.ts';
import { byAcceptLanguage } from './endpoints/languages/accept-language.ts';
import { en } from './endpoints/languages/en.ts';
import { de } from './endpoints/languages/de.ts';
import { json } from './endpoints/representations/json.ts';
import { hal } from './endpoints/representations/hal.ts';
import { jsonApi } from './endpoints/representations/json-api.ts';
import { xml } from './endpoints/representations/xml.ts';
import { htmlPages } from './endpoints/representations/html.ts';
import { createServer, mount } from './endpoints/server.ts';
import { catalogue } from './errors/catalogue.ts';
import { problemPages } from './errors/pages.ts';
import { limits } from './limits/configured.ts';
import { orderRoutes } from './resources/order/order.routes.ts';
import { itemRoutes } from './resources/item/item.routes.ts';
import { shippingLabelRoutes } from './resources/shipping-label/shipping-label.routes.ts';
import { about } from './service/about.ts';
import { apiCatalogRoute } from './service/api-catalog.ts';
import type { Application } from './service/application.ts';
import { assetRoutes } from './service/documentation/assets.ts';
import { documentationRoute } from './service/documentation/page.ts';
import { healthRoutes } from './service/health.ts';
import { homeRoute } from './service/home.ts';
import type { DocumentedRoutes } from './service/openapi/document.ts';
import { openApiRoute } from './service/openapi/route.ts';
import { versionListRoute } from './service/version-list.ts';
import type { Database } from './storage/database.ts';
import { idempotencyRecords } from './storage/idempotency-records.ts';
import { createIdentifiers } from './storage/identifiers.ts';
import type { Tables } from './storage/tables.ts';
import { currentVersion, versions } from './versioning/versions.ts';

/** What the service needs from outside. */
export interface Environment {
  readonly database: Database<Tables>;
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  /** The same for all replicas: see storage/secrets.ts. */
  readonly secret: Buffer;
  /** Tests set it; nothing else reads the time. */
  readonly clock: () => Date;
}

export interface App {
  readonly server: FastifyInstance;
  /** What is served, for whoever compares it with the documents. */
  readonly routes: DocumentedRoutes;
}

/** The service, ready to listen. */
export function createApp({ database, baseUrl, logger, secret, clock }: Environment): App {
  const newId = createIdentifiers(() => clock().getTime());
  const representations = [json, hal, jsonApi, xml, htmlPages];
  const application: Application = {
    description: about,
    baseUrl,
    versions,
    supportedVersions: versions.map(({ major }) => major).join(', '),
    representations,
    problemFormat: problemFormats(representations),
    textsFor: byAcceptLanguage([en, de]),
    vary: 'Accept, Accept-Language, Accept-Encoding',
    catalogue,
    limits,
    mechanism: apiKeyMechanism(
      { header: 'X-API-Key', vendor: about.vendor },
      apiKeyStore(database, about.vendor, newId),
    ),
    idempotency: createIdempotency(database, idempotencyRecords(database), secret),
    clock,
  };
  const services = { database, newId, cursors: createCursors(secret) };
  const routes: DocumentedRoutes = {
    versioned: [
      ...orderRoutes(services),
      ...itemRoutes(services),
      ...shippingLabelRoutes(services),
      ...customRoutes(services),
    ],
    unversioned: [
      homeRoute(application, ['/orders', '/shipping-labels']),
      ...healthRoutes(() => database.ping()),
      problemPages(application),
      versionListRoute(application),
      apiCatalogRoute(application),
      documentationRoute(application),
      ...assetRoutes,
      openApiRoute(application, currentVersion, () => routes),
    ],
  };
  const server = createServer(application, logger);
  mount(server, application, routes.unversioned);
  mount(server, application, routes.versioned, currentVersion);
  return { server, routes };
}
