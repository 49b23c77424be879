import { createApp, type App, type Environment } from '../src/app.ts';
import { orderStates } from '../src/resources/order/order.states.ts';
import { orderStore } from '../src/resources/order/order.store.ts';
import { orderRules } from '../src/resources/order/order.rules.ts';
import { orderTransitionRules } from '../src/resources/order-transition/order-transition.rules.ts';
import { itemRules } from '../src/resources/item/item.rules.ts';
import { shippingLabelRules } from '../src/resources/shipping-label/shipping-label.rules.ts';
import { emitted } from '../src/events/emitted.ts';
import type { Caller, Granted } from '../src/runtime/authentication/caller.ts';
import { en } from '../src/runtime/endpoints/languages/en.ts';
import { de } from '../src/runtime/endpoints/languages/de.ts';
import type { Texts } from '../src/runtime/endpoints/languages/texts.ts';
import type { Application } from '../src/runtime/service/application.ts';
import { secretOf } from '../src/runtime/storage/secrets.ts';
import type { Strategy } from '../src/runtime/versioning/resolution.ts';
import { about } from '../src/service/about.ts';
import type { Tables } from '../src/storage/tables.ts';
import { orderSample } from './resources/order.sample.ts';
import { orderTransitionSample } from './resources/order-transition.sample.ts';
import { itemSample } from './resources/item.sample.ts';
import { shippingLabelSample } from './resources/shipping-label.sample.ts';
import { apiKeyCredentials } from './runtime/support/credentials/api-key.ts';
import type {
  CredentialContext,
  CredentialMaker,
} from './runtime/support/credentials/credential-maker.ts';
import { webhookEnvironment } from './runtime/support/webhook-environment.ts';
import type { ResourceSample } from './runtime/support/sample.ts';
import type { Selector } from './runtime/support/selector.ts';
import type { TimedResource } from './runtime/support/timed-resource.ts';
import type { GrantedKind, HidingKind, RuledKind } from './runtime/support/event-kinds.ts';
import { uriPathSelector } from './runtime/support/selectors/uri-path.ts';

// All that the tests in `runtime/` know of this service. They are the same in every service, and import nothing else of it.
export type { App, Environment } from '../src/app.ts';
export { catalogue } from '../src/errors/catalogue.ts';
export { emitted };
export { limits, policies } from '../src/limits/configured.ts';
export { about } from '../src/service/about.ts';
export { migrations } from '../src/storage/migrations.ts';
export type { Tables } from '../src/storage/tables.ts';
export { createStrategy } from '../src/versioning/strategy.ts';
export { currentVersion, versions } from '../src/versioning/versions.ts';

/** Every kind of resource of the newest version, in the order of the specification. */
export const samples: readonly ResourceSample[] = [
  orderSample,
  orderTransitionSample,
  itemSample,
  shippingLabelSample,
];

/** The instant at which tests begin. */
export const testInstant = '2026-01-01T00:00:00.000Z';

/** Operations that are forbidden for every caller: `PUT /v1/orders/{}`. */
export const closedOperations: readonly string[] = [];

/** Whether the specification says who may do what. */
export const hasGrants: boolean = true;

/** Whether claims of callers decide which rows exist for them. */
export const limitsRows: boolean = true;

/** What can be done, and the grants of which any one is enough. What is not here needs no credential, or is the owner's own. */
export const permittedOperations: readonly {
  readonly method: string;
  /** With its version and placeholders. */
  readonly path: string;
  readonly allowed: readonly string[] | 'authenticated';
}[] = [
  { method: 'GET', path: '/v1/orders', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders', allowed: ['clerk', 'admin'] },
  { method: 'GET', path: '/v1/orders/{orderId}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PUT', path: '/v1/orders/{orderId}', allowed: ['clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/orders/{orderId}', allowed: ['clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/orders/{orderId}', allowed: ['admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/submit', allowed: ['clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/ship', allowed: ['clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/cancel', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/transitions',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/transitions/{orderTransitionId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'GET', path: '/v1/orders/{orderId}/items', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/orders/{orderId}/items', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/orders/{orderId}/items/{itemId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'PUT', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/orders/{orderId}/items/{itemId}', allowed: ['clerk', 'admin'] },
  { method: 'GET', path: '/v1/shipping-labels', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/shipping-labels', allowed: ['clerk', 'admin'] },
  {
    method: 'GET',
    path: '/v1/shipping-labels/{shippingLabelId}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'DELETE', path: '/v1/shipping-labels/{shippingLabelId}', allowed: ['admin'] },
  { method: 'GET', path: '/v1/webhook-endpoints', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'POST', path: '/v1/webhook-endpoints', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'GET', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PUT', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'PATCH', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', allowed: ['reader', 'clerk', 'admin'] },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/ping',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/replay',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'GET',
    path: '/v1/webhook-endpoints/{id}/deliveries/{id}',
    allowed: ['reader', 'clerk', 'admin'],
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/deliveries/{id}/replay',
    allowed: ['reader', 'clerk', 'admin'],
  },
  { method: 'GET', path: '/v1/events', allowed: ['reader', 'clerk', 'admin'] },
];

/** Types of the events that clients of tests may receive, as the specification grants it. */
export const receivableTypes: readonly string[] = [
  'order.created',
  'order.submitted',
  'order.shipped',
  'order.cancelled',
];

/** Milliseconds for which events are kept. */
export const eventsKept: number = 604800000;

/** What rules decide by, of rows that clients of tests may see, by their kind of resource. */
export const decidingValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  order: { tenantId: 'north' },
};

/** The visibility of events: rules decide about rows, grants decide about members and kinds. */
export const ruledKinds: readonly RuledKind[] = [
  {
    name: 'order',
    types: ['order.created', 'order.submitted', 'order.shipped', 'order.cancelled'],
    rules: [
      {
        member: 'tenantId',
        claim: 'tenant',
        unless: [],
        own: 'north',
        other: 'south',
        kind: 'order',
      },
    ],
  },
];
export const hidingKinds: readonly HidingKind[] = [];
export const grantedKinds: readonly GrantedKind[] = [
  {
    name: 'order',
    types: ['order.created', 'order.submitted', 'order.shipped', 'order.cancelled'],
    readBy: ['reader', 'clerk', 'admin'],
  },
];

/** Why no two clients of the tests receive different events of these. */
export const whyReceivedAlike =
  'all clients receive the same events, or none, or the claim of a rule has one value alone';

/** The client for which rows of tests exist, where rules decide that by its name. */
export const namedOwner: Partial<Pick<Caller, 'name' | 'mechanism'>> = {};

/** Versions that are answered with 410 for good. */
export const givenUp: readonly string[] = [];

/** What the texts of answers are in, the default first. */
export const languages: readonly [Texts, ...Texts[]] = [en, de];

/** What resources are shown in, the default first. */
export const representations: readonly string[] = ['json', 'hal', 'json-api', 'xml', 'html'];

/** Origins of pages that may call from a browser. */
export const origins: readonly string[] = [];

/** Value of Vary: the headers that any answer may depend on. */
export const vary: string = 'Accept, Accept-Language, Accept-Encoding';

export const hasEvents: boolean = true;
export const hasStream: boolean = true;
export const hasWebhooks: boolean = true;

/** Whether clients get anything in another shape than the newest. */
export const hasAdapters: boolean = false;

/** The version that answers where a request names none; empty where none does. */
export const pinned: string = '';

/** Whether a range of all media types can name a version, or need not; and whether it is answered in the newest one. */
export const answersAny: boolean = true;
export const anyMeansNewest: boolean = true;

/** Paths of the collections that have versions, where only some do. */
export const versionedCollections: readonly string[] = ['/webhook-endpoints', '/events'];

/** Name of the strategy by which clients name versions. */
export const strategy: string = 'uri-path';

/** What a version calls otherwise than the newest one: paths and events by those of the newest, and operations that it has not. An event that is null is none of its own. */
export function renamedIn(_label: string): {
  readonly paths: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string | null>>;
  readonly absent: readonly string[];
} {
  const { paths = {}, events = {}, absent = [] } = {};
  return { paths, events, absent };
}

/** Whether resources are shown with addresses of what can be done with them. */
export const hasCustomOperationLinks: boolean = true;

/** Whether rules compare who a caller is. */
export const comparesNames: boolean = false;

/** Name of the header that carries an API key, in lower case. */
export const apiKeyHeader: string = 'x-api-key';

/** IDs of the rules that the strategy is about. */
export const rulesOfStrategy: readonly string[] = ['C-183'];

/** What a refusal for want of a credential says of each scheme, in the order of the mechanisms. */
export function challengesOf(_baseUrl: string): readonly string[] {
  return [`ApiKey realm="${about.vendor}", header=${JSON.stringify('X-API-Key')}`];
}

/** Names of the headers that carry credentials. */
export const credentialHeaders: readonly string[] = ['X-API-Key'];

/** Query parameters that would carry a credential in an address, as clients may write them. */
export const credentialParameters: readonly string[] = ['X-API-Key', 'x-api-key'];

/** Schemes of the OpenAPI document, by their names, with what it has to say of them. */
export const expectedSchemes: Readonly<Record<string, object>> = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
};

/** Types of all events, those of versions last. */
export const eventTypes: readonly string[] = emitted.map(({ type }) => type);

/** Whether events hold the resource as it is shown. */
export const hasFullEvents: boolean = true;

/** The rules of each resource, by its table: collections of several resources may have one name. */
export const rulesByTable: Readonly<Record<string, { afterCreate?: unknown }>> = {
  orders: orderRules,
  order_transitions: orderTransitionRules,
  items: itemRules,
  shipping_labels: shippingLabelRules,
};

/** Resources whose state changes by the clock. */
export const timedResources: readonly TimedResource[] = [
  {
    name: 'order',
    sample: orderSample,
    machine: orderStates,
    store: (database) => orderStore(database),
    history: { segment: 'transitions', sample: orderTransitionSample },
    events: ['created', 'submitted', 'shipped', 'cancelled'],
  },
];

/** Versions that do not exist: a number, and a day. */
export const unknownMajor: string = '9998';
export const unknownDay: string = '9999-12-31';

/** Flags without which clients get another shape than the one that is stored, as the header lists them; empty where there are none. */
export const changingFeatures: string = '';

/** Whether only some collections have versions. */
export const hasPartialVersions: boolean = false;

/** How clients of this service name a version. */
export const selector: Selector = uriPathSelector();

/** Names of the mechanisms of authentication, the one of most tests first. */
export const mechanisms: readonly Caller['mechanism'][] = ['api-key'];

/** All that there is to be given. */
export const everything: Granted = {
  roles: ['reader', 'clerk', 'admin'],
  scopes: [],
  claims: { tenant: ['north', 'south'] },
};

/** Name of the client of most tests. */
export const testClientName = 'test';

/** The issuers of tokens that tests start, by the mechanisms that take their tokens. */
export type Issuers = Readonly<Record<never, never>>;

export function startIssuers(_clock: () => Date): Promise<Issuers> {
  return Promise.resolve({});
}

/** How credentials are made, by their mechanism. */
export function credentialMakers(
  context: CredentialContext<Tables>,
  _issuers: Issuers,
): Readonly<Partial<Record<Caller['mechanism'], CredentialMaker>>> {
  return {
    'api-key': apiKeyCredentials(context, { vendor: about.vendor, header: 'x-api-key' }),
  };
}

/** What a start of the service needs, and tests choose. */
export type StartSettings = Pick<
  Environment,
  'database' | 'baseUrl' | 'logger' | 'concurrency' | 'addressOf' | 'transportOf' | 'clock'
>;

/** Makes the service, as often as a test wants, with what the settings do not say from the environment. */
export async function appMaker(
  settings: StartSettings,
  _issuers: Issuers,
): Promise<(environment: Partial<Environment>) => App> {
  const secret = await secretOf(settings.database, 'service');
  const own = {
    secret,
    webhooks: webhookEnvironment(),
  };
  return (environment) => createApp({ ...settings, ...own, ...environment });
}

/** Does what is due by the clock, and no request waits for. */
export function runDueWork(app: App): Promise<void> {
  return app.background.run();
}

/** What the application of a test's own routes has in common with this service. */
export function applicationParts(
  _strategy: Strategy,
): Pick<
  Application,
  'versionFields' | 'versionLinks' | 'standing' | 'retirement' | 'textsFor' | 'hostOf' | 'allowed'
> {
  return {
    versionFields: ({ label }) => ({ 'x-api-version': label }),
    textsFor: () => en,
    allowed: [],
  };
}
