import type { SystemMembers } from '../../resources/members.ts';
import type { ListOptions, ListQuery } from '../list-query.ts';
import type { Operation } from '../route.ts';
import { list } from './list.ts';
import type { ResourceEndpoints } from './resource.ts';

/**
 * GET of what lives in all resources of a kind: one page of all that exists for the caller.
 *
 * @param collection path of the collection in one of them: `/orders/{orderId}/items`
 */
export function listAcross<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  options: ListOptions<keyof (Draft & SystemMembers) & string>,
  collection: string,
): Operation<ListQuery<keyof (Draft & SystemMembers) & string>> {
  const { names } = resource;
  const { parent: _, ...everywhere } = resource;
  const listing = list({ ...everywhere, parentParameters: [] }, options);
  return {
    ...listing,
    id: `listAll${names.many}`,
    summary: `List the ${names.many.toLowerCase()}, whatever they are in`,
    problems: [],
    async handle(context, input) {
      const answer = await listing.handle(context, input);
      const { content } = answer;
      if (content?.kind !== 'page') return answer;
      return { ...answer, content: { ...content, pathOf: (item) => filled(collection, item) } };
    },
  };
}

/** A path with members in the place of the placeholders, which are called like them. */
function filled(path: string, members: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(members[name]));
}
