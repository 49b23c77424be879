import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { Ownership } from '../plan/index.ts';
import type { Representation } from '../specification/index.ts';
import {
  hasAccess,
  hasApiKeys,
  hasAuthentication,
  hasBasic,
  hasBehaviours,
  hasCommands,
  hasCredentials,
  hasCursors,
  hasEvents,
  hasGrants,
  hasIdempotency,
  hasJobs,
  hasJwt,
  hasLaterDraft,
  hasOauth2,
  hasRestricted,
  hasRules,
  hasSignIn,
  hasStream,
  hasTimers,
  hasTokens,
  hasWebhooks,
  isPath,
  isReleased,
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
/** Whether not everybody is told the same: relays tell the operator's own. */
const narrowsEvents = (model: ServiceModel) =>
  (hasStream(model) || hasWebhooks(model)) && hasAccess(model);

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

/**
 * Files that only some services have, that are there for each resource, or that are not simply written again when they
 * are regenerated. All other templates are in every service; which modules it has follows from what its files bring in.
 */
export const exceptions: readonly TemplateEntry[] = [
  { template: '_gitattributes', ownership: 'owned' },
  { template: 'src/custom.ts.hbs', ownership: 'owned' },
  { template: 'src/resources/resource.rules.ts.hbs', ownership: 'owned', isPerResource: true },
  { template: 'src/resources/resource.schema.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.states.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.actions.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.access.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.store.ts.hbs', isPerResource: true },
  { template: 'src/resources/resource.routes.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.test.ts.hbs', isPerResource: true },
  { template: 'test/resources/resource.sample.ts.hbs', isPerResource: true },
  { template: 'test/versioning/contracts.test.ts.hbs', when: isReleased },
  { template: 'test/versioning/recordings.test.ts.hbs', when: isReleased },
  { template: 'scripts/key.ts.hbs', when: hasCredentials },
  { template: 'scripts/grants.ts.hbs', when: hasCredentials },
  { template: 'scripts/token.ts.hbs', when: hasJwt },
  { template: 'test/conformance/5-authentication.test.ts.hbs', when: hasAuthentication },
  { template: 'test/conformance/5-guessing.test.ts.hbs', when: hasAuthentication },
  { template: 'test/conformance/5-authorization.test.ts.hbs', when: hasGrants },
  { template: 'test/conformance/5-attribute-rules.test.ts.hbs', when: hasRules },
  { template: 'test/conformance/5-restricted-members.test.ts.hbs', when: hasRestricted },
  { template: 'test/conformance/5-api-key.test.ts.hbs', when: hasApiKeys },
  { template: 'test/conformance/5-basic.test.ts.hbs', when: hasBasic },
  { template: 'test/conformance/5-sign-in.test.ts.hbs', when: hasSignIn },
  { template: 'test/conformance/5-oauth2.test.ts.hbs', when: hasOauth2 },
  { template: 'test/conformance/5-tokens.test.ts.hbs', when: hasTokens },
  { template: 'test/conformance/3-timed-transitions.test.ts.hbs', when: hasTimers },
  { template: 'test/conformance/4b-jobs.test.ts.hbs', when: hasJobs },
  { template: 'test/support/selector.ts', when: isPath },
  ...strategyFiles
    .filter((name) => name !== 'uri-path')
    .map((name) => ({
      template: `test/support/selectors/${name}.ts.hbs`,
      path: 'test/support/selector.ts',
      when: versionsBy(name),
    })),
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
  { template: 'test/conformance/4b-prefer.test.ts.hbs', when: hasBodies },
  { template: 'test/conformance/3-versions.test.ts.hbs', when: tellsLifecycle },
  { template: 'test/versioning/draft.test.ts.hbs', when: hasLaterDraft },
  { template: 'test/conformance/6-stream.test.ts.hbs', when: hasStream },
  { template: 'test/conformance/6-description.test.ts.hbs', when: hasEvents },
  { template: 'test/conformance/8-limits-streams.test.ts.hbs', when: hasStream },
  { template: 'test/conformance/6-events.test.ts.hbs', when: hasEvents },
  { template: 'test/conformance/6-webhook-deliveries.test.ts.hbs', when: hasWebhooks },
  { template: 'test/conformance/6-webhook-endpoints.test.ts.hbs', when: hasWebhooks },
  { template: 'test/conformance/6-visibility.test.ts.hbs', when: narrowsEvents },
  { template: 'src/versioning/behaviours.ts.hbs', isAmbient: true, when: hasBehaviours },
  { template: 'src/storage/migrations/0001-initial.ts.hbs', ownership: 'history' },
  { template: 'src/storage/migrations/index.ts.hbs', ownership: 'history' },
];
