import type { Resource, Specification } from '../specification/index.ts';

/** The resource that is taken where none is named: enough to try everything that a service does. */
export const smallestResource: { readonly name: string; readonly resource: Resource } = {
  name: 'item',
  resource: { fields: { name: { type: 'string', required: true } } },
};

/** The smallest useful service of that name. */
export function smallestSpecification(name: string): Specification {
  return { service: { name }, resources: { [smallestResource.name]: smallestResource.resource } };
}
