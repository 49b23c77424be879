import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Caller } from '../authentication/caller.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { prefixOf, type ApiVersion } from '../versioning/uri-path.ts';
import { negotiate } from './accept.ts';
import { parseQuery, refuseUnknown } from './query.ts';
import { checkContentType, parseJsonBody, readBody } from './request-body.ts';
import { splitUrl } from './request-target.ts';
import { sendAnswer, sendProblem, setHeaders } from './respond.ts';
import type { Operation, RequestContext } from './route.ts';
import { traceIdOf } from './trace.ts';

export type RequestHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * The way of every request, in the order of the checks: what is refused earlier costs less and tells less.
 *
 * @param version absent for what is not versioned, such as `/health`
 */
export function pipeline(
  application: Application,
  operation: Operation,
  version: ApiVersion | undefined,
): RequestHandler {
  const prefix = version === undefined ? '' : prefixOf(version);
  const mediaTypes = [operation.mediaType ?? 'application/json'];

  return async (request, reply) => {
    setHeaders(application, request, reply, version);
    try {
      const now = application.clock();
      const caller = operation.isPublic ? anonymous : await authenticate(application, request, now);
      reply.header('vary', 'Accept');
      if (negotiate(request.headers.accept, mediaTypes) === undefined) {
        throw new Problem(builtIn.notAcceptable, { members: { available: mediaTypes } });
      }
      const [path, search] = splitUrl(request.url);
      const context: RequestContext = {
        caller,
        now,
        traceId: traceIdOf(request),
        path,
        search,
        ...(version === undefined ? {} : { version }),
        prefix,
        parameters: request.params as Record<string, string>,
        headers: request.headers,
        log: request.log,
      };
      const body = await bodyOf(application, operation, request, reply);
      const query = queryOf(operation, search);
      return sendAnswer(reply, operation, await operation.handle(context, { query, body }));
    } catch (error) {
      return sendProblem(application, request, reply, error);
    }
  };
}

async function authenticate(
  { mechanism }: Application,
  request: FastifyRequest,
  now: Date,
): Promise<Caller> {
  if (mechanism === undefined) return anonymous;
  const caller = await mechanism.authenticate(request.headers, now);
  if (caller !== undefined) return caller;
  throw new Problem(builtIn.unauthenticated, {
    headers: { 'www-authenticate': mechanism.challenge },
  });
}

async function bodyOf(
  { limits }: Application,
  operation: Operation,
  { method, raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { body } = operation;
  // A body that means nothing is still read, or it would be taken for the connection's next request.
  if (body === undefined) {
    raw.resume();
    return undefined;
  }
  if (method === 'PUT' && raw.headers['content-range'] !== undefined) {
    // RFC 9110, section 14.5: a part would be stored as the whole.
    throw new Problem(builtIn.malformedRequest, { detail: 'PUT takes no Content-Range.' });
  }
  const mediaType = checkContentType(raw, Object.keys(body.schemas));
  const bytes = await readBody(raw, limits, () => {
    reply.raw.writeContinue();
  });
  return body.parse(parseJsonBody(bytes, limits), mediaType);
}

function queryOf(operation: Operation, search: string): unknown {
  const values = parseQuery(search);
  refuseUnknown(values, operation.query?.parameters ?? []);
  return operation.query?.read(values);
}
