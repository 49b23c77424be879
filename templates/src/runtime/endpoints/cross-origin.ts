import type { CrossOrigin } from '../service/application.ts';

/** How long a browser may remember a preflight, in seconds. */
const maxAge = 600;

/** Headers of an answer that a script may read, besides the few that it always may (Fetch, section 4.9). */
const exposed = [
  'Allow',
  // {{#if tellsLifecycle}}
  'Api-Deprecated-Versions',
  // {{/if}}
  'Api-Supported-Versions',
  'Content-Language',
  // {{#if hasLifecycle}}
  'Deprecation',
  // {{/if}}
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  // {{#if hasLifecycle}}
  'Sunset',
  // {{/if}}
  'WWW-Authenticate',
  'X-Api-Version',
  'X-Request-Id',
].join(', ');

/**
 * Permits scripts of the listed origins (Fetch, section 3.3), and of no other. Credentials of the browser itself,
 * such as cookies, are never part of it.
 *
 * @param ownHeaders headers that carry credentials or say which version is wanted
 */
export function permitOrigins(
  origins: readonly string[],
  ownHeaders: readonly string[],
): CrossOrigin {
  const permitted = new Set(origins);
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
            'access-control-expose-headers': exposed,
          }
        : undefined,
    preflight: (methods) => ({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': String(maxAge),
    }),
  };
}
