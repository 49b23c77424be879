import { isDateLabel, leastSupported, noticePeriod } from '../../specification/index.ts';
import { known } from '../../model/known.ts';
import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { withPresentCustomOperations, presentModel } from '../../model/present.ts';
import { code, identifier, literal } from '../code.ts';
import {
  endsStreams,
  hasAccess,
  hasApiKeys,
  recordsVersionClients,
  hasExemptions,
  hasChangelog,
  hasDeprecations,
  hasMetrics,
  hasReducedQuotas,
  hasWindDown,
  hasSunsets,
  hasVersionEvents,
  tellsLifecycle,
  hasStatesOrActions,
  hasAdapters,
  hasAdditions,
  hasLegacyRoutes,
  hasBackground,
  hasBehaviours,
  hasChangingFlags,
  hasCustomOperationLinks,
  hasCustomOperations,
  hasCurrentDraft,
  hasCursors,
  hasEvents,
  hasInputReferences,
  hasGrantedLinks,
  hasGrants,
  hasHistory,
  hasIdempotency,
  hasJobs,
  hasKafka,
  hasLaterDraft,
  hasLegacyFields,
  hasLifecycle,
  hasNats,
  hasNextDraft,
  hasOauth2,
  hasAnyMemberAccess,
  hasRules,
  hasSealed,
  hasSecrets,
  hasSignIn,
  hasStream,
  hasTimers,
  hasTokens,
  hasVersions,
  hasViews,
  hasWebhooks,
  isHostname,
  looksUpCallers,
} from '../features.ts';
import { mediaTypes } from '../media-types.ts';
import { authenticationView } from './authentication.ts';
import { namingRules } from '../former-rules.ts';
import { clientsOfTwoNames, testClient } from './claim-samples.ts';
import { eventsView } from './events.ts';
import { closedOperations, permissionsOf } from './permissions.ts';
import { policiesOf } from './policies.ts';
import { licenseView } from './license.ts';
import { problemsView } from './problems.ts';
import { selectorView } from './selector.ts';
import { isVersioned, strategyView } from './strategy.ts';
import { testInstant } from './versions/test-clock.ts';

/** Names of the constants that the modules of the representations export. */
const constants = {
  json: 'json',
  hal: 'hal',
  'json-api': 'jsonApi',
  xml: 'xml',
  html: 'htmlPages',
} as const;

const defaultBaseUrl = 'http://localhost:3000';

const isTimed = ({ machine }: ResourceModel) =>
  machine?.transitions.some((transition) => transition.isTimed) === true;
const isAsynchronous = ({ actions }: ResourceModel) => actions.some(({ isAsync }) => isAsync);

/** Callers that may read any resource with events may subscribe; their own grants decide which events they get. */
function eventReaders({ resources }: ServiceModel): string[] {
  const announced = resources.filter(({ events }) => events.length > 0);
  return [...new Set(announced.flatMap(({ access }) => access.grants?.['read'] ?? []))];
}

/** How the version after this one may be called. */
function nextLabel(label: string): string {
  return isDateLabel(label) ? 'DATE' : String(Number(label) + 1);
}

/** What the templates of the service as a whole show. */
export function serviceView(model: ServiceModel) {
  const { service, limits, languages, representations, origins } = model.specification;
  const { baseUrl } = service;
  const selection = strategyView(model);
  const authentication = authenticationView(model);
  const present = presentModel(model);
  return {
    service: { ...service, baseUrl: baseUrl ?? defaultBaseUrl },
    hasBasePath: baseUrl !== undefined && new URL(baseUrl).pathname !== '/',
    about: {
      name: service.name,
      title: service.title,
      vendor: service.vendor,
      purpose: service.purpose,
      domain: service.domain,
      contact: service.contact,
      license: service.license === undefined ? undefined : licenseView(service.license),
      version: model.version,
    },
    newest: model.newest,
    olderVersions: model.versions.slice(0, -1).map((version) => ({ version })),
    ...selection,
    hasVersions: hasVersions(model),
    hasLaterDraft: hasLaterDraft(model),
    newestServed: identifier(hasLaterDraft(model) ? 'newest' : 'currentVersion'),
    hasLifecycle: hasLifecycle(model),
    tellsLifecycle: tellsLifecycle(model),
    hasChangelog: hasChangelog(model),
    hasDeprecations: hasDeprecations(model),
    hasMetrics: hasMetrics(model),
    deprecations: model.deprecations,
    deprecatedFeatures: model.deprecations.flatMap(({ label, features }) =>
      features.map(({ name, since, sunset = '', replacedBy = '' }) => ({
        version: label,
        name,
        since,
        sunset,
        replacedBy,
      })),
    ),
    hasVersionEvents: hasVersionEvents(model),
    hasSunsets: hasSunsets(model),
    retiresEndpoints: hasSunsets(model) && hasWebhooks(model),
    keepsClaims: hasRules(model) && hasWebhooks(model),
    endsStreams: endsStreams(model),
    asksAbout: hasApiKeys(model) || endsStreams(model),
    hasWindDown: hasWindDown(model),
    hasReducedQuotas: hasReducedQuotas(model),
    recordsVersionClients: recordsVersionClients(model),
    admitsByVersion: hasWindDown(model) || recordsVersionClients(model),
    hasExemptions: hasExemptions(model),
    limits,
    policies: policiesOf(limits),
    hasCurrentDraft: hasCurrentDraft(model),
    hasNextDraft: hasNextDraft(model),
    hasLegacyFields: hasLegacyFields(model),
    quotaFields: { draft: limits.draft, isLegacy: hasLegacyFields(model) },
    languages: languages.map((language) => ({ name: identifier(language), file: language })),
    defaultLanguage: { name: identifier(languages[0]), file: languages[0] },
    hasLanguages: languages.length > 1,
    representations: representations.map((name) => ({
      name: identifier(constants[name]),
      file: name,
    })),
    representationNames: representations,
    recordedTypes: (['hal', 'json-api'] as const)
      .filter((name) => representations.includes(name))
      .map((name) => mediaTypes[name]),
    supportPolicy: { days: noticePeriod, versions: leastSupported },
    hasStepsPage: model.older.length > 0,
    hasGuides: model.older.some(({ steps }) => steps.length > 0),
    oldestVersion: model.versions[0]?.label ?? '1',
    nextVersion: nextLabel(model.versions.at(-1)?.label ?? '1'),
    givenUp: Object.entries(model.specification.versioning.versions)
      .filter(([, { contracted }]) => contracted !== undefined)
      .map(([label]) => label),
    origins,
    vary: [
      'Accept',
      ...(languages.length > 1 ? ['Accept-Language'] : []),
      'Accept-Encoding',
      ...(origins.length > 0 ? ['Origin'] : []),
      ...selection.selectorHeaders,
    ].join(', '),
    versionHeaders: [
      ...(selection.isFlags ? ['X-API-Features'] : []),
      ...(tellsLifecycle(model) ? ['Api-Deprecated-Versions'] : []),
      'Api-Supported-Versions',
      ...(hasLifecycle(model) ? ['Deprecation'] : []),
      ...(tellsLifecycle(model) ? ['Link'] : []),
      ...(hasLifecycle(model) ? ['Sunset'] : []),
      'X-API-Version',
    ],
    hasCursors: hasCursors(model),
    hasIdempotency: hasIdempotency(model),
    hasSecret: hasSecrets(model),
    hasSealed: hasSealed(model),
    hasBackground: hasBackground(model),
    isWoken: hasTimers(model) || hasJobs(model) || hasEvents(model),
    hasTimers: hasTimers(model),
    hasJobs: hasJobs(model),
    hasWork: hasTimers(model) || hasJobs(model),
    hasStatesOrActions: hasStatesOrActions(model),
    hasCustomOperations: hasCustomOperations(model),
    hasHistory: hasHistory(model),
    hasHal: representations.includes('hal'),
    hasHtml: representations.includes('html'),
    hasSignIn: hasSignIn(model),
    hasEvents: hasEvents(model),
    hasCustomOperationLinks: hasCustomOperationLinks(model),
    hasInputReferences: hasInputReferences(model),
    hasStream: hasStream(model),
    hasNats: hasNats(model),
    hasKafka: hasKafka(model),
    hasWebhooks: hasWebhooks(model),
    eventsKept: model.events?.keep ?? 0,
    hasRelays: hasNats(model) || hasKafka(model),
    hasClientChannels: hasWebhooks(model) || hasStream(model),
    hasGrants: hasGrants(model),
    hasGrantedEvents: hasGrants(model) && (hasWebhooks(model) || hasStream(model)),
    hasAuthenticationRoutes: hasOauth2(model) || hasSignIn(model),
    /** Whether it is given more than every service. */
    hasEnvironment:
      hasSecrets(model) ||
      hasSealed(model) ||
      hasLaterDraft(model) ||
      isHostname(model) ||
      hasNats(model) ||
      hasKafka(model) ||
      hasTokens(model),
    usesSecretInApp: hasCursors(model) || hasJobs(model),
    hasRulesOfRepetitions: hasRules(model) && hasIdempotency(model),
    needsCurrentVersion:
      hasAdapters(model) ||
      hasWebhooks(model) ||
      hasStream(model) ||
      hasNats(model) ||
      hasKafka(model),
    testClient: testClient(namingRules(model)),
    clientsOfTwoNames: clientsOfTwoNames(namingRules(model)),
    hasClientsOfTwoNames: Object.keys(clientsOfTwoNames(namingRules(model))).length > 0,
    testInstant: testInstant(model.versions, model.specification.versioning.default),
    looksUpCallers: looksUpCallers(model),
    hasRules: hasRules(model),
    hasAnyMemberAccess: hasAnyMemberAccess(model),
    hasAccess: hasAccess(model),
    hasGrantedLinks: hasGrantedLinks(model),
    hasViews: hasViews(model),
    hasAdapters: hasAdapters(model),
    hasAdditions: hasAdditions(model),
    hasLegacyRoutes: hasLegacyRoutes(model),
    // Jobs, endpoints and deliveries name what older versions call otherwise.
    adaptsOwnResources: hasJobs(model) || hasWebhooks(model),
    hasBehaviours: hasBehaviours(model),
    /** Whether a version says it, and not a flag. */
    hasChangingFlags: hasChangingFlags(model),
    behaviours: model.behaviours,
    decidingClaims: [
      ...new Set(model.specification.authentication.rules.map(({ claim }) => claim)),
    ],
    exemptingGrants: [
      ...new Set(model.specification.authentication.rules.flatMap(({ unless }) => unless)),
    ],
    eventReaders: eventReaders(model),
    narrowsEvents: (hasStream(model) || hasWebhooks(model)) && hasAccess(model),
    permittedOperations: permissionsOf(present),
    closedOperations: closedOperations(present),
    tellsNewest: hasStream(model) || hasNats(model) || hasKafka(model),
    ...eventsView(model),
    ...problemsView(model),
    databaseUrl: `sqlite:./data/${service.name}.db`,
    defaultBaseUrl:
      baseUrl === undefined
        ? code`\`\${${identifier('settings')}.TLS_CERT_FILE === undefined ? 'http' : 'https'}://localhost:\${String(${identifier('settings')}.PORT)}\``
        : literal(baseUrl),
    ...selectorView(model),
    ...authentication,
    permittedHeaders: [...authentication.credentialHeaders, ...selection.selectorHeaders],
    hasIdempotencyOptions: hasRules(model) || hasAdapters(model),
    lifecycleFields: [
      ...(hasDeprecations(model) ? ['Api-Deprecated-Features'] : []),
      ...(tellsLifecycle(model) ? ['Api-Deprecated-Versions'] : []),
      ...(hasLifecycle(model) || hasDeprecations(model) ? ['Deprecation', 'Sunset'] : []),
    ],
    tellsLifecycleFields: tellsLifecycle(model) || hasDeprecations(model),
    exampleTable: identifier(known(present.resources[0]).table),
    resources: model.resources.map((resource) => ({
      name: resource.name,
      camel: identifier(resource.camel),
      pascal: identifier(resource.pascal),
      table: identifier(resource.table),
      segment: resource.segment,
      isTimed: isTimed(resource),
      hasJobs: isAsynchronous(resource),
      isWorkedOn: isTimed(resource) || isAsynchronous(resource),
      isVersioned: isVersioned(model, resource),
      isFormer: resource.isFormer === true,
      isTestedAtWork:
        resource.isFormer === undefined &&
        (isTimed(resource) || isAsynchronous(withPresentCustomOperations(resource))),
    })),
    timed: present.resources.filter(isTimed).map(({ name, camel, machine, events }) => ({
      name,
      camel: identifier(camel),
      history:
        machine?.history === undefined
          ? []
          : [
              {
                name: machine.history.name,
                segment: machine.history.segment,
                sample: identifier(`${machine.history.camel}Sample`),
              },
            ],
      events: events.map(({ event }) => event),
    })),
    asynchronous: present.resources
      .filter(isAsynchronous)
      .map(({ name, camel }) => ({ name, camel: identifier(camel) })),
    /** Collections that only older versions have, with the labels of these. */
    formerCollections: model.resources
      .filter((resource) => resource.isFormer === true && isListedAtHome(resource))
      .map(({ name, collectionPath }) => ({
        path: collectionPath,
        labels: model.older
          .filter(({ resources }) => resources.some(({ newest }) => newest === name))
          .map(({ label }) => label),
      })),
    collections: [
      ...model.resources.filter(isListedAtHome).map(({ collectionPath }) => collectionPath),
      ...(hasJobs(model) ? ['/jobs'] : []),
      ...(hasWebhooks(model) ? ['/webhook-endpoints'] : []),
    ],
  };
}

function isListedAtHome({ parents, endpoint }: ResourceModel): boolean {
  return parents.length === 0 && endpoint.methods.includes('list');
}
