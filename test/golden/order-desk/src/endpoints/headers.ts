import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
import { resolveVersion, type ApiVersion } from '../versioning/uri-path.ts';
import { pathOf } from './request-target.ts';
import { traceIdOf } from './trace.ts';

/**
 * Headers that every answer carries, whatever it says.
 *
 * @param version the one that answers, from the moment it is known
 */
export function setHeaders(
  { supportedVersions, vary, crossOrigin }: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  version?: ApiVersion,
): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': traceIdOf(request),
    vary,
  };
  reply.headers(
    version === undefined
      ? headers
      : {
          ...headers,
          'x-api-version': String(version.major),
          'api-supported-versions': supportedVersions,
        },
  );
  const permitted = crossOrigin?.headersFor(request.headers.origin);
  if (permitted !== undefined) reply.headers(permitted);
}

/** The same for an answer that comes from no route, of whose version the path alone can tell. */
export function setHeadersByPath(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const resolution = resolveVersion(pathOf(request.url), application.versions);
  const version = resolution.kind === 'resolved' ? resolution.version : undefined;
  setHeaders(application, request, reply, version);
}
