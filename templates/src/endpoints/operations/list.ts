import { builtIn } from '../../errors/built-in.ts';
import { listQueryReader, type ListOptions, type ListQuery } from '../list-query.ts';
import { linkHeader, pageLinks, pageOf, type Page } from '../page.ts';
import type { Operation } from '../route.ts';
import { requireParents } from './parents.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';
import { show } from './show.ts';

/** GET of a collection: one page of it, filtered and sorted. */
export function list<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  options: ListOptions<keyof (Draft & SystemMembers) & string>,
): Operation<ListQuery<keyof (Draft & SystemMembers) & string>> {
  const { names, schemas, database, store, rules, parentParameters } = resource;
  return {
    id: `list${names.many}`,
    summary: `List the ${names.many.toLowerCase()}`,
    description: 'One page, filtered and sorted as the parameters say. `links` lead to the others.',
    tag: names.many,
    cacheControl: 'private, no-cache',
    query: listQueryReader(schemas.shown, options),
    answers: {
      200: {
        description: 'A page of the collection.',
        schema: pageOf(schemas.shown, `${names.many}Page`),
        headers: { Link: 'The pages around this one (RFC 8288).' },
      },
    },
    problems: parentParameters.length > 0 ? [builtIn.notFound] : [],
    async handle(context, { query }) {
      const parents = parentsOf(resource, context);
      await requireParents(resource, database.reader, parents);
      const { rows, total } = await store.list(database.reader, {
        scope: { parents },
        filters: query.filters,
        sort: query.sort,
        offset: (query.page - 1) * query.size,
        // One more than is shown tells whether anything follows, without counting.
        limit: query.size + 1,
        total: options.total,
      });
      const items = rows.slice(0, query.size);
      const reader = { caller: context.caller, now: context.now };
      if (rules.beforeRead) for (const item of items) await rules.beforeRead(item, reader);
      const page: Page = {
        number: query.page,
        size: query.size,
        ...(total === undefined
          ? {}
          : { totalItems: total, totalPages: Math.ceil(total / query.size) }),
      };
      const links = pageLinks(context.path, context.search, page, rows.length > query.size);
      return {
        status: 200,
        headers: { link: linkHeader(links) },
        body: { items: items.map((item) => show(resource, item)), page, links },
      };
    },
  };
}
