import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { apiKeyStore } from './authentication/api-key-store.ts';
import { apiKeyMechanism } from './authentication/mechanism.ts';
import { customRoutes } from './custom.ts';
import { createServer, mount } from './endpoints/server.ts';
import { catalogue } from './errors/catalogue.ts';
import { problemPages } from './errors/pages.ts';
import { limits } from './limits/configured.ts';
import { orderRoutes } from './resources/order/order.routes.ts';
import { itemRoutes } from './resources/item/item.routes.ts';
import { shippingLabelRoutes } from './resources/shipping-label/shipping-label.routes.ts';
import { about } from './service/about.ts';
import type { Application } from './service/application.ts';
import { healthRoutes } from './service/health.ts';
import { homeRoute } from './service/home.ts';
import type { DocumentedRoutes } from './service/openapi/document.ts';
import { openApiRoute } from './service/openapi/route.ts';
import type { Database } from './storage/database.ts';
import { createIdentifiers } from './storage/identifiers.ts';
import type { Tables } from './storage/tables.ts';
import { currentVersion, versions } from './versioning/versions.ts';

/** What the service needs from outside. */
export interface Environment {
  readonly database: Database<Tables>;
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  /** Tests set it; nothing else reads the time. */
  readonly clock: () => Date;
}

export interface App {
  readonly server: FastifyInstance;
  /** What is served, for whoever compares it with the documents. */
  readonly routes: DocumentedRoutes;
}

/** The service, ready to listen. */
export function createApp({ database, baseUrl, logger, clock }: Environment): App {
  const newId = createIdentifiers(() => clock().getTime());
  const application: Application = {
    description: about,
    baseUrl,
    versions,
    catalogue,
    limits,
    mechanism: apiKeyMechanism(
      { header: 'X-API-Key', vendor: about.vendor },
      apiKeyStore(database, about.vendor, newId),
    ),
    clock,
  };
  const services = { database, newId };
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
      problemPages(catalogue),
      openApiRoute(application, currentVersion, () => routes),
    ],
  };
  const server = createServer(application, logger);
  mount(server, application, routes.unversioned);
  mount(server, application, routes.versioned, currentVersion);
  return { server, routes };
}
