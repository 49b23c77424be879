import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { Ownership } from '../plan/index.ts';
import type { Language, Representation } from '../specification/index.ts';
import {
  asksIssuers,
  hasAccess,
  hasActing,
  hasActions,
  hasAdapters,
  endsStreams,
  hasApiKeys,
  hasAuthentication,
  hasBackground,
  hasBasic,
  hasBehaviours,
  hasChangingFlags,
  hasClosedVersions,
  hasCommands,
  hasCredentials,
  hasCursors,
  hasEvents,
  hasFollowers,
  hasGrants,
  hasHistory,
  hasIdempotency,
  hasIntrospection,
  hasJobs,
  hasJwt,
  hasKafka,
  hasLaterDraft,
  hasLifecycle,
  hasLegacyRoutes,
  hasLinks,
  hasNats,
  hasOauth2,
  hasOlderShapes,
  hasRestricted,
  hasRestrictions,
  hasRules,
  hasSecrets,
  hasStream,
  hasSunsets,
  hasTimers,
  hasTokens,
  hasVersions,
  hasVersionEvents,
  hasViews,
  hasWebhooks,
  hasTypedVersions,
  isFlags,
  isHostname,
  isPartial,
  isPath,
  isQuery,
  isReleased,
  looksUpCallers,
  refusesVersions,
  strategyFile,
  tellsLifecycle,
} from './features.ts';
import { versionTemplates } from './version-files.ts';
import type { RuntimeChoice } from './views/package-json.ts';

/** A file of a service that is made from a template. */
export interface TemplateEntry {
  /** Path below `templates/`; what ends in `.hbs` is rendered, all else is copied. */
  readonly template: string;
  /** Path in the service; that of the template unless said otherwise. */
  readonly path?: string;
  readonly ownership?: Ownership;
  /** Once for each resource: `resource` in the path stands for its name. */
  readonly isPerResource?: boolean;
  /** Of those that are there once for each resource: absent, every resource has it. */
  readonly whenResource?: (resource: ResourceModel) => boolean;
  /** Absent: every service has it. */
  readonly when?: (model: ServiceModel, runtime: RuntimeChoice) => boolean;
}

const offersStill = (
  { resources, specification }: ServiceModel['older'][number],
  method: ResourceModel['endpoint']['methods'][number],
) =>
  resources.some(({ older }) => specification.endpoints[older]?.methods.includes(method) === true);
const does =
  (method: ResourceModel['endpoint']['methods'][number]) =>
  ({ resources, older }: ServiceModel) =>
    resources.some(({ endpoint }) => endpoint.methods.includes(method)) ||
    older.some((version) => offersStill(version, method));
/** Whether clients do it with any resource: webhook endpoints can be treated in all these ways. */
const serves = (method: ResourceModel['endpoint']['methods'][number]) => (model: ServiceModel) =>
  does(method)(model) || hasWebhooks(model) || (ofJobs.has(method) && hasJobs(model));
/** What is offered for jobs. */
const ofJobs: ReadonlySet<string> = new Set(['list', 'read']);
const createsByReplace = ({ resources }: ServiceModel) =>
  resources.some(
    ({ endpoint }) => endpoint.methods.includes('replace') && endpoint.createByReplace,
  );
const speaks =
  (name: Representation) =>
  ({ specification }: ServiceModel) =>
    specification.representations.includes(name);
const says =
  (language: Language) =>
  ({ specification }: ServiceModel) =>
    specification.languages.includes(language);
const inserts = (model: ServiceModel) => serves('create')(model) || createsByReplace(model);
const revises = (model: ServiceModel) => serves('replace')(model) || serves('update')(model);
const readsObjects = (model: ServiceModel) =>
  serves('update')(model) ||
  speaks('hal')(model) ||
  speaks('json-api')(model) ||
  (hasAdapters(model) && hasIdempotency(model));
const hasLanguages = ({ specification }: ServiceModel) => specification.languages.length > 1;
const hasSeveral = ({ specification }: ServiceModel) => specification.representations.length > 1;
const hasOrigins = ({ specification }: ServiceModel) => specification.origins.length > 0;
const hasBodies = (model: ServiceModel) => does('create')(model) || revises(model);
const hasRelay = (model: ServiceModel) => hasNats(model) || hasKafka(model);
const hasAskedTransitions = ({ resources }: ServiceModel) =>
  resources.some(({ machine }) => machine?.transitions.some(({ isTimed }) => !isTimed));
const changesRows = (model: ServiceModel) => revises(model) || hasActing(model);
const settles = (model: ServiceModel) =>
  revises(model) || serves('delete')(model) || hasCommands(model);
const carriesOut = (model: ServiceModel) =>
  hasBodies(model) || serves('delete')(model) || hasCommands(model);
const hasOurselves = (model: ServiceModel) => hasHistory(model) || hasTimers(model);
const purges = (model: ServiceModel) => hasIdempotency(model) || hasEvents(model) || hasJobs(model);
/** Whether not everybody is told the same: relays tell the operator's own. */
const narrowsEvents = (model: ServiceModel) =>
  (hasStream(model) || hasWebhooks(model)) && hasAccess(model);
const hasActors = (model: ServiceModel) => changesRows(model) || hasFollowers(model);

const strategyFiles = [
  'accept-parameter',
  'date-path',
  'feature-flags',
  'header',
  'hostname',
  'media-type',
  'partial',
  'query',
  'uri-path',
];
const versionsBy = (file: string) => (model: ServiceModel) => strategyFile(model) === file;

const webhookFiles = [
  'create-endpoint.ts',
  'delivering.ts',
  'delivery-purge.ts',
  'delivery-store.ts',
  'delivery.ts',
  'endpoint-actions.ts',
  'endpoint-parts.ts',
  'endpoint-rules.ts',
  'endpoint-store.ts',
  'endpoint.ts',
  'fan-out.ts',
  'http-client.ts',
  'message.ts',
  'networks.ts',
  'queue-statements.ts',
  'queue.ts',
  'receiver-address.ts',
  'replays.ts',
  'routes.ts',
  'schedule.ts',
  'signature.ts',
  'signing-secrets.ts',
  'texts.ts',
  'webhooks.ts',
];

const proofFiles = [
  'acts.ts',
  'document.ts',
  'facts.ts',
  'frozen.ts',
  'lists.ts',
  'pointers.ts',
  'prove.ts',
  'proving.ts',
  'shapes.ts',
  'with-rules.ts',
];

/** What makes the operations of an older version of those of the newest. */
const adapting = [
  'adapter.ts',
  'answer-at.ts',
  'catalogue-at.ts',
  'content-at.ts',
  'paths-at.ts',
  'problem-at.ts',
  'query-at.ts',
  'routes-at.ts',
];

/**
 * Files that only some services have, or that are not simply written again when they are regenerated. All other
 * templates are in every service.
 */
export const exceptions: readonly TemplateEntry[] = [
  { template: 'src/custom.ts.hbs', ownership: 'owned' },
  { template: 'src/resources/resource.rules.ts.hbs', ownership: 'owned', isPerResource: true },
  { template: 'src/resources/resource.schema.ts.hbs', isPerResource: true },
  {
    template: 'src/resources/resource.states.ts.hbs',
    isPerResource: true,
    whenResource: ({ machine }) => machine !== undefined,
  },
  {
    template: 'src/resources/resource.actions.ts.hbs',
    isPerResource: true,
    whenResource: ({ actions }) => actions.length > 0,
  },
  {
    template: 'src/resources/resource.access.ts.hbs',
    isPerResource: true,
    whenResource: ({ access }) => access.grants !== undefined || access.rules.length > 0,
  },
  { template: 'src/resources/resource.store.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.routes.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.test.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.sample.ts.hbs', isPerResource: true },
  { template: 'src/authentication/mechanism.ts', when: hasAuthentication },
  { template: 'src/authentication/authentication.ts', when: hasAuthentication },
  { template: 'src/authentication/grants.ts', when: hasAccess },
  { template: 'src/authentication/granted-to.ts', when: hasGrants },
  { template: 'src/authentication/attribute-rules.ts', when: hasRules },
  {
    template: 'src/authentication/claims.ts',
    when: (model) => hasRules(model) || hasTokens(model),
  },
  { template: 'src/endpoints/operations/attributes.ts', when: hasRules },
  { template: 'src/endpoints/operations/restricted-members.ts', when: hasRestricted },
  {
    template: 'src/endpoints/hidden-parameters.ts',
    when: (model) => hasRestricted(model) && serves('list')(model),
  },
  { template: 'src/endpoints/seen-by.ts', when: hasViews },
  { template: 'src/resources/claimed.ts', when: hasRules },
  { template: 'src/resources/restrictions.ts', when: hasRestricted },
  {
    template: 'src/resources/optional-members.ts',
    when: (model) => hasRules(model) || hasRestricted(model),
  },
  { template: 'src/authentication/api-key.ts', when: hasApiKeys },
  { template: 'src/authentication/api-key-mechanism.ts', when: hasApiKeys },
  { template: 'src/authentication/api-key-store.ts', when: hasApiKeys },
  { template: 'src/authentication/verified-keys.ts', when: hasApiKeys },
  { template: 'src/authentication/granted.ts', when: hasCredentials },
  {
    template: 'src/authentication/current.ts',
    when: looksUpCallers,
  },
  { template: 'src/authentication/first-credential.ts.hbs', when: hasCredentials },
  { template: 'src/authentication/basic-mechanism.ts', when: hasBasic },
  { template: 'src/authentication/basic-users.ts', when: hasBasic },
  { template: 'src/authentication/password.ts', when: hasBasic },
  { template: 'src/authentication/verified-passwords.ts', when: hasBasic },
  { template: 'src/authentication/bearer-mechanism.ts', when: hasTokens },
  { template: 'src/authentication/access-token.ts', when: hasTokens },
  { template: 'src/authentication/key-source.ts', when: hasTokens },
  { template: 'src/authentication/issuer-unavailable.ts', when: hasTokens },
  { template: 'src/authentication/jwt.ts', when: hasJwt },
  { template: 'src/authentication/configured-key.ts', when: hasJwt },
  { template: 'src/authentication/issuer.ts', when: asksIssuers },
  { template: 'src/authentication/issuer-fetch.ts', when: asksIssuers },
  { template: 'src/authentication/renewed.ts', when: asksIssuers },
  { template: 'src/authentication/oauth2.ts', when: hasOauth2 },
  { template: 'src/authentication/protected-resource.ts', when: hasOauth2 },
  { template: 'src/authentication/introspection.ts', when: hasIntrospection },
  { template: 'test/support/contracts.ts.hbs', when: isReleased },
  { template: 'test/versioning/contracts.test.ts.hbs', when: isReleased },
  { template: 'test/versioning/recordings.test.ts.hbs', when: isReleased },
  { template: 'scripts/key.ts.hbs', when: hasCredentials },
  { template: 'scripts/grants.ts.hbs', when: hasCredentials },
  { template: 'scripts/token.ts.hbs', when: hasJwt },
  { template: 'test/support/issuer.ts', when: hasTokens },
  { template: 'test/conformance/5-authentication.test.ts.hbs', when: hasAuthentication },
  { template: 'test/conformance/5-guessing.test.ts.hbs', when: hasAuthentication },
  { template: 'test/support/callers.ts.hbs', when: hasAccess },
  { template: 'test/support/permissions.ts.hbs', when: hasGrants },
  { template: 'test/support/confined.ts.hbs', when: hasRules },
  { template: 'test/conformance/5-authorization.test.ts.hbs', when: hasGrants },
  { template: 'test/conformance/5-attribute-rules.test.ts.hbs', when: hasRules },
  { template: 'test/conformance/5-restricted-members.test.ts.hbs', when: hasRestricted },
  { template: 'test/conformance/5-api-key.test.ts.hbs', when: hasApiKeys },
  { template: 'test/conformance/5-basic.test.ts.hbs', when: hasBasic },
  { template: 'test/conformance/5-oauth2.test.ts.hbs', when: hasOauth2 },
  { template: 'test/conformance/5-tokens.test.ts.hbs', when: hasTokens },
  { template: 'src/endpoints/languages/accept-language.ts', when: hasLanguages },
  { template: 'src/endpoints/languages/en.ts', when: says('en') },
  { template: 'src/endpoints/languages/de.ts', when: says('de') },
  { template: 'src/endpoints/representations/hal.ts', when: speaks('hal') },
  { template: 'src/endpoints/representations/html.ts', when: speaks('html') },
  { template: 'src/endpoints/representations/json-api.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/json-api-body.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/json-api-query.ts', when: speaks('json-api') },
  { template: 'src/endpoints/representations/links.ts', when: hasLinks },
  { template: 'src/endpoints/representations/xml.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-reading.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-schema.ts', when: speaks('xml') },
  { template: 'src/endpoints/representations/xml-writing.ts', when: speaks('xml') },
  { template: 'test/conformance/3-timed-transitions.test.ts.hbs', when: hasTimers },
  { template: 'test/conformance/4b-jobs.test.ts.hbs', when: hasJobs },
  { template: 'src/service/documentation/version-switch.ts', when: hasVersions },
  { template: 'test/support/selector.ts', when: isPath },
  ...strategyFiles
    .filter((name) => name !== 'uri-path')
    .map((name) => ({
      template: `test/support/selectors/${name}.ts.hbs`,
      path: 'test/support/selector.ts',
      when: versionsBy(name),
    })),
  { template: 'test/support/fetch-by-host.ts', when: isHostname },
  ...strategyFiles.map((name) => ({
    template: `test/conformance/9-versioning-${name}.test.ts.hbs`,
    when: versionsBy(name),
  })),
  { template: 'test/conformance/4a-cursor.test.ts.hbs', when: hasCursors },
  { template: 'test/conformance/4b-cross-origin.test.ts.hbs', when: hasOrigins },
  { template: 'test/conformance/4b-idempotency.test.ts.hbs', when: hasIdempotency },
  { template: 'test/conformance/4c-languages.test.ts.hbs', when: hasLanguages },
  { template: 'test/conformance/4c-hal.test.ts.hbs', when: speaks('hal') },
  { template: 'test/conformance/4c-html.test.ts.hbs', when: speaks('html') },
  { template: 'test/conformance/4c-json-api.test.ts.hbs', when: speaks('json-api') },
  { template: 'test/conformance/4c-xml.test.ts.hbs', when: speaks('xml') },
  { template: 'test/conformance/4c-variants.test.ts.hbs', when: hasSeveral },
  { template: 'test/conformance/3-transitions.test.ts.hbs', when: hasAskedTransitions },
  { template: 'test/conformance/4b-actions.test.ts.hbs', when: hasCommands },
  { template: 'test/support/acting.ts.hbs', when: hasCommands },
  { template: 'test/conformance/4b-prefer.test.ts.hbs', when: hasBodies },
  { template: 'test/support/xml.ts', when: speaks('xml') },
  { template: 'src/versioning/standing.ts', when: tellsLifecycle },
  { template: 'src/versioning/restrictions.ts', when: hasRestrictions },
  { template: 'src/versioning/version-clients.ts', when: hasClosedVersions },
  { template: 'src/versioning/version-transitions.ts', when: hasLifecycle },
  { template: 'src/events/version-events.ts', when: hasVersionEvents },
  { template: 'src/events/description/version-description.ts', when: hasVersionEvents },
  { template: 'src/endpoints/version-refusals.ts', when: refusesVersions },
  { template: 'src/endpoints/version-admission.ts', when: hasRestrictions },
  { template: 'test/conformance/3-versions.test.ts.hbs', when: tellsLifecycle },
  { template: 'test/versioning/draft.test.ts.hbs', when: hasLaterDraft },
  { template: 'src/service/metrics.ts', when: tellsLifecycle },
  { template: 'src/service/metrics-server.ts', when: tellsLifecycle },
  { template: 'src/endpoints/cross-origin.ts', when: hasOrigins },
  { template: 'src/endpoints/cursor.ts', when: hasCursors },
  { template: 'src/endpoints/idempotency.ts', when: hasIdempotency },
  { template: 'src/endpoints/operations/carry-out.ts', when: carriesOut },
  { template: 'src/endpoints/operations/list.ts', when: serves('list') },
  {
    template: 'src/endpoints/list-query.ts',
    when: (model) => serves('list')(model) || hasAdapters(model),
  },
  { template: 'src/endpoints/page.ts', when: serves('list') },
  { template: 'src/endpoints/operations/create.ts', when: serves('create') },
  { template: 'src/endpoints/operations/read.ts', when: serves('read') },
  { template: 'src/endpoints/operations/replace.ts', when: serves('replace') },
  { template: 'src/endpoints/operations/replace-or-create.ts', when: createsByReplace },
  { template: 'src/endpoints/operations/insertion.ts', when: inserts },
  { template: 'src/endpoints/operations/update.ts', when: serves('update') },
  { template: 'src/endpoints/merge-patch.ts', when: serves('update') },
  { template: 'src/endpoints/json-patch.ts', when: serves('update') },
  { template: 'src/endpoints/json-object.ts', when: readsObjects },
  { template: 'src/endpoints/json-pointer.ts', when: serves('update') },
  { template: 'src/endpoints/operations/remove.ts', when: serves('delete') },
  { template: 'src/endpoints/operations/revise.ts', when: revises },
  { template: 'src/endpoints/operations/seen-of.ts', when: revises },
  { template: 'src/endpoints/operations/members.ts', when: hasBodies },
  { template: 'src/endpoints/operations/acting.ts', when: hasActing },
  { template: 'src/endpoints/operations/acting-on.ts', when: hasCommands },
  { template: 'src/endpoints/operations/action.ts', when: hasActions },
  { template: 'src/endpoints/operations/change.ts', when: changesRows },
  { template: 'src/endpoints/operations/actor.ts', when: hasActors },
  { template: 'src/endpoints/operations/follower.ts', when: hasFollowers },
  { template: 'src/endpoints/operations/perform.ts', when: hasActing },
  { template: 'src/endpoints/operations/transition.ts', when: hasAskedTransitions },
  { template: 'src/endpoints/operations/until-settled.ts', when: settles },
  { template: 'src/resources/change-rules.ts', when: hasActing },
  { template: 'src/states/guards.ts', when: hasActing },
  { template: 'src/states/machine.ts', when: hasActing },
  { template: 'src/states/state-keeping.ts', when: hasActing },
  { template: 'src/service/background.ts', when: hasBackground },
  { template: 'src/events/cursors.ts', when: hasEvents },
  { template: 'src/events/event.ts', when: hasEvents },
  { template: 'src/resources/event-sources.ts.hbs', when: hasEvents },
  { template: 'src/events/cloud-event.ts', when: hasEvents },
  { template: 'src/events/outbox.ts', when: hasEvents },
  { template: 'src/events/purge.ts', when: hasEvents },
  { template: 'src/events/removal.ts', when: hasEvents },
  { template: 'src/events/sequencer.ts', when: hasEvents },
  { template: 'src/events/sources.ts', when: hasEvents },
  { template: 'src/events/writer.ts', when: hasEvents },
  { template: 'src/events/visible.ts', when: narrowsEvents },
  { template: 'src/resources/event-audiences.ts.hbs', when: narrowsEvents },
  { template: 'src/endpoints/addressed.ts', when: hasJobs },
  { template: 'src/endpoints/operations/accept-action.ts', when: hasJobs },
  { template: 'src/jobs/job.ts', when: hasJobs },
  {
    template: 'src/jobs/jobs-at.ts',
    when: (model) => hasJobs(model) && hasAdapters(model),
  },
  { template: 'src/jobs/job-intake.ts', when: hasJobs },
  { template: 'src/jobs/job-routes.ts', when: hasJobs },
  { template: 'src/jobs/job-runner.ts', when: hasJobs },
  { template: 'src/jobs/job-store.ts', when: hasJobs },
  { template: 'src/jobs/sealed-actor.ts', when: hasJobs },
  { template: 'src/jobs/sealed-input.ts', when: hasJobs },
  { template: 'src/states/history.ts', when: hasHistory },
  { template: 'src/states/names.ts', when: hasActing },
  { template: 'src/states/ourselves.ts', when: hasOurselves },
  { template: 'src/states/due-timers.ts', when: hasTimers },
  { template: 'src/states/timed-transitions.ts', when: hasTimers },
  { template: 'src/states/timers.ts', when: hasTimers },
  { template: 'test/conformance/6-stream.test.ts.hbs', when: hasStream },
  { template: 'test/support/event-stream.ts', when: hasStream },
  { template: 'test/conformance/6-description.test.ts.hbs', when: hasEvents },
  { template: 'src/events/emitted.ts.hbs', when: hasEvents },
  { template: 'src/events/description/asyncapi.ts', when: hasEvents },
  { template: 'src/events/description/channels.ts', when: hasEvents },
  { template: 'src/events/description/event-description.ts', when: hasEvents },
  { template: 'src/events/description/openapi.ts', when: hasWebhooks },
  { template: 'src/events/description/route.ts', when: hasEvents },
  { template: 'src/events/stream/feed.ts', when: hasStream },
  { template: 'src/events/stream/follower.ts', when: hasStream },
  { template: 'src/events/stream/places.ts', when: hasStream },
  { template: 'src/events/stream/ending.ts', when: endsStreams },
  { template: 'src/events/stream/route.ts', when: hasStream },
  { template: 'src/events/stream/wire-format.ts', when: hasStream },
  {
    template: 'src/events/relays/broker-at.ts',
    when: (model) => hasRelay(model) && hasLaterDraft(model),
  },
  { template: 'src/events/relays/fitting.ts', when: hasRelay },
  { template: 'src/events/relays/relay.ts', when: hasRelay },
  { template: 'src/events/relays/nats.ts', when: hasNats },
  { template: 'src/events/relays/nats-settings.ts', when: hasNats },
  { template: 'src/events/relays/kafka.ts', when: hasKafka },
  { template: 'src/events/relays/kafka-settings.ts', when: hasKafka },
  { template: 'src/storage/leases.ts', when: hasRelay },
  { template: 'test/support/events.ts.hbs', when: hasEvents },
  { template: 'test/conformance/8-limits-streams.test.ts.hbs', when: hasStream },
  { template: 'test/conformance/6-events.test.ts.hbs', when: hasEvents },
  { template: 'test/support/receiver.ts', when: hasWebhooks },
  { template: 'test/support/webhooks.ts.hbs', when: hasWebhooks },
  { template: 'test/conformance/6-webhook-deliveries.test.ts.hbs', when: hasWebhooks },
  { template: 'test/conformance/6-webhook-endpoints.test.ts.hbs', when: hasWebhooks },
  {
    template: 'src/events/webhooks/reader.ts',
    when: (model) => hasWebhooks(model) && hasAccess(model),
  },
  { template: 'test/conformance/6-visibility.test.ts.hbs', when: narrowsEvents },
  {
    template: 'src/events/webhooks/retirement.ts',
    when: (model) => hasWebhooks(model) && hasSunsets(model),
  },
  ...webhookFiles.map((name) => ({ template: `src/events/webhooks/${name}`, when: hasWebhooks })),
  { template: 'test/support/arbitraries.ts', when: hasAdapters },
  {
    template: 'test/support/proofs/events.ts.hbs',
    when: (model) => hasAdapters(model) && hasStream(model),
  },
  ...proofFiles.map((name) => ({ template: `test/support/proofs/${name}.hbs`, when: hasAdapters })),
  { template: 'src/versioning/adapters.ts.hbs', when: hasAdapters },
  {
    template: 'src/versioning/filled-members.ts',
    when: (model) => hasAdapters(model) && hasRestricted(model),
  },
  { template: 'src/versioning/behaviours.ts.hbs', when: hasBehaviours },
  { template: 'src/endpoints/operations/behaves.ts', when: hasBehaviours },
  { template: 'src/versioning/converters.ts', when: hasOlderShapes },
  { template: 'src/versioning/pointers.ts', when: hasOlderShapes },
  { template: 'src/versioning/legacy-routes.ts.hbs', when: hasLegacyRoutes },
  { template: 'src/service/openapi/features-route.ts', when: hasChangingFlags },
  { template: 'src/versioning/changed-resources.ts.hbs', when: hasChangingFlags },
  { template: 'src/versioning/feature-change.ts', when: hasChangingFlags },
  { template: 'src/versioning/lacking.ts', when: hasChangingFlags },
  ...versionTemplates.map((template) => ({ template, when: () => false })),
  {
    template: 'src/events/webhooks/endpoints-at.ts',
    when: (model) => hasAdapters(model) && hasWebhooks(model),
  },
  {
    template: 'src/versioning/event-at.ts',
    when: (model) => hasAdapters(model) && hasEvents(model),
  },
  ...adapting.map((name) => ({ template: `src/versioning/${name}`, when: hasAdapters })),
  ...strategyFiles.map((name) => ({
    template: `src/versioning/strategies/${name}.ts`,
    when: versionsBy(name),
  })),
  {
    template: 'src/versioning/named-version.ts',
    when: (model) => versionsBy('header')(model) || isQuery(model),
  },
  {
    template: 'src/versioning/query-parameter.ts',
    when: (model) => isQuery(model) || isFlags(model),
  },
  { template: 'src/versioning/typed-versions.ts', when: hasTypedVersions },
  {
    template: 'src/versioning/unknown-version.ts',
    when: (model) => !isFlags(model),
  },
  { template: 'src/service/host.ts', when: isHostname },
  { template: 'src/endpoints/operations/list-across.ts', when: isPartial },
  { template: 'src/storage/idempotency-records.ts', when: hasIdempotency },
  { template: 'src/storage/sealing.ts', when: (model) => hasJobs(model) || hasWebhooks(model) },
  { template: 'src/storage/secrets.ts', when: hasSecrets },
  { template: 'src/storage/purge-statement.ts', when: purges },
  { template: 'src/storage/try-lock.ts', when: hasIdempotency },
  { template: 'src/storage/migrations/0001-initial.ts.hbs', ownership: 'history' },
  { template: 'src/storage/migrations/index.ts.hbs', ownership: 'history' },
];
