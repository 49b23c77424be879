import type { FastifyBaseLogger } from 'fastify';
// {{#if hasAccess}}
import type { Authentication } from '../../authentication/caller.ts';
// {{/if}}
import type { ResourceEndpoints } from '../../endpoints/operations/resource.ts';
import type { Route } from '../../endpoints/route.ts';
import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { EventOrigin } from '../cloud-event.ts';
import type { Cursors } from '../cursors.ts';
import type { Outbox } from '../outbox.ts';
import type { Need } from '../purge.ts';
// {{#if hasAdapters}}
import type { VersionAdapter } from '../../versioning/adapter.ts';
import type { EventShapes } from '../../versioning/event-at.ts';
import type { Paths } from '../../versioning/paths-at.ts';
// {{/if}}
// {{#if hasAccess}}
import type { EventFor } from '../visible.ts';
// {{/if}}
import { deliveryPurge } from './delivery-purge.ts';
import { webhookDeliveryStore, webhookDeliveryTable } from './delivery-store.ts';
import { deliveryDescription, type WebhookDelivery } from './delivery.ts';
import { delivering } from './delivering.ts';
import { endpointRules } from './endpoint-rules.ts';
import { webhookEndpointStore, webhookEndpointTable } from './endpoint-store.ts';
// {{#if hasAdapters}}
import { endpointsAt } from './endpoints-at.ts';
// {{/if}}
import { describeEndpoints, type WebhookEndpointDraft } from './endpoint.ts';
import { consumer, fanOut } from './fan-out.ts';
import { createHttpClient, type Resolve } from './http-client.ts';
import { composer } from './message.ts';
import { createNetworks } from './networks.ts';
import { deliveryQueue } from './queue.ts';
// {{#if hasAccess}}
import { webhookReaders } from './reader.ts';
// {{/if}}
import { replaying, webhookReplays } from './replays.ts';
// {{#if hasSunsets}}
import { endpointRetirement, type RetireEndpoints } from './retirement.ts';
// {{/if}}
import { webhookRoutes } from './routes.ts';
import { signingSecrets } from './signing-secrets.ts';

/** How deliveries reach their receivers. */
export interface WebhookSettings {
  /** Networks that are not public and may be sent to nevertheless, also by http: `127.0.0.0/8`. */
  readonly allowedNetworks?: readonly string[];
  /** Milliseconds that a receiver has to answer. */
  readonly timeout?: number;
  /** How names are resolved; by the system, unless it is said. */
  readonly resolve?: Resolve;
}

/** What the webhooks of a service are made with. */
export interface WebhookEnvironment<Tables> {
  readonly database: Database<Tables>;
  readonly outbox: Outbox;
  readonly cursors: Cursors;
  // {{#if hasAccess}}
  /** What there is of an event for somebody. */
  readonly eventFor: EventFor;
  /** Who a client of before is now. */
  readonly current: Authentication['current'];
  // {{/if}}
  // {{#if hasRules}}
  /** Claims that rules ask for. */
  readonly decidingClaims: readonly string[];
  // {{/if}}
  readonly newId: () => string;
  /** What is kept of the secrets of endpoints is encrypted with the first of them. */
  readonly sealingKeys: readonly Buffer[];
  /** What happens, of which clients can be told: `order.submitted`. */
  readonly events: readonly string[];
  /** Milliseconds for which deliveries that ended can be looked at. */
  readonly keep: number;
  /** All of them, and the newest one. */
  readonly versions: readonly ApiVersion[];
  readonly newest: ApiVersion;
  // {{#if hasAdapters}}
  readonly shapes: EventShapes;
  // {{/if}}
  readonly origin: EventOrigin;
  /** Name of the service, for receivers. */
  readonly agent: string;
  readonly settings: WebhookSettings;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Called when a task has something to do. */
  wake(): void;
}

export interface Webhooks {
  readonly routes: Route[];
  readonly tasks: Task[];
  /** Events that are still to be delivered. */
  readonly needs: readonly Need[];
  // {{#if hasAdapters}}
  /** An older version, with endpoints that name events as it does. */
  adapted(adapter: VersionAdapter, paths: Paths): VersionAdapter;
  // {{/if}}
  // {{#if hasSunsets}}
  readonly retire: RetireEndpoints;
  // {{/if}}
}

/** Receivers of Standard Webhooks are given 15 to 30 seconds. */
const defaultTimeout = 15_000;

/** Clients subscribe to events, and are sent them. */
export function createWebhooks<Tables>({
  database,
  outbox,
  cursors,
  // {{#if hasAccess}}
  eventFor,
  current,
  // {{/if}}
  // {{#if hasRules}}
  decidingClaims,
  // {{/if}}
  newId,
  sealingKeys,
  events,
  keep,
  versions,
  newest,
  // {{#if hasAdapters}}
  shapes,
  // {{/if}}
  origin,
  agent,
  settings,
  clock,
  log,
  wake,
}: WebhookEnvironment<Tables>): Webhooks {
  const { allowedNetworks, timeout = defaultTimeout, resolve } = settings;
  const networks = createNetworks(allowedNetworks);
  const endpoints = webhookEndpointStore(database);
  const queue = deliveryQueue(database, newId);
  const secrets = signingSecrets(database, newId, sealingKeys);
  const offer = { events, hasPermittedNetworks: networks.hasPermitted, versions };
  const described = describeEndpoints(offer);
  const shared = {
    existsFor: ({ id }: { readonly id: string }) => ({ client: [id] }),
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  } as const;
  // {{#if hasAccess}}
  const readers = webhookReaders(
    current,
    // {{#if hasRules}}
    decidingClaims,
    // {{/if}}
  );
  // {{/if}}
  const resource: ResourceEndpoints<WebhookEndpointDraft, Tables> = {
    ...shared,
    ...described.endpoint,
    idParameter: 'webhookEndpointId',
    parentParameters: [],
    table: webhookEndpointTable(database),
    store: endpoints,
    rules: endpointRules({
      database,
      networks,
      queue,
      // {{#if hasSunsets}}
      versions,
      // {{/if}}
      // {{#if hasAccess}}
      readers,
      // {{/if}}
    }),
  };
  const deliveries: ResourceEndpoints<WebhookDelivery, Tables> = {
    ...shared,
    ...deliveryDescription,
    idParameter: 'deliveryId',
    parentParameters: ['webhookEndpointId'],
    parent: { ...endpoints, existsFor: shared.existsFor },
    table: webhookDeliveryTable(database),
    store: webhookDeliveryStore(database),
    rules: {},
  };
  const { withSecret } = described;
  const replays = webhookReplays(database, newId);
  const compose = composer({
    outbox,
    // {{#if hasAccess}}
    eventFor,
    // {{/if}}
    secrets,
    versions,
    // {{#if hasAdapters}}
    shapes,
    // {{/if}}
    origin,
    agent,
  });
  const send = createHttpClient({
    networks,
    timeout,
    ...(resolve === undefined ? {} : { resolve }),
  });
  return {
    routes: webhookRoutes({
      resource,
      withSecret,
      newest,
      deliveries,
      secrets,
      queue,
      replays,
      // {{#if hasAccess}}
      readers,
      // {{/if}}
      wake,
    }),
    tasks: [
      fanOut({
        database,
        outbox,
        cursors,
        queue,
        // {{#if hasAccess}}
        eventFor,
        readers,
        // {{/if}}
        // {{#if hasAdapters}}
        shapes,
        // {{/if}}
        clock,
        onAdded: wake,
      }),
      replaying({
        database,
        outbox,
        endpoints,
        queue,
        // {{#if hasAccess}}
        eventFor,
        readers,
        // {{/if}}
        clock,
        onAdded: wake,
      }),
      delivering({
        database,
        endpoints,
        // {{#if hasAccess}}
        readers,
        // {{/if}}
        queue,
        compose,
        send,
        clock,
        log,
      }),
      deliveryPurge({ database, queue, keep, clock }),
    ],
    // {{#if hasSunsets}}
    retire: endpointRetirement(database, queue, newId),
    // {{/if}}
    // {{#if hasAdapters}}
    adapted: (adapter, paths) => endpointsAt(adapter, offer, paths),
    // {{/if}}
    needs: [
      (connection) => cursors.read(connection, consumer),
      (connection) => queue.needs(connection),
    ],
  };
}
