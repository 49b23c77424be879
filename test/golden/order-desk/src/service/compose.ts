import type { Route } from '../runtime/endpoints/route.ts';
import { asyncApiPath, eventsPath } from '../runtime/events/cloud-event.ts';
import type { Application } from '../runtime/service/application.ts';
import type { DocumentedRoutes } from '../runtime/service/openapi/document.ts';
import { openApiRoute } from '../runtime/service/openapi/route.ts';
import { serviceRoutes } from '../runtime/service/service-routes.ts';
import type { Database } from '../runtime/storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** What the routes of the service itself are made with. */
interface ServiceParts {
  readonly application: Application;
  readonly database: Database<Tables>;
  /** All routes; called when they are there. */
  readonly routes: () => DocumentedRoutes;
  /** Where people sign in, and what clients learn about credentials. */
  readonly authentication: readonly Route[];
  /** The documents about events. */
  readonly events: readonly Route[];
}

/** The routes of the service itself: its home, its health, its problems, its versions and its documents. */
export function composeService(parts: ServiceParts): Route[] {
  const { application, database, routes } = parts;
  return serviceRoutes(application, {
    ping: () => database.ping(),
    home: {
      collections: ['/orders', '/shipping-labels', '/webhook-endpoints'],
      eventsPath: asyncApiPath,
    },
    authentication: parts.authentication,
    openApi: (version) => openApiRoute(application, version, routes),
    eventsPath,
    eventDocuments: parts.events,
  });
}
