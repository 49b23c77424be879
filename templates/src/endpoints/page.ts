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
  const others = search.split('&').filter((pair) => pair !== '' && !/^page(=|$)/.test(pair));
  const to = (page: number) => `${path}?${[...others, `page=${String(page)}`].join('&')}`;
  return {
    self: search === '' ? path : `${path}?${search}`,
    first: to(1),
    ...(number > 1 ? { prev: to(number - 1) } : {}),
    ...(hasNext ? { next: to(number + 1) } : {}),
    ...(totalPages === undefined ? {} : { last: to(Math.max(1, totalPages)) }),
  };
}

/** The same links as a Link header (RFC 8288). */
export function linkHeader(links: PageLinks): string {
  return Object.entries(links)
    .filter(([relation]) => relation !== 'self')
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ');
}
