/**
 * The path and query of a request target. A target may also be a whole address, which every server must accept
 * (RFC 9112, section 3.2.2).
 */
export function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The query is without its question mark. */
export function splitUrl(url: string): [path: string, search: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

export function pathOf(url: string): string {
  return splitUrl(url)[0];
}

/** The router would take `/orders/` for an order without an identifier. */
export function hasEmptySegment(url: string): boolean {
  const path = pathOf(url);
  return path.includes('//') || (path !== '/' && path.endsWith('/'));
}
