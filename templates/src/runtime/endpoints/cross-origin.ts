import type { CrossOrigin } from '../service/application.ts';

/** How long a browser may remember a preflight, in seconds. */
const maxAge = 600;

/** Headers of an answer that a script may read, besides the few that it always may (Fetch, section 4.9). */
const exposed = [
  'Allow',
  'Api-Supported-Versions',
  'Content-Language',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Api-Version',
  'X-Request-Id',
];

/**
 * Permits scripts of the listed origins (Fetch, section 3.3), and of no other. Credentials of the browser itself,
 * such as cookies, are never part of it.
 *
 * @param ownHeaders headers that carry credentials or say which version is wanted
 * @param ownFields headers of an answer that say how versions stand
 */
export function permitOrigins(
  origins: readonly string[],
  ownHeaders: readonly string[],
  ownFields: readonly string[] = [],
): CrossOrigin {
  const permitted = new Set(origins);
  const readable = [...exposed, ...ownFields].toSorted().join(', ');
  const requestHeaders = [
    'Accept',
    'Accept-Language',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Prefer',
    'Traceparent',
    ...ownHeaders,
  ].join(', ');
  return {
    headersFor: (origin) =>
      origin !== undefined && permitted.has(origin)
        ? {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': readable,
          }
        : undefined,
    preflight: (methods) => ({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': String(maxAge),
    }),
  };
}
