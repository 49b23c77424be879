import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of this service sent the form, as the browser says it. Where it says nothing, nobody is believed.
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
