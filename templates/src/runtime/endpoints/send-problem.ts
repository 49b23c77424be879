import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { Unavailable } from '../storage/errors.ts';
import { arrivalOf } from './arrival.ts';
import type { HeaderFields } from './header-fields.ts';
import { problemScene } from './problem-scene.ts';
import { send } from './send.ts';
import { traceIdOf } from './trace.ts';
import type { Visitor } from './visitor.ts';
import { formHeaders } from './web-page.ts';

/** That a method is not implemented is the client's mistake; and a line for each request would add to an overload. */
const unlogged: ReadonlySet<string> = new Set([
  builtIn.notImplemented.code,
  builtIn.temporaryReducedCapacity.code,
]);

/**
 * Sends a problem document for whatever was thrown, and logs what the service itself got wrong.
 *
 * @param visitor who looks at the pages, where that is known
 */
export function sendProblem(
  application: Application,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  visitor?: Visitor,
): void {
  const problem = asProblem(error);
  const arrival = arrivalOf(request);
  arrival.problem = problem.type.code;
  const texts = application.textsFor(request.headers['accept-language']);
  const format = application.problemFormat(request.headers.accept);
  const { headers, body } = problemDocument({
    problem,
    traceId: traceIdOf(request),
    baseUrl: application.baseUrl,
    catalogue: application.catalogue,
    texts,
  });
  const isOurs = body.status >= 500 && !unlogged.has(problem.type.code);
  if (isOurs) {
    const traceId = traceIdOf(request);
    application.log.error({ traceId, err: problem.cause ?? problem }, problem.message);
  }
  const page = visitor?.person === undefined ? format.headers : formHeaders;
  const payload = format.write(body, problemScene(application, texts, visitor));
  const fields: HeaderFields = {
    ...arrival.headers,
    ...page,
    ...listed(fitting(headers, request)),
  };
  fields['content-type'] = format.contentType;
  send(request, reply, body.status, fields, payload);
}

/** That a connection ends after an answer is said in HTTP/1.1 alone (RFC 9113, section 8.2.2). */
export function fitting<Value>(
  headers: Readonly<Record<string, Value>>,
  { raw }: FastifyRequest,
): Readonly<Record<string, Value>> {
  if (raw.httpVersionMajor < 2 || headers['connection'] === undefined) return headers;
  const { connection: _, ...others } = headers;
  return others;
}

/** Node writes a list as field lines, and takes none that it could not change. */
function listed(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]),
  );
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
