import { customOperationOf } from '../evolution/compose/custom-operations.ts';
import type { ResourceModel, ServiceModel } from '../model/model.ts';
import type { AuthenticationMechanism, Delivery, Strategy } from '../specification/index.ts';
import { isNameClaim } from '../specification/values/client-names.ts';
import { withFormerRules } from './former-rules.ts';

/** Whether requests of the service may carry an Idempotency-Key: those that do something else the second time. */
export function hasIdempotency(model: ServiceModel): boolean {
  const isRepeatable = model.resources.some(
    ({ endpoint: { methods } }) => methods.includes('create') || methods.includes('update'),
  );
  return isRepeatable || hasCustomOperations(model) || hasWebhooks(model);
}

/** Whether anything is answered at the name of a transition or of an action. */
export function hasCustomOperations(model: ServiceModel): boolean {
  const asked = ({ machine }: ResourceModel) =>
    machine?.transitions.some(({ isTimed }) => !isTimed);
  return hasActions(model) || model.resources.some((resource) => asked(resource) === true);
}

/** Whether any operation asks for a credential. */
export function hasAuthentication({ specification }: ServiceModel): boolean {
  return !specification.authentication.mechanisms.includes('none');
}

const authenticates =
  (mechanism: AuthenticationMechanism) =>
  ({ specification }: ServiceModel): boolean =>
    specification.authentication.mechanisms.includes(mechanism);

export const hasApiKeys = authenticates('api-key');
export const hasJwt = authenticates('jwt');
export const hasOauth2 = authenticates('oauth2');
export const hasBasic = authenticates('basic');

/** The mechanism whose names rows keep as they are; those of the others have their mechanism in front. */
export function primaryMechanism({ specification }: ServiceModel): AuthenticationMechanism {
  const [first = 'none'] = specification.authentication.mechanisms;
  return first;
}

/** Whether rules compare who a caller is, and not only what its credential says besides. */
export function comparesNames(model: ServiceModel): boolean {
  const { authentication } = withFormerRules(model);
  return authentication.rules.some(({ claim }) => isNameClaim(claim));
}

/** Whether the service makes credentials itself. */
export function hasCredentials(model: ServiceModel): boolean {
  return hasApiKeys(model) || hasBasic(model);
}

/** Whether callers may send a token that somebody else made. */
export function hasTokens(model: ServiceModel): boolean {
  return hasJwt(model) || hasOauth2(model);
}

/** Whether a token may be one that only its issuer can read. */
export function hasIntrospection({ specification }: ServiceModel): boolean {
  return specification.authentication.oauth2?.introspection === true;
}

/** True when the specification has permissions: then everything that it does not allow is forbidden. */
export function hasGrants({ specification }: ServiceModel): boolean {
  return specification.authentication.allow !== undefined;
}

/** Whether claims of callers decide which rows exist for them. */
export function hasRules({ specification }: ServiceModel): boolean {
  return specification.authentication.rules.length > 0;
}

/** Whether a resource has members that not everybody sees or sets. */
export function hasAnyMemberAccess({ resources }: ServiceModel): boolean {
  return resources.some(hasMemberAccess);
}

export function hasMemberAccess({ fields }: ResourceModel): boolean {
  return fields.some(
    ({ field }) => field.readableBy !== undefined || field.writableBy !== undefined,
  );
}

/** Whether callers differ in what they may do at all. */
export function hasAccess(model: ServiceModel): boolean {
  return hasGrants(model) || hasRules(model) || hasAnyMemberAccess(model);
}

/** Whether addresses are shown of what only some may do. */
export function hasGrantedLinks(model: ServiceModel): boolean {
  return hasGrants(model) && hasCustomOperationLinks(model);
}

/** Whether what is shown of a resource depends on who asks. */
export function hasViews(model: ServiceModel): boolean {
  return hasAnyMemberAccess(model) || hasGrantedLinks(model);
}

/** Whether clients get anything in another shape than the newest. */
export function hasAdapters({ versions, specification }: ServiceModel): boolean {
  return versions.length > 1 || Object.keys(specification.versioning.flags).length > 0;
}

/** Whether rules ask whether a client knows a behaviour. */
export function hasBehaviours({ behaviours }: ServiceModel): boolean {
  return behaviours.length > 0;
}

/** Whether clients that do not ask for a flag know another shape than those that do. */
export function hasChangingFlags({ changing }: ServiceModel): boolean {
  return changing.length > 0;
}

/** Whether an older version offers what the newest one does not. */
export function hasLegacyRoutes({ older }: ServiceModel): boolean {
  return older.some(({ resources, specification, newest }) =>
    resources.some((each) => {
      if (newest.resources[each.newest]?.isFormer === true) return true;
      const isFormer = each.customOperations.some(
        ({ newest: name }) => customOperationOf(newest, each.newest, name)?.isFormer,
      );
      if (isFormer) return true;
      const now = newest.endpoints[each.newest]?.methods ?? [];
      const then = specification.endpoints[each.older]?.methods ?? [];
      return then.some((method) => !now.includes(method));
    }),
  );
}

/** True when tokens are signed with a secret that the service shares, which is never published. */
export function hasSharedSecret({ specification }: ServiceModel): boolean {
  const { algorithms = [] } = specification.authentication.jwt ?? {};
  return algorithms.some((name) => name.startsWith('HS'));
}

/** Whether an issuer is asked for anything: its keys, or about a token. */
export function asksIssuers(model: ServiceModel): boolean {
  return hasOauth2(model) || (hasJwt(model) && !hasSharedSecret(model));
}

/** Whether the service signs anything: the fingerprints of requests, the cursors of lists, the sessions of people. */
export function hasSecrets(model: ServiceModel): boolean {
  return hasIdempotency(model) || hasCursors(model) || hasSignIn(model);
}

/** Whether a person can open the pages with an API key: there are pages, and no browser sends a key by itself. */
export function hasSignIn(model: ServiceModel): boolean {
  return hasApiKeys(model) && model.specification.representations.includes('html');
}

/** Whether anything is stored that only the service can read: input of jobs, secrets of webhooks. */
export function hasSealed(model: ServiceModel): boolean {
  return hasJobs(model) || hasWebhooks(model);
}

/** Whether a list of the service can be asked for by what comes before. */
export function hasCursors({ resources }: ServiceModel): boolean {
  return resources.some(
    ({ endpoint: { methods, pagination } }) => methods.includes('list') && pagination.cursor,
  );
}

/** Whether resources are shown with addresses of what is around them. */
export function hasLinks({ specification }: ServiceModel): boolean {
  return specification.representations.some((name) => linking.has(name));
}

const linking: ReadonlySet<string> = new Set(['hal', 'json-api', 'html']);

/** Whether rows of a resource go through states. */
export function hasStates({ resources }: ServiceModel): boolean {
  return resources.some(({ machine }) => machine !== undefined);
}

/** Whether a transition happens by itself. */
export function hasTimers({ resources }: ServiceModel): boolean {
  return resources.some(({ machine }) => machine?.transitions.some(({ isTimed }) => isTimed));
}

/** Whether the transitions of rows are kept. */
export function hasHistory({ resources }: ServiceModel): boolean {
  return resources.some(({ historyOf }) => historyOf !== undefined);
}

/** Whether clients can have something done with a row that is no transition. */
export function hasActions({ resources }: ServiceModel): boolean {
  return resources.some(({ actions }) => actions.length > 0);
}

/** Whether an action is done after its answer. */
export function hasJobs({ resources }: ServiceModel): boolean {
  return resources.some(({ actions }) => actions.some(({ isAsync }) => isAsync));
}

/** Whether something is done with rows that is not a method of HTTP: asked for, or by the clock. */
export function hasStatesOrActions(model: ServiceModel): boolean {
  return hasStates(model) || hasActions(model);
}

/** Whether resources are shown with addresses of what can be done with them now. */
export function hasCustomOperationLinks(model: ServiceModel): boolean {
  return hasCustomOperations(model) && hasLinks(model);
}

/** Whether clients send references along with transitions or actions. */
export function hasInputReferences({ resources }: ServiceModel): boolean {
  return resources.some(({ machine, actions }) =>
    [...(machine?.transitions ?? []), ...actions].some(({ inputs }) =>
      inputs.some(({ target }) => target !== undefined),
    ),
  );
}

/** Whether the service tells others about changes. */
export function hasEvents({ events }: ServiceModel): boolean {
  return events !== undefined;
}

const delivers =
  (delivery: Delivery) =>
  ({ events }: ServiceModel): boolean =>
    events?.deliver.includes(delivery) === true;

export const hasWebhooks = delivers('webhook');
export const hasStream = delivers('stream');
export const hasNats = delivers('nats');
export const hasKafka = delivers('kafka');

/** Whether it matters what a client may do while it asks for nothing. */
export function looksUpCallers(model: ServiceModel): boolean {
  return hasWebhooks(model) && hasAccess(model);
}

/** Whether RateLimit has the parameters of draft 11. */
export function hasCurrentDraft({ specification: { limits } }: ServiceModel): boolean {
  return limits.draft !== 'next';
}

/** Whether RateLimit has the parameters that are meant for the draft after it. */
export function hasNextDraft({ specification: { limits } }: ServiceModel): boolean {
  return limits.draft !== 'current';
}

/** True when responses have the legacy quota headers as well. */
export function hasLegacyFields({ specification: { limits } }: ServiceModel): boolean {
  return limits.fields.includes('legacy');
}

/** Whether there is work that no request waits for. */
export function hasBackground(model: ServiceModel): boolean {
  return hasTimers(model) || hasJobs(model) || hasEvents(model) || hasLifecycle(model);
}

/** Whether clients name versions that way. */
export const usesStrategy =
  (strategy: Strategy) =>
  ({ specification }: ServiceModel): boolean =>
    specification.versioning.strategy === strategy;

/** Whether clients were promised anything yet. */
export function isReleased({ versions }: ServiceModel): boolean {
  return versions.some(({ released }) => released !== undefined);
}

/** Whether several versions of the interface are listed. */
export function hasVersions({ versions }: ServiceModel): boolean {
  return versions.length > 1;
}

/** Whether the newest version is a draft while others are released: it is served only where the start asks for it. */
export function hasLaterDraft({ versions, newest }: ServiceModel): boolean {
  return versions.length > 1 && newest.released === undefined;
}

/** Whether anything ever happens to a version but its release. */
export function hasLifecycle({ versions }: ServiceModel): boolean {
  return versions.some(({ label: _, released: __, successor: ___, ...happens }) =>
    Object.values(happens).some((value) => value !== undefined),
  );
}

/** Whether answers say more of their version than which one it is: there are others, or it will end. */
export function tellsLifecycle(model: ServiceModel): boolean {
  return hasVersions(model) || hasLifecycle(model);
}

/** True when the service emits events about its versions. */
export function hasVersionEvents(model: ServiceModel): boolean {
  return hasEvents(model) && hasLifecycle(model);
}

/** Whether a version is gone one day. */
export function hasSunsets({ versions }: ServiceModel): boolean {
  return versions.some(({ sunset }) => sunset !== undefined);
}

/** Whether there are streams of a version that is gone one day. */
export function endsStreams(model: ServiceModel): boolean {
  return hasSunsets(model) && hasStream(model);
}

/** Whether anything is taken away from a version before it is gone. */
export function hasWindDown({ versions }: ServiceModel): boolean {
  return versions.some(
    ({ brownouts, readOnly, quota, withdrawn, closed }) =>
      (brownouts ?? readOnly ?? quota ?? withdrawn ?? closed) !== undefined,
  );
}

/** True when the quota of a version shrinks before it is removed. */
export function hasReducedQuotas({ versions }: ServiceModel): boolean {
  return versions.some(({ quota }) => quota !== undefined);
}

/** True when a version is closed to new clients on some day. */
export function hasClosedVersions({ versions }: ServiceModel): boolean {
  return versions.some(({ closed }) => closed !== undefined);
}

/**
 * True when the service records which clients use a version. It does from the deprecation on: a version may be closed to new
 * clients later, and by then the service must know the present ones.
 */
export function recordsVersionClients(model: ServiceModel): boolean {
  const isClosable = model.versions.some(({ deprecated }) => deprecated !== undefined);
  return hasClosedVersions(model) || (isClosable && hasAuthentication(model));
}

/** Whether a version differs from the one before, or a release of it from another. */
export function hasChangelog({ older, minorReleases }: ServiceModel): boolean {
  return minorReleases.length > 0 || older.some(({ steps }) => steps.length > 0);
}

/** True when the next minor release of an older version adds something to it. */
export function hasAdditions({ older }: ServiceModel): boolean {
  return older.some(({ additions }) => additions.length > 0);
}

/** True when a version asks its clients to stop using single features, with the day since when. */
export function hasDeprecations({ deprecations }: ServiceModel): boolean {
  return deprecations.some(({ features }) => features.length > 0);
}

/** True when the service counts which client uses what. */
export function hasMetrics(model: ServiceModel): boolean {
  return tellsLifecycle(model) || hasDeprecations(model);
}

/** True when some clients are exempt from the wind-down of a version for a time. */
export function hasExemptions({ versions }: ServiceModel): boolean {
  return versions.some(({ exemptions = [] }) => exemptions.length > 0);
}

export const isQuery = usesStrategy('query');
const isMediaType = usesStrategy('media-type');
const isAcceptParameter = usesStrategy('accept-parameter');
export const isHostname = usesStrategy('hostname');
export const isFlags = usesStrategy('feature-flags');

/** Whether an address is the same in all versions, because something beside its path names them. */
export function isNamedBesideAddress(model: ServiceModel): boolean {
  return besideAddress.has(strategyFile(model));
}

const besideAddress: ReadonlySet<string> = new Set([
  'accept-parameter',
  'feature-flags',
  'header',
  'media-type',
  'query',
]);
export const isPartial = usesStrategy('partial');

/** Whether media types name the version. */
export function hasTypedVersions(model: ServiceModel): boolean {
  return isMediaType(model) || isAcceptParameter(model);
}

/** Name of the file that knows the strategy. A date in the header is looked for as any other version there. */
export function strategyFile({ specification: { versioning } }: ServiceModel): string {
  const { strategy, date } = versioning;
  if (strategy !== 'date') return strategy;
  return date?.in === 'header' ? 'header' : 'date-path';
}

/** Whether a version is selected by something that says nothing else, and may contradict itself. */
export function selectsVersion(model: ServiceModel): boolean {
  return strategyFile(model) === 'header' || isQuery(model) || hasTypedVersions(model);
}
