import { buildModel } from '../../model/build.ts';
import type { ResourceModel, ServiceModel } from '../../model/model.ts';
import { camelCaseOf } from '../../specification/names/casing.ts';
import { identifier, type Code } from '../code.ts';
import {
  hasStream,
  hasWebhooks,
  isFlags,
  isHostname,
  isNamedBesideAddress,
  isPartial,
  strategyFile,
} from '../features.ts';
import { mediaTypes } from '../media-types.ts';

interface Option {
  readonly name: Code;
  readonly value: unknown;
}

/** How the service learns which version a client wants. */
export function strategyView(model: ServiceModel) {
  const file = strategyFile(model);
  return {
    strategy: { file, name: identifier(camelCaseOf(file)), options: optionsOf(model, file) },
    isFlags: isFlags(model),
    isNamedBesideAddress: isNamedBesideAddress(model),
    isHostname: isHostname(model),
    isPartial: isPartial(model),
    selectorHeaders: selectorHeaders(model),
  };
}

/** Header fields of requests that the answer depends on because of its version, and that none has otherwise. */
function selectorHeaders(model: ServiceModel): string[] {
  if (strategyFile(model) === 'header') return ['X-API-Version'];
  return isFlags(model) ? ['X-API-Features'] : [];
}

/** The arguments of the strategy besides the versions. */
function optionsOf(model: ServiceModel, file: string): Option[] {
  const { service, versioning } = model.specification;
  const option = (name: string, value: unknown): Option[] =>
    value === undefined ? [] : [{ name: identifier(name), value }];
  const pinned = option('pinned', versioning.default);
  switch (file) {
    case 'query':
      return [...pinned, ...option('parameter', versioning.query?.parameter)];
    case 'header':
      return pinned;
    case 'hostname':
      return [...pinned, ...option('form', versioning.hostname?.form)];
    case 'media-type':
      return [...pinned, ...option('vendor', service.vendor), ...option('types', typesOf(model))];
    case 'accept-parameter':
      return [...pinned, ...option('types', typesOf(model))];
    case 'feature-flags':
      return option(
        'features',
        Object.entries(versioning.flags).map(([name, { state, requires, conflicts }]) => ({
          name,
          state,
          requires,
          conflicts,
        })),
      );
    case 'partial':
      return [...pinned, ...option('collections', addressedCollections(model))];
    default:
      return [];
  }
}

/** The representation of resources and events. */
function typesOf(model: ServiceModel): string[] {
  const { representations } = model.specification;
  return [
    ...new Set(['application/json', ...representations.map((name) => mediaTypes[name])]),
    ...(hasStream(model) ? ['text/event-stream'] : []),
  ];
}

/**
 * Paths of the collections that have versions under the strategy partial: those of the resources that it names, and of what
 * clients follow events by, because events have the names and the shapes of a version.
 */
export function versionedCollections(model: ServiceModel): string[] {
  const { resources, specification } = model;
  return [
    ...resources
      .filter(({ name }) => specification.versioning.resources.includes(name))
      .map(({ collectionPath }) => collectionPath),
    ...(hasWebhooks(model) ? ['/webhook-endpoints'] : []),
    ...(hasStream(model) ? ['/events'] : []),
  ];
}

/** The same, as the newest and as any older version calls them. */
export function addressedCollections(model: ServiceModel): string[] {
  const { resources } = model.specification.versioning;
  const former = model.older.flatMap((version) => {
    const older = buildModel(version.specification).resources;
    const composed = version.resources.filter(({ newest }) => resources.includes(newest));
    const names = new Set(composed.map((each) => each.older));
    return older.filter(({ name }) => names.has(name)).map(({ collectionPath }) => collectionPath);
  });
  return [...new Set([...versionedCollections(model), ...former])];
}

/** Whether a resource has versions, by itself or because of what it lives in. */
export function isVersioned(
  model: ServiceModel,
  { name, parents }: Pick<ResourceModel, 'name' | 'parents'>,
): boolean {
  const { resources } = model.specification.versioning;
  return (
    !isPartial(model) ||
    [name, ...parents.map((each) => each.name)].some((each) => resources.includes(each))
  );
}

/** Where the resources of all parents are listed: `/orders/items`. */
export function acrossPath(model: ServiceModel, resource: ResourceModel): string | undefined {
  const { name, parents, endpoint } = resource;
  const isListed =
    isPartial(model) &&
    parents.length === 1 &&
    endpoint.methods.includes('list') &&
    model.specification.versioning.resources.includes(name);
  return isListed ? overParents(resource) : undefined;
}

export function overParents({ collectionPath }: Pick<ResourceModel, 'collectionPath'>): string {
  return collectionPath.replaceAll(/\/\{\w+\}/g, '');
}
