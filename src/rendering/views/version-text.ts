import type { ServiceModel, VersionModel } from '../../model/model.ts';
import type { Strategy } from '../../specification/index.ts';
import { allChanges } from './selector.ts';
import { versionedCollections } from './strategy.ts';
import { rowOf } from './versions/field-rows.ts';
import { hasStream, hasTypedVersions, usesStrategy } from '../features.ts';

const oneYear = 365 * 86_400_000;
const streamType = 'text/event-stream';

/** What documents say of versions. Nothing in it depends on the day on which it is made. */
export function versionTexts(model: ServiceModel) {
  const { versioning } = model.specification;
  const { parameter = '' } = versioning.query ?? {};
  const isLabel = versioning.hostname?.form !== 'suffix';
  const [refused] = refusals(model);
  return {
    newestLabel: model.newest.label,
    versionPrefix: prefixOf(model),
    /** Where clients follow events. */
    eventsPath: addressed(model)('/events'),
    webhooksPath: addressed(model)('/webhook-endpoints'),
    versionQuery: parameter === '' ? '' : `${parameter}=${model.newest.label}`,
    versionHeader: headerOf(model),
    streamHeader: streamHeaderOf(model),
    namelessTypes: namelessTypes(model).map((type) => ({ type })),
    /** Whether browsers, which can name no version, get pages of the newest one. */
    hasNewestPages: refused !== undefined && hasTypedVersions(model) && hasPages(model),
    versionStates: model.versions.map((version) => ({
      label: version.label,
      state: inWords(version),
    })),
    timeline: timelineOf(model.versions),
    lifetimes: model.versions.map((version) => ({
      label: version.label,
      released: version.released ?? 'a draft',
      maintained: version.maintained ?? '',
      deprecated: version.deprecated ?? '',
      sunset: version.sunset ?? '',
    })),
    versionedBy: {
      isPath: usesStrategy('uri-path')(model),
      isQuery: usesStrategy('query')(model),
      isHeader: usesStrategy('header')(model),
      isMediaType: usesStrategy('media-type')(model),
      isAcceptParameter: usesStrategy('accept-parameter')(model),
      isHostname: usesStrategy('hostname')(model),
      isDatePath: usesStrategy('date')(model) && versioning.date?.in === 'path',
      isDateHeader: usesStrategy('date')(model) && versioning.date?.in === 'header',
      isFlags: usesStrategy('feature-flags')(model),
      isPartial: usesStrategy('partial')(model),
    },
    versionParameter: parameter,
    versionHost: hostOf(model, isLabel),
    versionedCollections: versionedPaths(model).map((path) => ({ path })),
    versionDefault: versioning.default ?? '',
    versionRefusal: refused ?? '',
    flagTexts: Object.entries(versioning.flags).map(([name, flag]) => ({
      name,
      description: flag.description ?? '',
      state: flag.state,
      requires: flag.requires.join(', '),
      conflicts: flag.conflicts.join(', '),
    })),
    allFlags: allChanges(model).join(','),
    flagRows: model.changing.flatMap(({ name: flag, step }) =>
      step.steps.flatMap(({ resources }) =>
        resources.flatMap(({ newer: resource, step: { operations = [] } }) =>
          operations.flatMap((operation) =>
            rowOf(operation).map((row) => ({ flag, resource, ...row })),
          ),
        ),
      ),
    ),
    lastPhases: model.versions.flatMap(lastPhaseOf),
    guides: model.versions.flatMap(({ label, migrationGuide }) =>
      migrationGuide === undefined ? [] : [{ label, address: migrationGuide }],
    ),
  };
}

/** A path as the newest version's clients write it, without what stands in the query or a header. */
export function addressed(model: ServiceModel): (path: string) => string {
  if (!usesStrategy('partial')(model)) return (path) => prefixOf(model) + path;
  const { label } = model.newest;
  const collections = versionedCollections(model);
  return (path) =>
    collections.some((collection) => path === collection || path.startsWith(`${collection}/`))
      ? path.replace(/^\/[^/]+/, (first) => `${first}/v${label}`)
      : path;
}

function prefixOf({ specification, newest }: ServiceModel): string {
  const { strategy, date } = specification.versioning;
  if (strategy === 'uri-path') return `/v${newest.label}`;
  return strategy === 'date' && date?.in === 'path' ? `/${newest.label}` : '';
}

/** The header field that names the newest version; the list is empty where another part of a request does. */
function headerOf(model: ServiceModel): { name: string; value: string }[] {
  const { specification, newest, changing } = model;
  const { versioning, service } = specification;
  const { label } = newest;
  switch (versioning.strategy) {
    case 'header':
      return [{ name: 'X-API-Version', value: label }];
    case 'date':
      return versioning.date?.in === 'header' ? [{ name: 'X-API-Version', value: label }] : [];
    case 'media-type':
      return [{ name: 'Accept', value: `application/vnd.${service.vendor}.v${label}+json` }];
    case 'feature-flags':
      return changing.length === 0
        ? []
        : [{ name: 'X-API-Features', value: allChanges(model).join(',') }];
    case 'accept-parameter':
      return [{ name: 'Accept', value: `application/json;version=${label}` }];
    default:
      return [];
  }
}

/** The same for a stream of events, which has a type of its own. */
function streamHeaderOf(model: ServiceModel): { name: string; value: string }[] {
  const { label } = model.newest;
  return headerOf(model).flatMap(({ name, value }) => {
    if (name !== 'Accept') return [{ name, value }];
    return usesStrategy('accept-parameter')(model)
      ? [{ name, value: `${streamType};version=${label}` }]
      : [
          { name, value: streamType },
          { name, value: `${value};q=0.1` },
        ];
  });
}

function hasPages({ specification }: ServiceModel): boolean {
  return specification.representations.includes('html');
}

/** Types of answers that name no version where all others do. */
function namelessTypes(model: ServiceModel): string[] {
  return [...(hasPages(model) ? ['text/html'] : []), ...(hasStream(model) ? [streamType] : [])];
}

/** Of the newest version; empty where the host names none. */
function hostOf(model: ServiceModel, isLabel: boolean): string {
  const { baseUrl } = model.specification.service;
  if (!usesStrategy('hostname')(model) || baseUrl === undefined) return '';
  const { hostname } = new URL(baseUrl);
  const { label } = model.newest;
  if (isLabel) return `v${label}.${hostname}`;
  const [first = '', ...rest] = hostname.split('.');
  return [`${first}-v${label}`, ...rest].join('.');
}

function versionedPaths(model: ServiceModel): string[] {
  return versionedCollections(model).map(addressed(model));
}

/** The status for who names no version, where the strategy refuses that and no version is the default. */
function refusals({ specification: { versioning } }: ServiceModel): string[] {
  if (versioning.default !== undefined) return [];
  const statuses: Partial<Record<Strategy, string>> = {
    query: '400',
    header: '400',
    'media-type': '406',
    'accept-parameter': '406',
    hostname: '404',
  };
  const status = versioning.date?.in === 'header' ? statuses.header : statuses[versioning.strategy];
  return status === undefined ? [] : [status];
}

function inWords(version: VersionModel): string {
  const { released, maintained, announced, deprecated, sunset } = version;
  if (released === undefined) return 'a draft, which may still change';
  const stages: readonly (readonly [string, string | undefined])[] = [
    ['released', released],
    ['maintained from', maintained],
    ['end announced', announced],
    ['deprecated from', deprecated],
    ['sunset', sunset],
  ];
  return stages
    .filter(([, day]) => day !== undefined)
    .map(([what, day]) => `${what}${what.endsWith('from') ? '' : ' on'} ${day ?? ''}`)
    .join(', ');
}

interface Bar {
  readonly state: string;
  /** How Mermaid draws it. */
  readonly tag: string;
  readonly from: string;
  /** A day, or how long. */
  readonly to: string;
}

/** Bars of a Mermaid gantt chart; one that nothing ends goes on for a year after the last day of all. */
function timelineOf(versions: readonly VersionModel[]): { label: string; bars: Bar[] }[] {
  const days = versions.flatMap(({ released, maintained, deprecated, sunset }) =>
    [released, maintained, deprecated, sunset].filter((day) => day !== undefined),
  );
  const last = days.toSorted().at(-1);
  if (last === undefined) return [];
  const horizon = new Date(Date.parse(last) + oneYear).toISOString().slice(0, 10);
  return versions
    .filter(({ released }) => released !== undefined)
    .map((version) => ({ label: version.label, bars: barsOf(version, horizon) }));
}

function barsOf(
  { released, maintained, deprecated, sunset }: VersionModel,
  horizon: string,
): Bar[] {
  const states = [
    { state: 'active', tag: 'active', from: released },
    { state: 'maintained', tag: 'done', from: maintained },
    { state: 'deprecated', tag: 'crit', from: deprecated },
  ].flatMap(({ from, ...state }) => (from === undefined ? [] : [{ ...state, from }]));
  return [
    ...states.map((state, position) => ({
      ...state,
      to: states[position + 1]?.from ?? sunset ?? horizon,
    })),
    ...(sunset === undefined
      ? []
      : [{ state: 'sunset', tag: 'milestone', from: sunset, to: '0d' }]),
  ];
}

/** What is taken from the clients of a version before its sunset, in the order of its days. */
function lastPhaseOf(version: VersionModel): { label: string; from: string; what: string }[] {
  const {
    label,
    brownouts = [],
    readOnly,
    quota,
    withdrawn = [],
    closed,
    exemptions = [],
  } = version;
  const events: readonly (readonly [string, string])[] = [
    ...brownouts.map(({ from, to }) => [from, `answers 503 until ${to}`] as const),
    ...(readOnly === undefined ? [] : [[readOnly, 'refuses changes with 405'] as const]),
    ...(quota === undefined
      ? []
      : [
          [
            quota.from,
            `${String(quota.requests)} requests in ${String(quota.per / 1000)} s`,
          ] as const,
        ]),
    ...withdrawn.map(({ operation, from }) => [from, `${operation} answers 410`] as const),
    ...(closed === undefined
      ? []
      : [[closed, 'takes no clients that have not used it before (403)'] as const]),
    ...exemptions.map(({ until }) => [until, 'an exemption of a client ends'] as const),
  ];
  return events
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, what]) => ({ label, from, what }));
}
