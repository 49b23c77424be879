import type { FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
import { onceForEach } from '../storage/once-for-each.ts';
import { arrivalOf } from './arrival.ts';
import type { HeaderFields } from './header-fields.ts';
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
  { vary, versionFields, versionLinks, crossOrigin, transportOf }: Application,
  request: FastifyRequest,
): void {
  const arrival = arrivalOf(request);
  const { now, resolution } = arrival;
  const version = resolution.kind === 'unversioned' ? undefined : resolution.version;
  // Of fields that are known together a copy is made, which costs less than to set each of them.
  const headers: HeaderFields =
    version === undefined ? { ...protection } : { ...withVersion(versionFields(version, now)) };
  headers['vary'] = vary;
  headers['x-request-id'] = traceIdOf(request);
  if (resolution.kind === 'resolved') {
    const { features } = resolution;
    if (features !== undefined) headers['x-api-features'] = features.join(', ');
    const link = versionLinks?.(resolution, now) ?? '';
    if (link !== '') headers['link'] = link;
  }
  if (transportOf(request.raw) === 'secure') Object.assign(headers, strictTransport);
  const permitted = crossOrigin?.headersFor(request.headers.origin);
  if (permitted !== undefined) Object.assign(headers, permitted);
  arrival.headers = Object.assign(headers, arrival.headers);
}

const withVersion = onceForEach((fields: Readonly<Record<string, string>>) => ({
  ...protection,
  ...fields,
}));
