import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';
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
  const { vary, versionFields, versionLinks, crossOrigin, transportOf } = application;
  const { now, resolution } = arrivalOf(request);
  reply.headers(protection).header('x-request-id', traceIdOf(request)).header('vary', vary);
  if (resolution.kind === 'resolved') {
    reply.headers(versionFields(resolution.version, now));
    const { features } = resolution;
    if (features !== undefined) reply.header('x-api-features', features.join(', '));
    const link = versionLinks?.(resolution, now) ?? '';
    if (link !== '') reply.header('link', link);
  } else if (resolution.kind === 'refused' && resolution.version !== undefined) {
    reply.headers(versionFields(resolution.version, now));
  }
  if (transportOf(request.raw) === 'secure') reply.headers(strictTransport);
  const permitted = crossOrigin?.headersFor(request.headers.origin);
  if (permitted !== undefined) reply.headers(permitted);
}
