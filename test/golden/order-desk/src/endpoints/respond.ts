import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { Unavailable } from '../storage/errors.ts';
import { resolveVersion, type ApiVersion } from '../versioning/uri-path.ts';
import { pathOf } from './request-target.ts';
import type { Answer, Operation } from './route.ts';
import { traceIdOf } from './trace.ts';

/**
 * Headers that every answer carries, whatever it says.
 *
 * @param version the one that answers, from the moment it is known
 */
export function setHeaders(
  { versions }: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  version?: ApiVersion,
): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': traceIdOf(request),
  });
  if (version === undefined) return;
  reply.headers({
    'x-api-version': String(version.major),
    'api-supported-versions': versions.map((each) => each.major).join(', '),
  });
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

/** Sends a success. */
export function sendAnswer(
  reply: FastifyReply,
  operation: Operation,
  answer: Answer,
): FastifyReply {
  // Before any header is set: what cannot be serialized is answered as a problem.
  const payload = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  reply.code(answer.status).header('cache-control', operation.cacheControl ?? 'no-store');
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (answer.body === undefined) return reply.send();
  const mediaType = operation.mediaType ?? 'application/json';
  const hasCharset = mediaType.startsWith('text/') || mediaType === 'application/json';
  reply.header('content-type', hasCharset ? `${mediaType}; charset=utf-8` : mediaType);
  // To the type of a text Fastify would add a charset, which most types do not have.
  return reply.send(hasCharset ? payload : Buffer.from(payload));
}

/** Sends a problem document for whatever was thrown, and logs what the service itself got wrong. */
export function sendProblem(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const problem = asProblem(error);
  const document = problemDocument({
    problem,
    traceId: traceIdOf(request),
    baseUrl: application.baseUrl,
    catalogue: application.catalogue,
  });
  if (document.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message);
  // As bytes: to the type of a text Fastify would add a charset.
  const payload = Buffer.from(JSON.stringify(document.body));
  return reply.code(document.status).headers(document.headers).send(payload);
}

/** What is not a problem of ours says nothing of itself to the outside. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) {
    return new Problem(
      builtIn.serviceUnavailable,
      { headers: { 'retry-after': '1' } },
      { cause: error },
    );
  }
  return new Problem(builtIn.internalError, {}, { cause: error });
}
