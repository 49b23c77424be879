import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Caller } from '../authentication/caller.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { prefixOf, type ApiVersion } from '../versioning/uri-path.ts';
import { negotiate } from './accept.ts';
import { parseQuery, refuseUnknown } from './query.ts';
import { checkContentType, parseJsonBody, readBody } from './request-body.ts';
import { sendAnswer, sendProblem, setCommonHeaders, setVersionHeaders } from './respond.ts';
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
    setCommonHeaders(request, reply);
    if (version !== undefined) setVersionHeaders(reply, version, application.versions);
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
        prefix,
        parameters: request.params as Record<string, string>,
        headers: request.headers,
        log: request.log,
      };
      const body = await bodyOf(application, operation, request);
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
  request: FastifyRequest,
): Promise<unknown> {
  const { body } = operation;
  // A body that means nothing is still read, or it would be taken for the connection's next request.
  if (body === undefined) {
    request.raw.resume();
    return undefined;
  }
  checkContentType(request.raw, body.mediaTypes);
  return body.parse(parseJsonBody(await readBody(request.raw, limits), limits));
}

function queryOf(operation: Operation, search: string): unknown {
  const values = parseQuery(search);
  refuseUnknown(values, operation.query?.parameters ?? []);
  return operation.query?.read(values);
}

function splitUrl(url: string): [path: string, search: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}
