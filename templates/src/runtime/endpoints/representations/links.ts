import type { Reference, ResourceDescription } from '../resource-description.ts';
import type { PageContent, ResourceContent, Scene } from './representation.ts';

/** Where one can go from a resource: relation and address. */
export interface Link {
  readonly name: string;
  readonly href: string;
}

/** Links that representations show each in their own way. */
export interface Links {
  /** To the resources that its members refer to. */
  readonly references: readonly Link[];
  /** To the collections that live in it. */
  readonly children: readonly Link[];
  /** To what a POST does something with now. */
  readonly customOperations: readonly Link[];
  /** All of them: those whose relations are this service's own. */
  readonly own: readonly Link[];
}

export function linksOf(content: ResourceContent, { link }: Pick<Scene, 'link'>): Links {
  const { description, resource, path } = content;
  const references = Object.entries(description.references ?? {}).flatMap(([name, reference]) => {
    const href = addressOf(reference, resource[name], link);
    return href === undefined ? [] : [{ name, href }];
  });
  const children = (description.children ?? []).map((name) => ({
    name,
    href: link(`${path}/${name}`),
  }));
  const { formerCustomOperations = [] } = description;
  const customOperations = (content.customOperations?.() ?? [])
    .filter((name) => !formerCustomOperations.includes(name))
    .map((name) => ({ name, href: link(`${path}/${name}`) }));
  return {
    references,
    children,
    customOperations,
    own: [...references, ...children, ...customOperations],
  };
}

/** Whether resources of a kind have links whose relations are this service's own. */
export function hasOwnLinks(description: ResourceDescription): boolean {
  const { references = {}, children = [] } = description;
  return [...Object.keys(references), ...children, ...customOperationsOf(description)].length > 0;
}

/** What clients of the version that a description is of can send a POST to, below the address of a resource. */
export function customOperationsOf({
  customOperations = [],
  formerCustomOperations = [],
}: ResourceDescription): readonly string[] {
  return customOperations.filter((name) => !formerCustomOperations.includes(name));
}

/** Each item of a page, as it would be alone. */
export function itemsOf(page: PageContent): ResourceContent[] {
  const { description, items, path } = page;
  const customOperations = page.customOperations?.();
  return items.map((resource) => ({
    kind: 'resource',
    description,
    resource,
    path: `${page.pathOf?.(resource) ?? path}/${resource.id}`,
    customOperations: () => customOperations?.get(resource.id) ?? [],
  }));
}

/** Undefined where the member refers to nothing, or the address is not known from it alone. */
export function addressOf(
  { path }: Reference,
  id: unknown,
  link: Scene['link'],
): string | undefined {
  return path === undefined || typeof id !== 'string' ? undefined : link(`${path}/${id}`);
}

/** Path of the collection that a resource is in, and of what that collection lives in, if anything. */
export function above(path: string): { readonly collection: string; readonly parent?: string } {
  const collection = path.slice(0, path.lastIndexOf('/'));
  return { collection, ...parentOf(collection) };
}

/** A collection lives in a resource if its path goes on before it: `/orders/7/items`. */
export function parentOf(collection: string): { readonly parent?: string } {
  const parent = collection.slice(0, collection.lastIndexOf('/'));
  return parent.split('/').length > 2 ? { parent } : {};
}
