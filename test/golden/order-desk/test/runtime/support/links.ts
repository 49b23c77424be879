import { selector } from '../../contract.ts';

/** In front of every link; empty where the address of the service has no path. */
let basePath = '';

/** Says where the service is, before any link of it is looked at. */
export function setBasePath(path: string): void {
  basePath = path;
}

/** What links show for an address of the tests. */
export function linked(address: string): string {
  return basePath + selector.linked(address);
}

/** The address of the tests that a link leads to. */
export function followed(link: string): string {
  return selector.followed(withoutBasePath(link));
}

/** A link of a service whose address has no path is itself. */
export function withoutBasePath(link: string): string {
  if (basePath === '') return link;
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/s.exec(link) ?? [];
  const rest = path.startsWith(basePath) ? path.slice(basePath.length) : undefined;
  return rest === undefined || !/^(?:[/?#]|$)/.test(rest) ? link : origin + rest;
}

const ofPages: ReadonlySet<string> = new Set(['self', 'first', 'prev', 'next', 'last']);

/** The links between pages of a Link header; all others are about versions, documents and deprecated features. */
export function pageLinksOf(
  header: string | null,
): readonly { readonly target: string; readonly relation: string }[] {
  return [...(header ?? '').matchAll(/<([^>]*)>[^,]*?rel="?([\w-]+)"?/g)]
    .map(([, target = '', relation = '']) => ({ target, relation }))
    .filter(({ relation }) => ofPages.has(relation));
}
