import { isDateLabel, oldestFirst, strategies, type Strategy } from '../../specification/index.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askSome, askText } from '../asking.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { withVersioning } from './change.ts';
import { exampleOf, hostOf, versionedChildren, waysOf } from './example.ts';

export function strategyOf({ versioning }: Draft): Strategy {
  return versioning?.strategy ?? defaults.strategy;
}

/** Where clients say which version they want, and what belongs to that. */
export async function askStrategy(ask: Ask, draft: Draft): Promise<Draft> {
  const present = strategyOf(draft);
  const strategy = await askChoice(ask, {
    key: 'versioning.strategy',
    message: 'Where do clients say which version they want?',
    help: {
      text: 'Beside each way stands what a request of this service looks like. It is hard to change once clients use it.',
      example: 'uri-path, which works in every browser and every tool',
    },
    choices: strategies.map((value) => ({
      value,
      name: printable(`${value.padEnd(17)} ${waysOf(draft, value).join(' or ')}`),
      short: value,
      description: printable(termOf[value]),
      ...disabled(draft, value),
    })),
    default: 'disabled' in disabled(draft, present) ? defaults.strategy : present,
  });
  return askOptions(ask, strategy === present ? draft : withStrategy(draft, strategy), strategy);
}

/** As the conventions call each of them. */
const termOf: Readonly<Record<Strategy, string>> = {
  'uri-path': 'URI path',
  query: 'query parameter',
  header: 'custom header',
  'media-type': 'media type of the vendor',
  'accept-parameter': 'content negotiation parameter',
  hostname: 'hostname',
  date: 'date-based',
  'feature-flags': 'feature flags',
  partial: 'partial: children of a collection alone have versions',
};

/** What cannot be put right in this chapter. */
function disabled(draft: Draft, strategy: Strategy): { readonly disabled?: string } {
  const hasJsonApi = draft.endpoints?.representations?.includes('json-api') === true;
  if (hasJsonApi && (strategy === 'accept-parameter' || strategy === 'feature-flags')) {
    return { disabled: '(not with json-api)' };
  }
  return strategy === 'partial' && versionedChildren(draft).length === 0
    ? { disabled: '(needs a child)' }
    : {};
}

/** What belongs to another strategy goes; versions get names that fit the new one. */
function withStrategy(draft: Draft, strategy: Strategy): Draft {
  const { versions = {}, flags } = draft.versioning ?? {};
  return withVersioning(draft, {
    strategy,
    query: undefined,
    date: undefined,
    hostname: undefined,
    resources: undefined,
    default: undefined,
    versions: renamed(versions, strategy),
    flags: strategy === 'feature-flags' ? flags : undefined,
  });
}

type Versions = NonNullable<NonNullable<Draft['versioning']>['versions']>;

/**
 * Numbers become the days of their releases, and dates numbers in their order, behind those that are there before; flags have
 * one version.
 */
export function renamed(versions: Versions, strategy: Strategy, before = 0): Versions {
  const labels = oldestFirst(Object.keys(versions));
  const areDates = labels.some(isDateLabel);
  const kept = strategy === 'feature-flags' ? labels.slice(-1) : labels;
  const named = kept.flatMap((label, position) => {
    const version = versions[label] ?? {};
    if (areDates && strategy !== 'date' && strategy !== 'query') {
      return [[String(before + position + 1), { released: label, ...version }] as const];
    }
    if (areDates || strategy !== 'date') return [[label, version] as const];
    const { released, ...others } = version;
    return released === undefined ? [] : [[released, { released, ...others }] as const];
  });
  return Object.fromEntries(named);
}

async function askOptions(ask: Ask, draft: Draft, strategy: Strategy): Promise<Draft> {
  switch (strategy) {
    case 'query':
      return askParameter(ask, draft);
    case 'date':
      return askDate(ask, draft);
    case 'hostname':
      return askHost(ask, draft);
    case 'partial':
      return askResources(ask, draft);
    default:
      return draft;
  }
}

async function askParameter(ask: Ask, draft: Draft): Promise<Draft> {
  const named = (parameter: 'version' | 'api-version') =>
    withVersioning(draft, { query: { parameter } });
  const hasJsonApi = draft.endpoints?.representations?.includes('json-api') === true;
  const parameter = await askChoice(ask, {
    key: 'versioning.query.parameter',
    message: 'Query parameter',
    help: {
      text: 'The name of the parameter. Values of api-version may be dates.',
      example: exampleOf(named('api-version'), 'query'),
    },
    choices: [
      {
        value: 'version',
        name: '?version=1',
        short: 'version',
        ...(hasJsonApi ? { disabled: '(not with json-api)' } : {}),
      },
      { value: 'api-version', name: '?api-version=1, or a date', short: 'api-version' },
    ],
    default: hasJsonApi ? 'api-version' : (draft.versioning?.query?.parameter ?? 'version'),
  });
  return named(parameter);
}

async function askDate(ask: Ask, draft: Draft): Promise<Draft> {
  const place = await askChoice(ask, {
    key: 'versioning.date.in',
    message: 'Where does the date stand?',
    help: {
      text: 'In the path a browser can follow it; in a header addresses stay the same.',
      example: 'X-API-Version: 2026-03-01',
    },
    choices: [
      {
        value: 'path',
        name: printable(`path    ${waysOf(draft, 'date')[0] ?? ''}`),
        short: 'path',
      },
      {
        value: 'header',
        name: printable(`header  ${waysOf(draft, 'date')[1] ?? ''}`),
        short: 'header',
      },
    ],
    default: draft.versioning?.date?.in ?? defaults.datedIn,
  });
  return withVersioning(draft, {
    date: place === defaults.datedIn ? undefined : { in: place },
    ...(place === 'path' ? { default: undefined } : {}),
  });
}

/** The host is that of the service's public address, which may be still to be given. */
async function askHost(ask: Ask, draft: Draft): Promise<Draft> {
  const plain = withVersioning(draft, { strategy: defaults.strategy, hostname: undefined });
  const addressed = (baseUrl: string): Draft =>
    withSection(draft, 'service', { ...draft.service, baseUrl });
  const fits = problemOf(plain, draft) === undefined;
  const baseUrl = fits
    ? undefined
    : await askText(ask, {
        message: 'Public address, such as https://api.acme.example',
        help: {
          text: 'Where clients reach the service; each version gets a host made from this one.',
          example: 'https://api.acme.example',
        },
        check: (text) =>
          text === ''
            ? 'The version is part of the host: type an address, such as https://api.acme.example.'
            : problemOf(plain, addressed(text)),
      });
  const known = baseUrl === undefined ? draft : addressed(baseUrl);
  const form = await askChoice(ask, {
    key: 'versioning.hostname.form',
    message: 'How does the host name the version?',
    help: {
      text: 'A label needs a certificate and an entry of the DNS for each version, or for *.api.acme.example; a suffix does with those of one level.',
      example: 'v1.api.acme.example',
    },
    choices: (['label', 'suffix'] as const).map((value) => ({
      value,
      name: printable(`${value.padEnd(7)} ${hostOf(known, value)}`),
      short: value,
    })),
    default: known.versioning?.hostname?.form ?? defaults.hostnameForm,
  });
  return withVersioning(known, {
    hostname: form === defaults.hostnameForm ? undefined : { form },
  });
}

async function askResources(ask: Ask, draft: Draft): Promise<Draft> {
  const children = versionedChildren(draft);
  const present = draft.versioning?.resources;
  const resources = await askSome(ask, {
    message: 'Which have versions?',
    help: {
      text: 'These resources have versions of their own in the path; the others stay as they are.',
      example: exampleOf(draft, 'partial'),
    },
    choices: children.map((value) => ({
      value,
      name: printable(value),
      checked: present === undefined || present.includes(value),
    })),
    check: (chosen) => (chosen.length === 0 ? 'At least one.' : undefined),
  });
  return withVersioning(draft, { resources });
}
