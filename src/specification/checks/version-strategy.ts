import { isIP } from 'node:net';
import { validateBaseUrl } from '../validators/service.ts';
import { atKey, atValue, type Issue, type IssueDetails, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import { strategies, type Strategy } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { isDateLabel, oldestFirst } from '../versions/labels.ts';
import { unknownResource } from './parents.ts';
import { resourceNames, type CheckContext } from './check-context.ts';
import { labelsAsWritten } from './version-labels.ts';

const place = ['versioning', 'strategy'];

/** Keys that belong to one strategy. */
const options = {
  query: 'query',
  date: 'date',
  hostname: 'hostname',
  resources: 'partial',
  flags: 'feature-flags',
} as const;

/** Strategies under which versions may be dates; under all but `date` they may be numbers. */
const dated: ReadonlySet<Strategy> = new Set(['date', 'query']);

/** The way in which clients name a version goes with everything else; `labels` are those of the versions. */
export function strategyIssues(context: CheckContext, labels: readonly string[]): Issue[] {
  const strategy = strategyOf(context);
  // Nothing follows from a strategy that does not exist.
  if (strategy === undefined) return [];
  return [
    ...optionIssues(context, strategy),
    ...kindIssues(context, strategy, labels),
    ...defaultIssues(context, strategy, labels),
    ...exceptionIssues(context, labels),
    ...(strategy === 'hostname' ? hostIssues(context) : []),
    ...(strategy === 'partial' ? partialIssues(context) : []),
    ...jsonApiIssues(context, strategy, labels),
  ];
}

function strategyOf({ valid, raw }: CheckContext): Strategy | undefined {
  const written = valueAt(raw, place);
  if (written === undefined) return defaults.strategy;
  return strategies.find((strategy) => strategy === valid.versioning?.strategy);
}

function optionIssues({ raw }: CheckContext, strategy: Strategy): Issue[] {
  return Object.entries(options).flatMap(([key, owner]) => {
    const path = ['versioning', key];
    if (owner === strategy || valueAt(raw, path) === undefined) return [];
    const message = `${key} belongs to the strategy ${owner}, and the strategy is ${strategy}`;
    return [atKey(path, { code: 'other-strategy', message })];
  });
}

/** Versions are numbers or dates, as the strategy has it; flags are instead of versions. */
function kindIssues(context: CheckContext, strategy: Strategy, labels: readonly string[]): Issue[] {
  if (strategy === 'date' && labelsAsWritten(context).length === 0) {
    const message = `the strategy date needs versions that are dates: versions: { "2026-03-01": {} }`;
    return [atValue(place, { code: 'missing-key', message })];
  }
  if (strategy === 'feature-flags' && labels.length > 1) {
    const message = `the strategy feature-flags has one version, and what changes are its flags; leave out the older ones`;
    return oldestFirst(labels)
      .slice(0, -1)
      .map((label) => atKey(['versioning', 'versions', label], { code: 'contradiction', message }));
  }
  const refuse = (message: string) =>
    labels.map((label) => atKey(['versioning', 'versions', label], { code: 'label', message }));
  const areDates = labels.some(isDateLabel);
  if (areDates && !dated.has(strategy)) {
    return refuse(
      `under the strategy ${strategy} versions are numbers; dates go with the strategy date or query`,
    );
  }
  if (!areDates && strategy === 'date') {
    return refuse('under the strategy date versions are dates, such as "2026-03-01"');
  }
  return [];
}

function defaultIssues(
  { valid }: CheckContext,
  strategy: Strategy,
  labels: readonly string[],
): Issue[] {
  const { versioning = {} } = valid;
  if (versioning.default === undefined) return [];
  const path = ['versioning', 'default'];
  const label = String(versioning.default);
  const reason = withoutDefault(strategy, versioning.date?.in ?? defaults.datedIn);
  if (reason !== undefined) return [atKey(path, { code: 'contradiction', message: reason })];
  const known = versioning.versions === undefined ? ['1'] : labels;
  if (!known.includes(label)) return [unknownVersion(path, label, known)];
  const version = own(versioning.versions, label);
  if (known.length === 1 || version?.released !== undefined) return [];
  const message = `version ${label} is a draft, and nothing is promised to who gets it; name a version that is released`;
  return [atValue(path, { code: 'without-release', message })];
}

/** Exceptions of the support policy are for versions that exist. */
function exceptionIssues({ valid }: CheckContext, labels: readonly string[]): Issue[] {
  const { versions, exceptions = [] } = valid.versioning ?? {};
  const known = versions === undefined ? ['1'] : labels;
  return exceptions.flatMap((each, position) => {
    const label = String(each.version);
    const path = ['versioning', 'exceptions', position, 'version'];
    return known.includes(label) ? [] : [unknownVersion(path, label, known)];
  });
}

function unknownVersion(path: Path, label: string, known: readonly string[]): Issue {
  const details: IssueDetails = {
    code: 'unknown-version',
    message: `${shown(label)} is none of the versions`,
    found: shown(label),
    allowed: known,
    ...defined({ suggestion: nearest(label, known) }),
  };
  return atValue(path, details);
}

/** Why a strategy has no default; undefined: it may have one. */
function withoutDefault(strategy: Strategy, datedIn: 'path' | 'header'): string | undefined {
  const names =
    strategy === 'uri-path' ||
    strategy === 'partial' ||
    (strategy === 'date' && datedIn === 'path');
  if (names) {
    return `under the strategy ${strategy} the version is part of every address, so nothing is there without one (404) and there is no default`;
  }
  if (strategy !== 'feature-flags') return undefined;
  return 'under the strategy feature-flags who names no flag gets the oldest behaviour, so there is no default';
}

/** The host of the public address gets the version in front of it, and is a name that has none yet. */
function hostIssues({ valid, raw }: CheckContext): Issue[] {
  const { baseUrl } = valid.service;
  if (valueAt(raw, ['service', 'baseUrl']) === undefined) {
    const message =
      'the strategy hostname puts the version into the host of service.baseUrl, which is missing';
    return [atValue(place, { code: 'missing-key', message })];
  }
  if (baseUrl === undefined || validateBaseUrl(baseUrl) !== undefined) return [];
  const path = ['service', 'baseUrl'];
  const { hostname } = new URL(baseUrl);
  const refuse = (message: string) => [atValue(path, { code: 'base-url', message })];
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return refuse(
      `under the strategy hostname the version is part of the host, and ${hostname} is an address without a name`,
    );
  }
  if (!/^v[0-9]+[.]|^[^.]+-v[0-9]+([.]|$)/.test(hostname)) return [];
  return refuse(
    'under the strategy hostname the version comes into the host by itself; leave it out here',
  );
}

/** What has versions of its own are children that stand right below a collection. */
function partialIssues(context: CheckContext): Issue[] {
  const { resources = [] } = context.valid.versioning ?? {};
  if (valueAt(context.raw, ['versioning', 'resources']) === undefined) {
    const message = 'the strategy partial needs resources: the child resources that have versions';
    return [atValue(place, { code: 'missing-key', message })];
  }
  const names = resourceNames(context);
  return resources.flatMap((name, position) => {
    const path = ['versioning', 'resources', position];
    if (!names.includes(name)) return [atValue(path, unknownResource(name, names))];
    const parent = own(context.valid.resources, name)?.parent;
    const refuse = (message: string) => [atValue(path, { code: 'no-child', message })];
    if (parent === undefined) {
      return refuse(
        `${shown(name)} is no child of another resource; under the strategy partial the version stands between a collection and what is below it`,
      );
    }
    if (own(context.valid.resources, parent)?.parent === undefined) return [];
    return refuse(
      `${shown(name)} is below ${shown(parent)}, which is a child itself; the version stands behind a collection that is no child`,
    );
  });
}

/** JSON:API 1.1, sections 5.4 and 8: its media type has no such parameter, and names of letters only are its own. */
function jsonApiIssues(
  { valid }: CheckContext,
  strategy: Strategy,
  labels: readonly string[],
): Issue[] {
  if (valid.endpoints?.representations?.includes('json-api') !== true) return [];
  const { query } = valid.versioning ?? {};
  const defaultValue = labels.some(isDateLabel) ? 'api-version' : 'version';
  const reason: Partial<Record<Strategy, string>> = {
    'accept-parameter': 'its media type has no parameter "version"',
    'feature-flags': 'its query parameters of letters only are its own, and "features" is one',
    ...((query?.parameter ?? defaultValue) === 'version'
      ? {
          query:
            'its query parameters of letters only are its own, and "version" is one; query: { parameter: api-version } is not',
        }
      : {}),
  };
  if (reason[strategy] === undefined) return [];
  const message = `the representation json-api does not go with the strategy ${strategy}: ${reason[strategy]}`;
  return [atValue(place, { code: 'contradiction', message })];
}
