import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { Ownership } from '../plan/index.ts';
import type { Representation } from '../specification/index.ts';
import {
  endsStreams,
  hasAccess,
  hasAdditions,
  hasApiKeys,
  hasAuthentication,
  hasBasic,
  hasBehaviours,
  hasCustomOperations,
  hasCredentials,
  hasCursors,
  hasChangelog,
  hasDeprecations,
  hasEvents,
  hasGrants,
  hasIdempotency,
  hasIntrospection,
  hasJobs,
  hasJwt,
  hasLaterDraft,
  hasOauth2,
  hasReducedQuotas,
  hasAnyMemberAccess,
  hasWindDown,
  hasRules,
  hasSignIn,
  hasStream,
  hasTimers,
  hasTokens,
  hasVersionEvents,
  hasWebhooks,
  isReleased,
  looksUpCallers,
  strategyFile,
  tellsLifecycle,
} from './features.ts';

/** A file of a service that is made from a template. */
export interface TemplateEntry {
  /** Path below `templates/`; what ends in `.hbs` is rendered, all else is copied. */
  readonly template: string;
  /** Path in the service; that of the template unless said otherwise. */
  readonly path?: string;
  readonly ownership?: Ownership;
  /** A module that nothing brings in, because it only adds to the types of another one. */
  readonly isAmbient?: boolean;
  /** Once for each resource: `resource` in the path stands for its name. */
  readonly isPerResource?: boolean;
  /** Of these not for what only older versions show. */
  readonly isOfNewest?: boolean;
  /** Serves the next generation alone: a service that has left the generator does without it. */
  readonly isForGenerator?: boolean;
  /** Absent: every service has it, of modules those that another of its files brings in. */
  readonly when?: (model: ServiceModel) => boolean;
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
const speaks =
  (name: Representation) =>
  ({ specification }: ServiceModel) =>
    specification.representations.includes(name);
const revises = (model: ServiceModel) => serves('replace')(model) || serves('update')(model);
const hasLanguages = ({ specification }: ServiceModel) => specification.languages.length > 1;
const hasSeveral = ({ specification }: ServiceModel) => specification.representations.length > 1;
const hasOrigins = ({ specification }: ServiceModel) => specification.origins.length > 0;
const hasBodies = (model: ServiceModel) => does('create')(model) || revises(model);
const hasAskedTransitions = ({ resources }: ServiceModel) =>
  resources.some(({ machine }) => machine?.transitions.some(({ isTimed }) => !isTimed));
/** True when readers of events see different things. Relays send everything, because their readers are the operator's own. */
const narrowsEvents = (model: ServiceModel) =>
  (hasStream(model) || hasWebhooks(model)) && hasAccess(model);
/** True when the grants of a key decide which events its client gets. */
const narrowsEventsByKey = (model: ServiceModel) =>
  narrowsEvents(model) && hasGrants(model) && hasApiKeys(model);

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

/** Makes the first migration of a new service. */
export const initialMigration = 'src/storage/migrations/0001-initial.ts.hbs';

/**
 * Files that only some services have, that are there for each resource, or that are not simply written again when they
 * are regenerated. All other templates are in every service; which modules it has follows from what its files bring in.
 */
export const exceptions: readonly TemplateEntry[] = [
  { template: '_gitattributes', ownership: 'owned', isForGenerator: true },
  { template: '_resource-service/_gitattributes', isForGenerator: true },
  { template: '_resource-service/service.schema.json', isForGenerator: true },
  {
    template: '_resource-service/step.schema.json',
    isForGenerator: true,
    when: ({ older }) => older.length > 0,
  },
  { template: 'docs/steps.md', isForGenerator: true, when: ({ older }) => older.length > 0 },
  { template: 'scripts/check-specification.ts', isForGenerator: true },
  { template: 'scripts/freeze.ts.hbs', isForGenerator: true },
  { template: 'scripts/freeze/additions.ts.hbs', isForGenerator: true, when: hasAdditions },
  { template: 'scripts/freeze/lists.ts', isForGenerator: true },
  { template: 'scripts/freeze/numbering.ts', isForGenerator: true, when: hasAdditions },
  { template: 'scripts/freeze/older.ts', isForGenerator: true, when: hasAdditions },
  { template: 'scripts/freeze/recorder.ts.hbs', isForGenerator: true },
  { template: 'scripts/freeze/requests.ts.hbs', isForGenerator: true },
  { template: 'scripts/freeze/rows.ts.hbs', isForGenerator: true },
  { template: 'src/custom.ts.hbs', ownership: 'owned' },
  { template: 'src/resources/resource.rules.ts.hbs', ownership: 'owned', isPerResource: true },
  { template: 'src/resources/resource.schema.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.states.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.actions.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.access.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.store.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.routes.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.test.ts.hbs', isPerResource: true, isOfNewest: true },
  { template: 'test/resources/resource.sample.ts.hbs', isPerResource: true },
  { template: 'test/versioning/contracts.test.ts.hbs', when: isReleased },
  { template: 'test/versioning/recordings.test.ts.hbs', when: isReleased },
  { template: 'test/versioning/carried.test.ts.hbs', when: isReleased },
  { template: 'test/versioning/losses.ts.hbs', when: isReleased },
  { template: 'scripts/key.ts.hbs', when: hasCredentials },
  { template: 'scripts/grants.ts.hbs', when: hasCredentials },
  { template: 'scripts/token.ts.hbs', when: hasJwt },
  { template: 'test/runtime/conformance/5-authentication.test.ts', when: hasAuthentication },
  { template: 'test/runtime/conformance/5-guessing.test.ts', when: hasAuthentication },
  { template: 'test/runtime/conformance/5-authorization.test.ts', when: hasGrants },
  { template: 'test/runtime/conformance/5-attribute-rules.test.ts', when: hasRules },
  { template: 'test/runtime/conformance/5-member-access.test.ts', when: hasAnyMemberAccess },
  { template: 'test/runtime/conformance/5-api-key.test.ts', when: hasApiKeys },
  {
    template: 'test/runtime/conformance/5-api-key-lookup.test.ts',
    when: (model) => hasApiKeys(model) && looksUpCallers(model),
  },
  { template: 'test/runtime/conformance/5-basic.test.ts', when: hasBasic },
  {
    template: 'test/runtime/conformance/5-basic-lookup.test.ts',
    when: (model) => hasBasic(model) && looksUpCallers(model),
  },
  { template: 'test/runtime/conformance/5-sign-in.test.ts', when: hasSignIn },
  { template: 'test/runtime/conformance/5-oauth2.test.ts', when: hasOauth2 },
  { template: 'test/runtime/conformance/5-introspection.test.ts', when: hasIntrospection },
  { template: 'test/runtime/conformance/5-tokens.test.ts', when: hasTokens },
  {
    template: 'test/runtime/conformance/5-token-lookup.test.ts',
    when: (model) => hasTokens(model) && looksUpCallers(model),
  },
  { template: 'test/runtime/conformance/3-timed-transitions.test.ts', when: hasTimers },
  { template: 'test/runtime/conformance/4b-jobs.test.ts', when: hasJobs },
  ...strategyFiles.map((name) => ({
    template: `test/runtime/conformance/9-versioning-${name}.test.ts`,
    when: versionsBy(name),
  })),
  { template: 'test/runtime/conformance/4a-cursor.test.ts', when: hasCursors },
  { template: 'test/runtime/conformance/4b-cross-origin.test.ts', when: hasOrigins },
  { template: 'test/runtime/conformance/4b-idempotency.test.ts', when: hasIdempotency },
  { template: 'test/runtime/conformance/4c-languages.test.ts', when: hasLanguages },
  { template: 'test/runtime/conformance/4c-hal.test.ts', when: speaks('hal') },
  { template: 'test/runtime/conformance/4c-html.test.ts', when: speaks('html') },
  { template: 'test/runtime/conformance/4c-json-api.test.ts', when: speaks('json-api') },
  { template: 'test/runtime/conformance/4c-xml.test.ts', when: speaks('xml') },
  { template: 'test/runtime/conformance/4c-variants.test.ts', when: hasSeveral },
  { template: 'test/runtime/conformance/3-transitions.test.ts', when: hasAskedTransitions },
  { template: 'test/runtime/conformance/4b-actions.test.ts', when: hasCustomOperations },
  { template: 'test/runtime/conformance/4b-prefer.test.ts', when: hasBodies },
  { template: 'test/runtime/conformance/3-versions.test.ts', when: tellsLifecycle },
  { template: 'test/runtime/conformance/3-changelog.test.ts', when: hasChangelog },
  { template: 'test/runtime/conformance/3-deprecations.test.ts', when: hasDeprecations },
  { template: 'test/runtime/conformance/3-version-events.test.ts', when: hasVersionEvents },
  { template: 'test/runtime/conformance/3-version-wind-down.test.ts', when: hasWindDown },
  { template: 'test/runtime/conformance/3-version-quotas.test.ts', when: hasReducedQuotas },
  { template: 'test/versioning/draft.test.ts.hbs', when: hasLaterDraft },
  { template: 'test/runtime/conformance/6-stream.test.ts', when: hasStream },
  {
    template: 'test/runtime/conformance/6-stream-api-key.test.ts',
    when: (model) => hasStream(model) && hasApiKeys(model),
  },
  {
    template: 'test/runtime/conformance/6-stream-tokens.test.ts',
    when: (model) => hasStream(model) && hasTokens(model),
  },
  { template: 'test/runtime/conformance/6-stream-versions.test.ts', when: endsStreams },
  { template: 'test/runtime/conformance/6-description.test.ts', when: hasEvents },
  { template: 'test/runtime/conformance/8-limits-streams.test.ts', when: hasStream },
  { template: 'test/runtime/conformance/6-events.test.ts', when: hasEvents },
  { template: 'test/runtime/conformance/6-webhook-deliveries.test.ts', when: hasWebhooks },
  { template: 'test/runtime/conformance/6-webhook-endpoints.test.ts', when: hasWebhooks },
  {
    template: 'test/runtime/conformance/6-visibility-rows.test.ts',
    when: (model) => narrowsEvents(model) && hasRules(model),
  },
  {
    template: 'test/runtime/conformance/6-visibility-members.test.ts',
    when: (model) => narrowsEvents(model) && hasAnyMemberAccess(model),
  },
  {
    template: 'test/runtime/conformance/6-visibility-grants.test.ts',
    when: (model) => narrowsEvents(model) && hasGrants(model),
  },
  {
    template: 'test/runtime/conformance/6-visibility-keys.test.ts',
    when: narrowsEventsByKey,
  },
  {
    template: 'test/runtime/conformance/6-visibility-key-webhooks.test.ts',
    when: (model) => narrowsEventsByKey(model) && hasWebhooks(model),
  },
  { template: 'src/versioning/deprecations.ts.hbs', when: hasDeprecations },
  { template: 'src/versioning/behaviours.ts.hbs', isAmbient: true, when: hasBehaviours },
  { template: initialMigration, ownership: 'history' },
];
