import type { IncomingHttpHeaders } from 'node:http';

/**
 * True if the browser says that a page of this service sent the form. False if the browser says nothing.
 *
 * @param baseUrl the address of the service, whose host a proxy may not pass on
 */
export function isSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  // Fetch Metadata: no page can set it.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === new URL(baseUrl).origin || new URL(origin).host === host;
}
