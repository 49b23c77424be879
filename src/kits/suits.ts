import { isMapping, own } from '../specification/plain.ts';
import type { KeyPath, Mapping } from './kit.ts';
import { valueAt, withoutPath } from './values.ts';

/**
 * Defaults of a kit that belong to a choice give way where the service chooses otherwise: a kit that offers OAuth 2.0 by default has
 * its settings, and a service that takes API keys has no use for them.
 */
export function withoutUnused(defaults: Mapping, held: Mapping): Mapping {
  const unused = [...ofMechanisms(held), ...ofStrategies(held), ...ofMethods(held)];
  return unused.reduce(withoutPath, defaults);
}

const mechanismKeys = { apiKey: 'api-key', jwt: 'jwt', oauth2: 'oauth2', basic: 'basic' } as const;

function ofMechanisms(held: Mapping): KeyPath[] {
  const mechanisms = valueAt(held, ['authentication', 'mechanisms']) ?? ['api-key'];
  if (!Array.isArray(mechanisms)) return [];
  const unused = Object.entries(mechanismKeys)
    .filter(([, mechanism]) => !mechanisms.includes(mechanism))
    .map(([key]) => ['authentication', key]);
  return mechanisms.includes('none') ? [...unused, ['limits', 'anonymous']] : unused;
}

function ofStrategies(held: Mapping): KeyPath[] {
  const strategy = valueAt(held, ['versioning', 'strategy']) ?? 'uri-path';
  return ['query', 'date', 'hostname']
    .filter((key) => key !== strategy)
    .map((key) => ['versioning', key]);
}

/** Keys of an endpoint that say something about some methods only. */
const methodKeys: Readonly<Record<string, readonly string[]>> = {
  filter: ['list'],
  sort: ['list'],
  pagination: ['list'],
  preconditions: ['replace', 'update', 'delete'],
  createByReplace: ['replace'],
  idempotencyKey: ['create'],
};

function ofMethods(held: Mapping): KeyPath[] {
  const endpoints = own(held, 'endpoints');
  if (!isMapping(endpoints)) return [];
  return Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const methods = isMapping(endpoint) ? own(endpoint, 'methods') : undefined;
    if (!Array.isArray(methods)) return [];
    return Object.entries(methodKeys)
      .filter(([, needed]) => !needed.some((method) => methods.includes(method)))
      .map(([key]) => ['endpoints', name, key]);
  });
}
