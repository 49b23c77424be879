import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { Unavailable } from '../storage/errors.ts';
import type { ApiVersion } from '../versioning/uri-path.ts';
import type { Answer, Operation } from './route.ts';
import { traceIdOf } from './trace.ts';

/** Headers that every answer carries, whatever it says. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': traceIdOf(request),
  });
}

/** Says which version answered, from the moment it is known. */
export function setVersionHeaders(
  reply: FastifyReply,
  version: ApiVersion,
  versions: readonly ApiVersion[],
): void {
  reply.headers({
    'x-api-version': String(version.major),
    'api-supported-versions': versions.map((each) => each.major).join(', '),
  });
}

/** Sends a success. */
export function sendAnswer(
  reply: FastifyReply,
  operation: Operation,
  answer: Answer,
): FastifyReply {
  reply.code(answer.status).header('cache-control', operation.cacheControl ?? 'no-store');
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (answer.body === undefined) return reply.send();
  const mediaType = operation.mediaType ?? 'application/json';
  return reply
    .header(
      'content-type',
      mediaType.startsWith('text/') || mediaType === 'application/json'
        ? `${mediaType}; charset=utf-8`
        : mediaType,
    )
    .send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
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
  return reply.code(document.status).headers(document.headers).send(JSON.stringify(document.body));
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
