import type { FastifyInstance } from 'fastify';
import { composeAuthentication } from './authentication/compose.ts';
import { customRoutes } from './custom.ts';
import { composeEndpoints } from './endpoints/compose.ts';
import type { Environment } from './environment.ts';
import { catalogue } from './errors/catalogue.ts';
import { composeEvents } from './events/compose.ts';
import { limits, policies } from './limits/configured.ts';
import { routesOfResources, timedResources } from './resources/compose.ts';
import type { Services } from './resources/services.ts';
import { createCursors } from './runtime/endpoints/cursor.ts';
import { eventsPath } from './runtime/events/cloud-event.ts';
import { webhookItems } from './runtime/events/description/openapi.ts';
import {
  createBackground,
  wakeAfterChanges,
  type Background,
  type Task,
} from './runtime/service/background.ts';
import { createApplication } from './runtime/service/create-application.ts';
import type { DocumentedRoutes } from './runtime/service/openapi/document.ts';
import { createMountedServer } from './runtime/service/serve.ts';
import { timedTransitions } from './runtime/states/timed-transitions.ts';
import { createIdentifiers } from './runtime/storage/identifiers.ts';
import { about } from './service/about.ts';
import { composeService } from './service/compose.ts';
import { composeVersioning } from './versioning/compose.ts';

export type { Environment } from './environment.ts';

export interface App {
  readonly server: FastifyInstance;
  /** What is served, to be compared with the documents. */
  readonly routes: DocumentedRoutes;
  /** The work that no request waits for; it begins when it is started. */
  readonly background: Background;
}

/** The service, ready to listen. Its parts are made in the order in which a request meets them. */
export function createApp(environment: Environment): App {
  const { database, clock, logger, secret } = environment;
  const newId = createIdentifiers(clock);
  const versioning = composeVersioning(environment);
  const { strategy } = versioning;
  const authentication = composeAuthentication({ ...environment, strategy, newId });
  // The parts add their tasks at the end.
  const tasks: Task[] = [];
  const background = createBackground(tasks, logger);
  const { wake } = background;
  const application = createApplication(environment, {
    description: about,
    ...versioning,
    ...composeEndpoints(environment),
    catalogue,
    limits,
    policies,
    ...authentication.access,
    observers: [wakeAfterChanges(background)],
  });
  const events = composeEvents({
    ...environment,
    application,
    newId,
    mechanisms: authentication.mechanisms,
    wake,
  });
  const services: Services = {
    database,
    newId,
    events: events.writers,
    cursors: createCursors(secret),
  };
  const versioned = [...routesOfResources(services), ...events.routes, ...customRoutes(services)];
  const routes: DocumentedRoutes = {
    eventsPath,
    versions: events.described.map(({ version, events: sent }) => ({
      version,
      routes: versioned,
      webhooks: (components) => webhookItems(sent, components),
    })),
    unversioned: [
      ...composeService({
        application,
        database,
        routes: () => routes,
        authentication: authentication.routes(application),
        events: events.documents,
      }),
    ],
  };
  const server = createMountedServer(application, routes, environment);
  server.addHook('preClose', events.close);
  tasks.push(
    timedTransitions({ database, resources: timedResources(services), clock, log: logger, wake }),
    ...events.tasks,
  );
  return { server, routes, background };
}
