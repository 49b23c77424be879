import type { FastifyBaseLogger } from 'fastify';
import type { ResourceEndpoints } from '../../endpoints/operations/resource.ts';
import type { Route } from '../../endpoints/route.ts';
import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { EventOrigin } from '../cloud-event.ts';
import type { Cursors } from '../cursors.ts';
import type { EventShapes } from '../event-shapes.ts';
import type { Outbox } from '../outbox.ts';
import type { Need } from '../purge.ts';
import { deliveryPurge } from './delivery-purge.ts';
import { webhookDeliveryStore, webhookDeliveryTable } from './delivery-store.ts';
import { describeDeliveries, type WebhookDelivery } from './delivery.ts';
import { delivering } from './delivering.ts';
import { endpointRules } from './endpoint-rules.ts';
import { webhookEndpointStore, webhookEndpointTable } from './endpoint-store.ts';
import { describeEndpoints, type WebhookEndpointDraft, type WebhookOffer } from './endpoint.ts';
import { consumer, fanOut } from './fan-out.ts';
import { createHttpClient, type Resolve } from './http-client.ts';
import { composer, type LastNotice } from './message.ts';
import { createNetworks } from './networks.ts';
import { deliveryQueue, type DeliveryQueue } from './queue.ts';
import type { Readers } from './reader.ts';
import { replaying, webhookReplays } from './replays.ts';
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
  /** Absent: every client may see everything. */
  readonly readers?: Readers;
  readonly newId: () => string;
  /** What is kept of the secrets of endpoints is encrypted with the first of them. */
  readonly sealingKeys: readonly Buffer[];
  /** Types of the events that clients can receive: `order.submitted`. */
  readonly events: readonly string[];
  /** Milliseconds for which deliveries that ended can be looked at. */
  readonly keep: number;
  /** All of them, and the newest one. */
  readonly versions: readonly ApiVersion[];
  readonly newest: ApiVersion;
  /** Absent: there is one version. */
  readonly shapes?: EventShapes;
  /** The last message to an endpoint whose version is gone; absent: no version is ever removed. */
  readonly lastNotice?: LastNotice;
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
  /** Of what subscriptions can be about. */
  readonly offer: WebhookOffer;
  readonly queue: DeliveryQueue;
}

/** Receivers of Standard Webhooks are given 15 to 30 seconds. */
const defaultTimeout = 15_000;

/** Clients subscribe to events, and are sent them. */
export function createWebhooks<Tables>({
  database,
  outbox,
  cursors,
  readers,
  newId,
  sealingKeys,
  events,
  keep,
  versions,
  newest,
  shapes,
  lastNotice,
  origin,
  agent,
  settings,
  clock,
  log,
  wake,
}: WebhookEnvironment<Tables>): Webhooks {
  const { allowedNetworks, timeout = defaultTimeout, resolve } = settings;
  const networks = createNetworks(allowedNetworks);
  const isNarrowed = readers !== undefined;
  const endpoints = webhookEndpointStore(database, isNarrowed);
  const queue = deliveryQueue(database, newId);
  const secrets = signingSecrets(database, newId, sealingKeys);
  const offer = { events, hasPermittedNetworks: networks.hasPermitted, versions, isNarrowed };
  const described = describeEndpoints(offer);
  const shared = {
    allowedValues: ({ id }: { readonly id: string }) => ({ client: [id] }),
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  } as const;
  const resource: ResourceEndpoints<WebhookEndpointDraft, Tables> = {
    ...shared,
    ...described.endpoint,
    idParameter: 'webhookEndpointId',
    parentParameters: [],
    table: webhookEndpointTable(database, isNarrowed),
    store: endpoints,
    rules: endpointRules({ database, networks, queue, versions, readers }),
  };
  const deliveries: ResourceEndpoints<WebhookDelivery, Tables> = {
    ...shared,
    ...describeDeliveries(offer),
    idParameter: 'deliveryId',
    parentParameters: ['webhookEndpointId'],
    parent: { ...endpoints, allowedValues: shared.allowedValues },
    table: webhookDeliveryTable(database),
    store: webhookDeliveryStore(database),
    rules: {},
  };
  const { withSecret } = described;
  const replays = webhookReplays(database, newId);
  const compose = composer({
    outbox,
    secrets,
    versions,
    shapes,
    lastNotice,
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
      readers,
      wake,
    }),
    tasks: [
      fanOut({
        database,
        outbox,
        cursors,
        queue,
        readers,
        shapes,
        clock,
        onAdded: wake,
      }),
      replaying({
        database,
        outbox,
        endpoints,
        queue,
        readers,
        clock,
        onAdded: wake,
      }),
      delivering({
        database,
        endpoints,
        readers,
        queue,
        compose,
        send,
        clock,
        log,
      }),
      deliveryPurge({ database, queue, keep, clock }),
    ],
    offer,
    queue,
    needs: [
      (connection) => cursors.read(connection, consumer),
      (connection) => queue.needs(connection),
    ],
  };
}
