import type { Reference } from '../resource-description.ts';
import type { ResourceContent, Scene } from './representation.ts';

/** Where one can go from a resource: relation and address. */
export interface Link {
  readonly name: string;
  readonly href: string;
}

/** Addresses of the resources that its members refer to, and of the collections that live in it. */
export function linksOf(
  { description, resource, path }: Omit<ResourceContent, 'kind'>,
  { prefix }: Pick<Scene, 'prefix'>,
): { readonly references: Link[]; readonly children: Link[] } {
  const references = Object.entries(description.references ?? {}).flatMap(([name, reference]) => {
    const href = addressOf(reference, resource[name], prefix);
    return href === undefined ? [] : [{ name, href }];
  });
  const children = (description.children ?? []).map((name) => ({ name, href: `${path}/${name}` }));
  return { references, children };
}

/** Undefined where the member refers to nothing, or the address is not known from it alone. */
export function addressOf({ path }: Reference, id: unknown, prefix: string): string | undefined {
  return path === undefined || typeof id !== 'string' ? undefined : `${prefix}${path}/${id}`;
}

/** Address of the collection that a resource is in, and of what that collection lives in, if anything. */
export function above(path: string): { readonly collection: string; readonly parent?: string } {
  const collection = path.slice(0, path.lastIndexOf('/'));
  return { collection, ...parentOf(collection) };
}

/** A collection lives in a resource if its path goes on before it: `/v1/orders/7/items`. */
export function parentOf(collection: string): { readonly parent?: string } {
  const parent = collection.slice(0, collection.lastIndexOf('/'));
  return parent.split('/').length > 3 ? { parent } : {};
}
