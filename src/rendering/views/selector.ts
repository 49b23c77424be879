import type { ServiceModel } from '../../model/model.ts';
import { isDateLabel } from '../../specification/versions/labels.ts';
import { requiredBy } from '../../evolution/index.ts';
import { identifier } from '../code.ts';
import { hasStream, strategyFile, usesStrategy } from '../features.ts';
import { addressedCollections, versionedCollections } from './strategy.ts';

/** What the tests of a service need to name versions as its clients do. */
export function selectorView(model: ServiceModel) {
  const { versioning, origins } = model.specification;
  const { query, hostname, flags } = versioning;
  const [origin] = origins;
  return {
    isUriPath: usesStrategy('uri-path')(model),
    isHostname: usesStrategy('hostname')(model),
    testSelector: testSelector(model),
    selector: {
      /** Rules of the conformance table that the strategy is about. */
      rule: ruleOf(model),
      rules: rulesOf(model),
      pinned: versioning.default ?? '',
      /** Whether a range of all media types can name a version, or need not. */
      answersAny: versioning.default !== undefined || versioning.strategy !== 'media-type',
      /** Whether such a range, as the tests send it, is answered in the newest version. */
      anyMeansNewest:
        versioning.default === model.newest.label || versioning.strategy !== 'media-type',
      unknownMajor: unknownMajor(model),
      unknownDay: unknownDay(model),
      parameter: query?.parameter ?? '',
      isSuffix: hostname?.form === 'suffix',
      /** Those that name a version, as the newest one calls them, and as any does. */
      collections: versionedCollections(model),
      addressed: addressedCollections(model),
      flags: Object.entries(flags).map(([name, { state, requires, conflicts }]) => ({
        name,
        state,
        requires,
        conflicts,
      })),
      /** Those without which clients know another shape than the one that is kept, and what they require. */
      changing: allChanges(model).join(','),
      changed: model.resources
        .filter(({ name }) =>
          model.changing.some(({ resources }) => resources.some((each) => each.name === name)),
        )
        .map(({ name, camel }) => ({ name, sample: identifier(`${camel}Sample`) })),
      sets: setsOf(model),
      preflights: origin !== undefined,
      origin: origin ?? '',
    },
  };
}

/** The function of the tests that names versions as the strategy does, its file and what it needs to know. */
function testSelector(model: ServiceModel) {
  const { versioning, service } = model.specification;
  const file = strategyFile(model);
  const options: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'feature-flags': { changing: allChanges(model).join(',') },
    hostname: { form: versioning.hostname?.form },
    'media-type': { vendor: service.vendor, hasStream: hasStream(model) },
    partial: {
      labels: model.versions.map(({ label }) => label),
      collections: addressedCollections(model),
    },
    query: { parameter: versioning.query?.parameter },
  };
  const isInPath = file === 'uri-path' || file === 'date-path';
  const camel = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    file,
    name: identifier(`${camel}Selector`),
    options: isInPath ? [] : [{ newest: model.newest.label, ...options[file] }],
  };
}

/** The greatest numbers and the last days are hardly ever versions: the first of them that is none. */
function unknownMajor({ versions }: ServiceModel): string {
  const labels = new Set(versions.map(({ label }) => label));
  let major = 9998;
  while (labels.has(String(major))) major -= 1;
  return String(major);
}

function unknownDay({ versions }: ServiceModel): string {
  const labels = new Set(versions.map(({ label }) => label));
  const day = new Date('9999-12-31T00:00:00Z');
  while (labels.has(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** Sets of flags that can be asked for: none, each and every two of those that change shapes, with all that they require. */
function setsOf({ changing, specification }: ServiceModel): string[][] {
  const { flags } = specification.versioning;
  const names = changing.map(({ name }) => name);
  const pairs = names.flatMap((one, index) => [
    [one],
    ...names.slice(index + 1).map((other) => [one, other]),
  ]);
  const closed = [[], ...pairs, names].map((set) => {
    const all = requiredBy(set, flags);
    return Object.keys(flags).filter((name) => all.has(name) && flags[name]?.state === 'active');
  });
  return [...new Map(closed.map((set) => [set.join(), set])).values()];
}

/** Flags with which clients get what is kept as it is: those that change shapes, and all that they require. */
export function allChanges({ changing, specification }: ServiceModel): string[] {
  const { flags } = specification.versioning;
  const all = requiredBy(
    changing.map(({ name }) => name),
    flags,
  );
  return Object.keys(flags).filter((name) => all.has(name) && flags[name]?.state === 'active');
}

/** The same, with those that only some of its tests are about. */
function rulesOf(model: ServiceModel): readonly string[] {
  const own = ruleOf(model);
  if (own.includes('C-183')) return [...own, 'C-184'];
  return own.includes('C-187') ? [...own, 'C-188'] : own;
}

function ruleOf({ specification: { versioning }, newest }: ServiceModel): readonly string[] {
  const dates = isDateLabel(newest.label) ? ['C-181'] : [];
  switch (versioning.strategy) {
    case 'uri-path':
      return ['C-183'];
    case 'query':
      return [...dates, versioning.query?.parameter === 'version' ? 'C-185' : 'C-186'];
    case 'header':
      return [...dates, 'C-187'];
    case 'media-type':
      return ['C-189', 'C-190'];
    case 'accept-parameter':
      return ['C-191'];
    case 'hostname':
      return versioning.hostname?.form === 'suffix' ? ['C-192', 'C-193'] : ['C-192'];
    case 'date':
      return versioning.date?.in === 'header' ? ['C-181', 'C-187', 'C-195'] : ['C-181', 'C-194'];
    case 'feature-flags':
      return ['C-196'];
    case 'partial':
      return ['C-197'];
  }
}
