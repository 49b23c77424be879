import type { Content, Shown } from '../../endpoints/representations/representation.ts';
import type { ResourceDescription } from '../../endpoints/resource-description.ts';

/** A resource or a page as it may be answered, made of the example of the schema; undefined where it has none. */
export function exampleOf(
  description: ResourceDescription,
  shows: Content['kind'],
  link: (path: string) => string,
): Content | undefined {
  const { examples = [] } = description.schemas.shown as { examples?: readonly Shown[] };
  const [resource] = examples;
  if (resource === undefined) return undefined;
  const path = `/${description.collection}`;
  if (shows === 'resource') {
    return { kind: 'resource', description, resource, path: `${path}/${resource.id}` };
  }
  const links = { self: link(path), first: link(`${path}?page=1`), last: link(`${path}?page=1`) };
  const page = { number: 1, size: 20, totalItems: 1, totalPages: 1 };
  return { kind: 'page', description, items: [resource], path, page, links, parameters: ['page'] };
}
