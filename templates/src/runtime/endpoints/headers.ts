import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
// {{#if tellsLifecycle}}
import type { Resolution } from '../versioning/resolution.ts';
// {{/if}}
import { arrivalOf } from './arrival.ts';
// {{#if tellsLifecycle}}
import { maxLinkLength } from './link-header.ts';
// {{/if}}
import { traceIdOf } from './trace.ts';

/**
 * What keeps browsers from doing with an answer what it is not for: to guess another type, to tell others its address, to
 * show it in a frame, to run it, or to let pages of others load it. A page says itself what it may load.
 */
export const protection = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/** For two years browsers come by TLS alone (RFC 6797, section 7.2: said by TLS alone). */
export const strictTransport = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/** Headers that every answer carries, whatever it says; those of its version from the moment that it is known. */
export function setHeaders(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { vary, versionFields, crossOrigin, transportOf } = application;
  const { now, resolution } = arrivalOf(request);
  reply.headers({ ...protection, 'x-request-id': traceIdOf(request), vary });
  if (resolution.kind === 'resolved') {
    reply.headers(versionFields(resolution.version, now));
    // {{#if isFlags}}
    reply.header('x-api-features', (resolution.features ?? []).join(', '));
    // {{/if}}
    // {{#if tellsLifecycle}}
    const link = lifecycleLinks(application, resolution, now);
    if (link !== '') reply.header('link', link);
    // {{/if}}
  }
  // {{#if isFlags}}
  if (resolution.kind === 'refused' && resolution.version !== undefined) {
    reply.headers(versionFields(resolution.version, now));
  }
  // {{/if}}
  if (transportOf(request.raw) === 'secure') reply.headers(strictTransport);
  const permitted = crossOrigin?.headersFor(request.headers.origin);
  if (permitted !== undefined) reply.headers(permitted);
}
// {{#if tellsLifecycle}}

/**
 * Where to go from a version that is not the newest (RFC 5829), and where its end is explained. Versions are linked to at
 * the place of the request, whether there is something or not; to a place with a very long address they are not.
 */
function lifecycleLinks(
  { standing, strategy }: Application,
  { version, path }: Extract<Resolution, { kind: 'resolved' }>,
  now: Date,
): string {
  const { policyLinks, successor, latest } = standing(version, now);
  if (successor === undefined) return policyLinks;
  const place = path.search(unsafe) === -1 ? path : path.replaceAll(unsafe, encodeURIComponent);
  let links = policyLinks === '' ? '' : `${policyLinks}, `;
  links += `<${strategy.link(successor, place)}>; rel="successor-version"`;
  if (latest !== undefined) links += `, <${strategy.link(latest, place)}>; rel="latest-version"`;
  // What ends, and when, is said wherever it is asked for.
  return links.length > maxLinkLength ? policyLinks : links;
}

/** What a path may hold on the wire and a link may not (RFC 3986, section 3.3). */
const unsafe = /[^!$%&'()*+,./0-9:;=@A-Z_a-z~-]/g;
// {{/if}}
