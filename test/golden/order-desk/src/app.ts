import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { apiKeyMechanism } from './runtime/authentication/api-key-mechanism.ts';
import { apiKeyStore } from './runtime/authentication/api-key-store.ts';
import { claimsOf } from './runtime/authentication/attribute-rules.ts';
import { endedSessions } from './runtime/authentication/ended-sessions.ts';
import { pageSessions } from './runtime/authentication/page-sessions.ts';
import { authenticationBy } from './runtime/authentication/authentication.ts';
import { callerLookup } from './runtime/authentication/current.ts';
import { routesGrantedTo } from './runtime/authentication/granted-to.ts';
import { customRoutes } from './custom.ts';
import { createCursors } from './runtime/endpoints/cursor.ts';
import { problemFormats } from './runtime/endpoints/formats-offered.ts';
import { createIdempotency } from './runtime/endpoints/idempotency.ts';
import { decidingBy } from './runtime/authentication/deciding.ts';
import { byAcceptLanguage } from './runtime/endpoints/languages/accept-language.ts';
import { en } from './runtime/endpoints/languages/en.ts';
import { de } from './runtime/endpoints/languages/de.ts';
import { json } from './runtime/endpoints/representations/json.ts';
import { hal } from './runtime/endpoints/representations/hal.ts';
import { jsonApi } from './runtime/endpoints/representations/json-api.ts';
import { xml } from './runtime/endpoints/representations/xml.ts';
import { htmlPages } from './runtime/endpoints/representations/html.ts';
import type { Route } from './runtime/endpoints/route.ts';
import { createServer, mount } from './runtime/endpoints/server.ts';
import { signInRoutes } from './runtime/endpoints/sign-in/routes.ts';
import { sessionCookie } from './runtime/endpoints/sign-in/session-cookie.ts';
import { visits } from './runtime/endpoints/sign-in/visit.ts';
import { viewsByGrants } from './runtime/endpoints/seen-by.ts';
import { catalogue } from './errors/catalogue.ts';
import { problemPages } from './runtime/errors/pages.ts';
import { asyncApiPath, cloudEvent, eventsPath } from './runtime/events/cloud-event.ts';
import { webhookItems } from './runtime/events/description/openapi.ts';
import { describeEvent } from './runtime/events/description/event-description.ts';
import { asyncApiRoutes } from './runtime/events/description/route.ts';
import { emitted } from './events/emitted.ts';
import type { StoredEvent } from './runtime/events/event.ts';
import { streamDelivery } from './runtime/events/stream/channel.ts';
import { createFeed } from './runtime/events/stream/feed.ts';
import { eventStreamRoute } from './runtime/events/stream/route.ts';
import { webhookDelivery } from './runtime/events/webhooks/channel.ts';
import { webhookReaders } from './runtime/events/webhooks/webhook-readers.ts';
import { createWebhooks, type WebhookSettings } from './runtime/events/webhooks/webhooks.ts';
import { cursors } from './runtime/events/cursors.ts';
import { outbox } from './runtime/events/outbox.ts';
import { eventPurge, type Need } from './runtime/events/purge.ts';
import { sequencer } from './runtime/events/sequencer.ts';
import { visibleEvents } from './runtime/events/visible.ts';
import { eventWriters } from './runtime/events/writer.ts';
import { createCapacity, type Concurrency } from './runtime/limits/capacity.ts';
import type { ClientAddress } from './runtime/limits/client-address.ts';
import { limits, policies } from './limits/configured.ts';
import type { QuotaStore } from './runtime/limits/policy.ts';
import { createQuotas } from './runtime/limits/quotas.ts';
import { eventAudiences } from './resources/event-audiences.ts';
import { eventSources } from './resources/event-sources.ts';
import { orderEndpoints, orderRoutes } from './resources/order/order.routes.ts';
import { orderTransitionRoutes } from './resources/order-transition/order-transition.routes.ts';
import { itemRoutes } from './resources/item/item.routes.ts';
import { shippingLabelRoutes } from './resources/shipping-label/shipping-label.routes.ts';
import { about } from './service/about.ts';
import { apiCatalogRoute } from './runtime/service/api-catalog.ts';
import type { Application } from './runtime/service/application.ts';
import {
  createBackground,
  wakeAfterChanges,
  type Background,
  type Task,
} from './runtime/service/background.ts';
import { documentationAssets } from './runtime/service/documentation/assets.ts';
import { documentationRoute } from './runtime/service/documentation/page.ts';
import { healthRoutes } from './runtime/service/health.ts';
import { homeRoute } from './runtime/service/home.ts';
import type { DocumentedRoutes } from './runtime/service/openapi/document.ts';
import { openApiRoute } from './runtime/service/openapi/route.ts';
import type { Identity } from './runtime/service/tls.ts';
import type { TransportOf } from './runtime/service/transport.ts';
import { versionListRoute } from './runtime/service/version-list.ts';
import { timedResource, timedTransitions } from './runtime/states/timed-transitions.ts';
import type { Database } from './runtime/storage/database.ts';
import { idempotencyRecords } from './runtime/storage/idempotency-records.ts';
import { createIdentifiers } from './runtime/storage/identifiers.ts';
import type { Tables } from './storage/tables.ts';
import { checkBasePath } from './runtime/versioning/base-path.ts';
import { createStrategy } from './versioning/strategy.ts';
import { currentVersion, versions } from './versioning/versions.ts';

/** What the service needs from outside. */
export interface Environment {
  readonly database: Database<Tables>;
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  /** The same for all replicas: see storage/secrets.ts. */
  readonly secret: Buffer;
  /** What is kept sealed is sealed with the first one; absent: with the secret. */
  readonly sealingKeys?: readonly Buffer[];
  /** Absent: requests are not counted. */
  readonly quotas?: QuotaStore;
  /** How many requests are worked on at the same time; absent: as many as the specification says. */
  readonly concurrency?: Concurrency;
  /** Milliseconds in which idle connections may bring one more request when the server closes; absent: they are closed at once. */
  readonly drainTime?: number;
  /** Where a request comes from, as proxies tell it. */
  readonly addressOf: ClientAddress;
  /** Whether it came by TLS, as the connection or a proxy tells. */
  readonly transportOf: TransportOf;
  /** Absent: the service does not speak TLS itself. */
  readonly identity?: Identity;
  /** How deliveries reach their receivers. */
  readonly webhooks?: WebhookSettings;
  /** Tests set it; nothing else reads the time. */
  readonly clock: () => Date;
}

export interface App {
  readonly server: FastifyInstance;
  /** What is served, for whoever compares it with the documents. */
  readonly routes: DocumentedRoutes;
  /** What goes on besides requests; whoever listens starts it. */
  readonly background: Background;
}

/** The service, ready to listen. */
export function createApp({
  database,
  baseUrl,
  logger,
  secret,
  sealingKeys = [secret],
  quotas,
  concurrency = { most: limits.concurrency, each: limits.clientConcurrency },
  drainTime = 0,
  addressOf,
  transportOf,
  identity,
  webhooks: webhookSettings = {},
  clock,
}: Environment): App {
  const newId = createIdentifiers(() => clock().getTime());
  const representations = [json, hal, jsonApi, xml, htmlPages];
  const strategy = createStrategy({ versions, baseUrl });
  const apiKeys = apiKeyStore(database, about.vendor, newId);
  const sessions = {
    ...pageSessions(sealingKeys, about.vendor, apiKeys, endedSessions(database)),
    cookie: sessionCookie({ service: about.name, basePath: strategy.basePath ?? '' }),
  };
  const mechanisms = [apiKeyMechanism({ header: 'X-API-Key', vendor: about.vendor }, apiKeys)];
  const application: Application = {
    description: about,
    baseUrl,
    versions,
    strategy,
    versionFields: ({ label }) => ({ 'x-api-version': label, 'api-supported-versions': label }),
    representations,
    problemFormat: problemFormats(representations),
    textsFor: byAcceptLanguage([en, de]),
    vary: 'Accept, Accept-Language, Accept-Encoding',
    versionHeaders: ['Api-Supported-Versions', 'X-API-Version'],
    catalogue,
    limits,
    capacity: createCapacity(concurrency, limits.quotaFields),
    drainTime,
    addressOf,
    transportOf,
    ...(quotas === undefined
      ? {}
      : { quotas: createQuotas(quotas, policies, ['X-API-Key'], limits.quotaFields) }),
    authentication: authenticationBy(mechanisms),
    // A route that grants nothing is open to no caller.
    allowed: [],
    views: viewsByGrants,
    limitsAccess: true,
    findVisit: visits({ limits, baseUrl, strategy, transportOf }, sessions, ['X-API-Key']),
    idempotency: createIdempotency(database, idempotencyRecords(database), secret, {
      deciding: decidingBy(['tenant'], []),
    }),
    clock,
  };
  const eventCursors = cursors(database);
  const events = outbox(database, { newId, keep: 604800000, keepsDeciding: true });
  const services = {
    database,
    newId,
    events: eventWriters(events, eventSources(database), 'full'),
    cursors: createCursors(secret),
  };
  const wake = () => {
    background.wake();
  };
  const origin = { baseUrl, vendor: about.vendor, strategy };
  const told = emitted.map((event) => describeEvent(event, currentVersion, origin));
  const described = [{ version: currentVersion, events: told }];
  const eventFor = visibleEvents(eventAudiences);
  const webhooks = createWebhooks({
    database,
    outbox: events,
    cursors: eventCursors,
    readers: webhookReaders({
      eventFor,
      current: callerLookup(mechanisms),
      claimsOf: claimsOf(['tenant']),
    }),
    newId,
    sealingKeys,
    events: emitted.map(({ type }) => type),
    keep: 604800000,
    versions,
    newest: currentVersion,
    origin,
    agent: about.name,
    settings: webhookSettings,
    clock,
    log: logger,
    wake,
  });
  const write = (event: StoredEvent) => cloudEvent(event, currentVersion, origin);
  const feed = createFeed({ outbox: events, reader: database.reader, clock, write });
  const versioned: readonly Route[] = [
    ...orderRoutes(services),
    ...orderTransitionRoutes(services),
    ...itemRoutes(services),
    ...shippingLabelRoutes(services),
    ...routesGrantedTo(['reader', 'clerk', 'admin'], webhooks.routes),
    ...routesGrantedTo(
      ['reader', 'clerk', 'admin'],
      [
        eventStreamRoute(application, {
          feed,
          outbox: events,
          reader: database.reader,
          eventFor,
          events: told,
        }),
      ],
    ),
    ...customRoutes(services),
  ];
  const routes: DocumentedRoutes = {
    eventsPath,
    versions: described.map(({ version, events: sent }) => ({
      version,
      routes: versioned,
      webhooks: (components) => webhookItems(sent, components),
    })),
    unversioned: [
      homeRoute(application, {
        collections: ['/orders', '/shipping-labels', '/webhook-endpoints'],
        eventsPath: asyncApiPath,
      }),
      ...healthRoutes(() => database.ping()),
      problemPages(application),
      versionListRoute(application),
      apiCatalogRoute(application, eventsPath),
      ...signInRoutes(application, sessions, 'X-API-Key'),
      documentationRoute(application),
      ...documentationAssets,
      ...versions.map((version) => openApiRoute(application, version, () => routes)),
      ...asyncApiRoutes(application, described, [webhookDelivery, streamDelivery]),
    ],
  };
  checkBasePath(strategy, routes);
  const server = createServer(application, logger, identity);
  mount(server, application, routes.unversioned);
  for (const each of routes.versions) mount(server, application, each.routes, each.version);
  // A stream has no end of its own, and a server that closes waits for every answer.
  server.addHook('preClose', () => feed.close());
  /** Whoever still needs events, however old they are. */
  const needs: readonly Need[] = [...webhooks.needs];
  const tasks: readonly Task[] = [
    sequencer(database, wake),
    eventPurge(database, events, needs, clock),
    timedTransitions({
      database,
      resources: [timedResource('order', orderEndpoints(services))],
      clock,
      log: logger,
      wake,
    }),
    ...webhooks.tasks,
    feed,
  ];
  const background = createBackground(tasks, logger);
  wakeAfterChanges(server, background);
  return { server, routes, background };
}
