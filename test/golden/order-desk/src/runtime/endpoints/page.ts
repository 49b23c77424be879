import type { TSchema } from 'typebox';
import { Type } from '../resources/type.ts';
import type { ResourceDescription } from './resource-description.ts';

/** Where a page is in its collection. */
export interface PageInfo {
  /** From 1; absent for a page that a cursor led to. */
  readonly number?: number;
  readonly size: number;
  readonly totalItems?: number;
  readonly totalPages?: number;
}

export type PageLinks = Readonly<
  Partial<Record<'self' | 'first' | 'prev' | 'next' | 'last', string>>
>;

export const address = Type.String({ format: 'uri-reference', maxLength: 20_000 });

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });

export const pageInfo = Type.Object({
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, format: 'int32' })),
  size: Type.Integer({ minimum: 1, maximum: 1000, format: 'int32' }),
  totalItems: Type.Optional(count),
  totalPages: Type.Optional(count),
});

/** The envelope of a list; a top-level array could never be given a further member. */
export function pageOf(item: TSchema, { names }: Pick<ResourceDescription, 'names'>): TSchema {
  return Type.Object(
    {
      items: Type.Array(item, { maxItems: 1000 }),
      page: pageInfo,
      links: Type.Object({
        self: address,
        first: address,
        prev: Type.Optional(address),
        next: Type.Optional(address),
        last: Type.Optional(address),
      }),
    },
    { title: `${names.many}Page` },
  );
}

/** What the links of a page depend on. */
export interface PagePosition {
  /** Path of the collection, without a query. */
  readonly path: string;
  /** The address of such a path. */
  link(path: string): string;
  /** Query string as it came, without the question mark. */
  readonly search: string;
  readonly page: PageInfo;
  /** Whether anything follows this page. */
  readonly hasNext: boolean;
  /** Leads to the page behind this one, where the collection offers cursors and no page is asked for by its number. */
  readonly nextCursor?: string;
  /** Names of the parameters, as the representation has them. */
  readonly names: { readonly page: string; readonly cursor: string };
}

/** Links to the pages around one, with every other parameter of the request kept. */
export function pageLinks(position: PagePosition): PageLinks {
  const { path, link, search, page, hasNext, nextCursor, names } = position;
  const { number, totalPages } = page;
  const query = encodeQuery(search);
  const others = query
    .split('&')
    .filter((pair) => {
      const [name = ''] = decodeURIComponent(pair).split('=', 1);
      return pair !== '' && name !== names.page && name !== names.cursor;
    })
    .join('&');
  const start = others === '' ? `${path}?` : `${path}?${others}&`;
  const to = (name: string, value: string) => link(`${start}${encodeURIComponent(name)}=${value}`);
  const toPage = (wanted: number) => to(names.page, String(wanted));
  const next =
    nextCursor === undefined
      ? number === undefined
        ? undefined
        : toPage(number + 1)
      : to(names.cursor, nextCursor);
  return {
    self: link(query === '' ? path : `${path}?${query}`),
    first: toPage(1),
    ...(number !== undefined && number > 1 ? { prev: toPage(number - 1) } : {}),
    ...(hasNext && next !== undefined ? { next } : {}),
    ...(number === undefined || totalPages === undefined
      ? {}
      : { last: toPage(Math.max(1, totalPages)) }),
  };
}

/** What RFC 3986, section 3.4, does not permit in a query is permitted by Node, and could end a link early. */
function encodeQuery(search: string): string {
  return search.search(unsafe) === -1 ? search : search.replaceAll(unsafe, encodeURIComponent);
}

const unsafe = /[^\w\-.~!$&'()*+,;=:@/?%]/g;
