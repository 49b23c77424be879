import { Type, type TSchema } from 'typebox';

export interface Page {
  readonly number: number;
  readonly size: number;
  readonly totalItems?: number;
  readonly totalPages?: number;
}

export type PageLinks = Readonly<
  Partial<Record<'self' | 'first' | 'prev' | 'next' | 'last', string>>
>;

/** The envelope of a list; a top-level array could never be given a further member. */
export function pageOf(item: TSchema, title: string): TSchema {
  const link = Type.String({ format: 'uri-reference' });
  const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
  return Type.Object(
    {
      items: Type.Array(item),
      page: Type.Object({
        number: Type.Integer({ minimum: 1 }),
        size: Type.Integer({ minimum: 1 }),
        totalItems: Type.Optional(count),
        totalPages: Type.Optional(count),
      }),
      links: Type.Object({
        self: link,
        first: link,
        prev: Type.Optional(link),
        next: Type.Optional(link),
        last: Type.Optional(link),
      }),
    },
    { title },
  );
}

/**
 * Links to the pages around one, with every other parameter of the request kept.
 *
 * @param search query string as it came, without the question mark
 * @param hasNext whether anything follows this page
 */
export function pageLinks(
  path: string,
  search: string,
  { number, totalPages }: Page,
  hasNext: boolean,
): PageLinks {
  const query = encodeQuery(search);
  const others = query.split('&').filter((pair) => pair !== '' && !isPage(pair));
  const to = (page: number) => `${path}?${[...others, `page=${String(page)}`].join('&')}`;
  return {
    self: query === '' ? path : `${path}?${query}`,
    first: to(1),
    ...(number > 1 ? { prev: to(number - 1) } : {}),
    ...(hasNext ? { next: to(number + 1) } : {}),
    ...(totalPages === undefined ? {} : { last: to(Math.max(1, totalPages)) }),
  };
}

function isPage(pair: string): boolean {
  return /^page(=|$)/.test(decodeURIComponent(pair));
}

/** What RFC 3986, section 3.4, does not permit in a query is permitted by Node, and could end a link early. */
function encodeQuery(search: string): string {
  return search.replaceAll(/[^\w\-.~!$&'()*+,;=:@/?%]/g, encodeURIComponent);
}

/** The same links as a Link header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .filter(([relation]) => relation !== 'self')
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ');
}
