import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import { linkHeader } from '../link-header.ts';
import { listQueryReader, type ListOptions, type ListQuery } from '../list-query.ts';
import { pageLinks, type PageInfo } from '../page.ts';
import { shown } from '../resource-answer.ts';
import type { Operation, RequestContext } from '../route.ts';
import { requireParents, rowFilterBelow } from './parents.ts';
import { parentsOf, type ResourceEndpoints } from './resource.ts';
import { readContext } from './rule-context.ts';

/** GET of a collection: one page of it, filtered and sorted. */
export function list<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  options: ListOptions<keyof (Draft & SystemMembers) & string>,
): Operation<ListQuery<keyof (Draft & SystemMembers) & string>> {
  const { names, schemas, database, store, table, rules, memberAccess, parentParameters } =
    resource;
  const query = listQueryReader(schemas.shown, options);
  const parameters = query.parameters.map(({ name }) => name);
  return {
    id: `list${names.many}`,
    summary: `List the ${names.many.toLowerCase()}`,
    description: 'One page, filtered and sorted as the parameters say. `links` lead to the others.',
    tag: names.many,
    resource,
    cacheControl: 'private, no-cache',
    query,
    answers: {
      200: {
        description: 'A page of the collection.',
        shows: 'page',
        headers: {
          Link: 'The pages around this one (RFC 8288). Left out where it would be longer than 4 KB: `links` of the body has them.',
        },
      },
    },
    problems: parentParameters.length > 0 ? [builtIn.notFound] : [],
    async handle(context, { query: asked }) {
      const { page: wanted, size, cursor, filters, sort } = asked;
      memberAccess?.refuseParameters(context, { filters, sort }, options.sort);
      const parents = parentsOf(resource, context);
      await requireParents(resource, database.reader, context, parents);
      const here = JSON.stringify([context.version?.label, context.path, filters, sort]);
      const after = cursor === undefined ? undefined : positionOf(options, cursor, here, context);
      const { rows, total } = await store.list(database.listing(table.name, context.client), {
        rowFilter: rowFilterBelow(resource, context, parents),
        filters,
        sort,
        offset: ((wanted ?? 1) - 1) * size,
        ...(after === undefined ? {} : { after }),
        // One more than is shown tells whether anything follows, without counting.
        limit: size + 1,
        total: asked.total ?? options.total,
      });
      const items = rows.slice(0, size);
      if (rules.beforeRead !== undefined) {
        const reader = readContext(context);
        for (const item of items) await rules.beforeRead(item, reader);
      }
      const page: PageInfo = {
        ...(after === undefined ? { number: wanted ?? 1 } : {}),
        size,
        ...(total === undefined ? {} : { totalItems: total, totalPages: Math.ceil(total / size) }),
      };
      const last = items.at(-1);
      const hasNext = rows.length > size;
      // A request with a page number gets links with page numbers.
      const next =
        wanted === undefined && hasNext && last !== undefined
          ? options.cursors?.write(store.position(sort, last), here)
          : undefined;
      const { path, link, search, queryNames } = context;
      const links = pageLinks({
        path,
        link,
        search,
        page,
        hasNext,
        ...(next === undefined ? {} : { nextCursor: next }),
        names: {
          page: queryNames?.write('page') ?? 'page',
          cursor: queryNames?.write('cursor') ?? 'cursor',
        },
      });
      return {
        status: 200,
        headers: linkHeader(links),
        content: {
          kind: 'page',
          description: resource,
          items: items.map((item) => shown(resource, item)),
          customOperations: () =>
            new Map(items.map((item) => [item.id, resource.customOperationsNow?.(item) ?? []])),
          path,
          page,
          links,
          parameters,
        },
      };
    },
  };
}

/** @throws {Problem} when it is no cursor of this list */
function positionOf(
  { cursors }: ListOptions,
  cursor: string,
  here: string,
  { queryNames }: RequestContext,
): readonly unknown[] {
  const position = cursors?.read(cursor, here);
  if (position !== undefined) return position;
  throw new Problem(builtIn.validationFailed, {
    errors: [
      {
        in: 'query',
        at: queryNames?.write('cursor') ?? 'cursor',
        code: 'cursor',
        detail: ({ violations }) => violations.cursor,
      },
    ],
  });
}
