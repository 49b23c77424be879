import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { customOperationsOf } from '../../model/custom-operations.ts';
import { withPresentCustomOperations } from '../../model/present.ts';
import { hasJobs, hasStream, hasWebhooks } from '../features.ts';
import { acrossPath } from './strategy.ts';

/** Who may do one thing, for the tests: read from the specification and not from what is generated of it. */
interface Permission {
  readonly method: string;
  /** With its version and placeholders. */
  readonly path: string;
  /** Any one grant is enough. */
  readonly allowed: readonly string[] | 'authenticated';
}

const methods = [
  { offered: 'list', method: 'GET', isCollection: true, verb: 'read' },
  { offered: 'create', method: 'POST', isCollection: true, verb: 'create' },
  { offered: 'read', method: 'GET', isCollection: false, verb: 'read' },
  { offered: 'replace', method: 'PUT', isCollection: false, verb: 'replace' },
  { offered: 'update', method: 'PATCH', isCollection: false, verb: 'update' },
  { offered: 'delete', method: 'DELETE', isCollection: false, verb: 'delete' },
] as const;

/** What can be done with webhook endpoints. */
const ofWebhooks = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/{id}'],
  ['PUT', '/{id}'],
  ['PATCH', '/{id}'],
  ['DELETE', '/{id}'],
  ['POST', '/{id}/rotate-secret'],
  ['POST', '/{id}/ping'],
  ['POST', '/{id}/replay'],
  ['GET', '/{id}/deliveries'],
  ['GET', '/{id}/deliveries/{id}'],
  ['POST', '/{id}/deliveries/{id}/replay'],
] as const;

/** All that is permitted to some, where the specification says who may do what. */
export function permissionsOf(model: ServiceModel): Permission[] {
  const { allow } = model.specification.authentication;
  if (allow === undefined) return [];
  const prefix = `/v${model.newest.label}`;
  const resources = model.resources.map(withPresentCustomOperations);
  const announced = resources.filter((resource) => resource.events.length > 0);
  const readers = [...new Set(announced.flatMap(({ name }) => allow[name]?.['read'] ?? []))];
  return [
    ...resources.flatMap((resource) => [
      ...ofResource(resource, allow[resource.name] ?? {}, prefix),
      ...belowAllParents(model, resource, allow[resource.name]?.['read'] ?? [], prefix),
    ]),
    ...['/jobs', '/jobs/{jobId}']
      .filter(() => hasJobs(model))
      .map((path) => ({
        method: 'GET',
        path: prefix + path,
        allowed: 'authenticated' as const,
      })),
    ...ofWebhooks
      .filter(() => hasWebhooks(model))
      .map(([method, path]) => ({
        method,
        path: `${prefix}/webhook-endpoints${path}`,
        allowed: readers,
      })),
    ...(hasStream(model) ? [{ method: 'GET', path: `${prefix}/events`, allowed: readers }] : []),
  ];
}

/** The operations that are forbidden to every caller, whatever the parameters of their paths are called. */
export function closedOperations(model: ServiceModel): string[] {
  return permissionsOf(model)
    .filter(({ allowed }) => allowed.length === 0)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
}

/** The list of what is below all parents, where it has an address. */
function belowAllParents(
  model: ServiceModel,
  resource: ResourceModel,
  allowed: readonly string[],
  prefix: string,
): Permission[] {
  const path = acrossPath(model, resource);
  return path === undefined ? [] : [{ method: 'GET', path: prefix + path, allowed }];
}

function ofResource(
  resource: ResourceModel,
  verbs: Readonly<Record<string, readonly string[]>>,
  prefix: string,
): Permission[] {
  const { collectionPath, idParameter, endpoint } = resource;
  const collection = prefix + collectionPath;
  const one = `${collection}/{${idParameter}}`;
  return [
    ...methods
      .filter(({ offered }) => endpoint.methods.includes(offered))
      .map(({ method, isCollection, verb }) => ({
        method,
        path: isCollection ? collection : one,
        allowed: verbs[verb] ?? [],
      })),
    ...customOperationsOf(resource).map(({ name }) => ({
      method: 'POST',
      path: `${one}/${name}`,
      allowed: verbs[name] ?? [],
    })),
  ];
}
