import { oldestFirst, type Strategy } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { pluralOf } from '../../specification/names/plural.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Draft } from '../draft.ts';

/** What a request for a version looks like under a strategy, with the names of the draft. */
export function exampleOf(draft: Draft, strategy: Strategy): string {
  const { versioning = {}, service } = draft;
  const { query, date = { in: defaults.datedIn } } = versioning;
  const label = labelFor(draft, strategy);
  const collection = `/${pluralIn(draft, Object.keys(draft.resources)[0] ?? 'order')}`;
  switch (strategy) {
    case 'uri-path':
      return `/v${label}${collection}`;
    case 'query':
      return `${collection}?${query?.parameter ?? 'version'}=${label}`;
    case 'header':
      return `X-API-Version: ${label}`;
    case 'media-type': {
      const vendor = service.vendor ?? (service.name === '' ? 'acme' : service.name);
      return `Accept: application/vnd.${vendor}.v${label}+json`;
    }
    case 'accept-parameter':
      return `Accept: application/json; version=${label}`;
    case 'hostname':
      return hostOf(draft, versioning.hostname?.form ?? defaults.hostnameForm);
    case 'date':
      return date.in === 'header' ? `X-API-Version: ${label}` : `/${label}${collection}`;
    case 'feature-flags':
      return `?features=${Object.keys(versioning.flags ?? {})[0] ?? 'split-name'}`;
    case 'partial':
      return partialPath(draft, label);
  }
}

/** Every way in which a strategy can be written, the usual one first. */
export function waysOf(draft: Draft, strategy: Strategy): string[] {
  const label = labelFor(draft, strategy);
  const collection = `/${pluralIn(draft, Object.keys(draft.resources)[0] ?? 'order')}`;
  switch (strategy) {
    case 'query':
      return [`${collection}?version=${label}`, `?api-version=2026-03-01`];
    case 'hostname':
      return [hostOf(draft, 'label'), hostOf(draft, 'suffix')];
    case 'date':
      return [`/${label}${collection}`, `X-API-Version: ${label}`];
    case 'feature-flags': {
      const flag = Object.keys(draft.versioning?.flags ?? {})[0] ?? 'split-name';
      return [`?features=${flag}`, `X-API-Features: ${flag}`];
    }
    default:
      return [exampleOf(draft, strategy)];
  }
}

/** `v1.api.acme.example`, or `api-v1.acme.example`. */
export function hostOf(draft: Draft, form: 'label' | 'suffix'): string {
  const { baseUrl = '' } = draft.service;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'api.acme.example';
  const label = labelFor(draft, 'hostname');
  if (form === 'label') return `v${label}.${host}`;
  const [first = '', ...rest] = host.split('.');
  return [`${first}-v${label}`, ...rest].join('.');
}

/** Children of collections that are no children themselves: what can have versions of its own. */
export function versionedChildren({ resources }: Draft): string[] {
  return Object.entries(resources).flatMap(([name, { parent }]) =>
    parent !== undefined && own(resources, parent)?.parent === undefined ? [name] : [],
  );
}

function partialPath(draft: Draft, label: string): string {
  const child = draft.versioning?.resources?.[0] ?? versionedChildren(draft)[0];
  if (child === undefined) return `/orders/v${label}/items`;
  const parent = own(draft.resources, child)?.parent ?? '';
  return `/${pluralIn(draft, parent)}/v${label}/${pluralIn(draft, child)}`;
}

/** The newest label, where it is one of the strategy. */
function labelFor({ versioning }: Draft, strategy: Strategy): string {
  const newest = oldestFirst(Object.keys(versioning?.versions ?? {})).at(-1);
  const isDate = newest?.includes('-') === true;
  if (newest !== undefined && isDate === (strategy === 'date')) return newest;
  return strategy === 'date' ? '2026-03-01' : '1';
}

function pluralIn({ resources }: Draft, name: string): string {
  return own(resources, name)?.plural ?? pluralOf(name);
}
