import type { PageLinks } from './page.ts';

/** Clients stop reading where the header fields of an answer are too long: that of Node at 16 KB of them together. */
export const maxLinkLength = 4096;

/** The links of a page as a Link header (RFC 8288). It is left out where it would be too long: the body has them. */
export function linkHeader(links: PageLinks): { readonly link?: string } {
  const link = Object.entries(links)
    .filter(([relation]) => relation !== 'self')
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ');
  return link.length > maxLinkLength ? {} : { link };
}
