import type { FastifyReply, FastifyRequest } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { negotiator } from './accept.ts';
import { everywhere, type Place } from '../limits/capacity.ts';
import { admit } from './admission.ts';
import { arrivalOf } from './arrival.ts';
import { formatsOf, isRepresentation, readersOf, type AnswerFormat } from './formats-offered.ts';
import { setHeaders } from './headers.ts';
import { parseJsonBody } from './json-body.ts';
import { knownValues, parseQuery, type QueryNames } from './query.ts';
import type { BodyReader } from './representations/representation.ts';
import { checkContentType, hasBody, readBody } from './request-body.ts';
import type { Answer, Operation, RequestContext } from './route.ts';
import { sendAnswer } from './send-answer.ts';
import { sendProblem } from './send-problem.ts';
import { checkShown } from './shown-texts.ts';
import { fieldsIn, formReader } from './sign-in/form-fields.ts';
import { readForm } from './sign-in/read-form.ts';
import { visit } from './sign-in/visit.ts';
import { traceIdOf } from './trace.ts';
import { relocated, renamed } from './violations.ts';

export type RequestHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** The way of every request, in the order of the checks: what is refused earlier costs less and tells less. */
export function pipeline(application: Application, operation: Operation): RequestHandler {
  const formats = formatsOf(application, operation);
  const chooseFormat = negotiator(formats);
  const readers = readersOf(application, operation);

  const handler = async (
    request: FastifyRequest,
    reply: FastifyReply,
    place: Place,
  ): Promise<FastifyReply> => {
    let reader: BodyReader | undefined;
    let context: RequestContext | undefined;
    try {
      const { now, resolution } = arrivalOf(request);
      if (resolution.kind === 'refused') throw resolution.problem;
      const format = chooseFormat(request.headers.accept);
      const visitor = await visit(application, operation, request, resolution, format, now);
      const caller = await admit(
        application,
        operation,
        request,
        reply,
        now,
        visitor?.session?.caller,
      );
      if (format === undefined) throw notAcceptable(formats);
      const queryNames = isRepresentation(format) ? format.queryNames : undefined;
      const { path, search, link } = resolution;
      const resolved = resolution.kind === 'resolved' ? resolution : undefined;
      context = {
        caller,
        client: caller.mechanism === 'none' ? application.addressOf(request.raw) : caller.id,
        now,
        traceId: traceIdOf(request),
        path,
        search,
        version: resolved?.version,
        link,
        parameters: request.params as Record<string, string>,
        headers: request.headers,
        texts: application.textsFor(request.headers['accept-language']),
        queryNames,
        visitor,
        isSecure: application.transportOf(request.raw) === 'secure',
        log: request.log,
      };
      let body: unknown;
      if (operation.body === undefined) {
        place.claim(context.client);
        // A body that means nothing is still read, or it would be taken for the connection's next request.
        if (hasBody(request.raw)) request.raw.resume();
      } else {
        refusePart(request);
        const session = visitor?.isForm === true ? visitor.session : undefined;
        const accepted = session === undefined ? readers : [formReader];
        const found = checkContentType(request.raw, accepted, operation.body.isOptional);
        reader = found;
        const bytes = await place.outside(() =>
          readBody(request.raw, application.limits, () => {
            reply.raw.writeContinue();
          }),
        );
        place.claim(context.client);
        const form = session && readForm(application, operation, session, bytes);
        if (form !== undefined) {
          context = { ...context, headers: { ...context.headers, ...form.headers } };
        }
        const value = form?.members ?? read(application, operation, context, found, bytes);
        const { body: described } = operation;
        const parse = () =>
          checkShown(application, value, () =>
            described.parse(value, found.mediaType, application.limits),
          );
        context = await withRepetition(application, operation, context, bytes);
        if (context.repetition?.known === undefined) body = parse();
      }
      const query = queryOf(operation, search, queryNames);
      const { repetition } = context;
      const answer = repetition?.known ?? (await operation.handle(context, { query, body }));
      // A stream is open for days, and asks for nothing meanwhile: it is no work that others have to wait for.
      if (answer.stream !== undefined) place.leave();
      if (visitor?.isForm === true) return sendBack(reply, context, answer);
      return await sendAnswer({ application, operation, request, reply, context, format }, answer);
    } catch (error) {
      const { resource } = operation;
      const told =
        reader === undefined || resource === undefined ? error : relocated(error, reader, resource);
      return sendProblem(application, request, reply, told);
    } finally {
      context?.repetition?.end();
    }
  };

  return async (request, reply) => {
    setHeaders(application, request, reply);
    if (operation.isUncounted) return handler(request, reply, everywhere);
    let place: Place;
    try {
      place = application.capacity.enter();
    } catch (error) {
      return sendProblem(application, request, reply, error);
    }
    try {
      return await handler(request, reply, place);
    } finally {
      place.leave();
    }
  };
}

/** After a form the browser reads what has become of the resource, so that a reload sends nothing (RFC 9110, section 15.4.4). */
function sendBack(
  reply: FastifyReply,
  { path, link }: RequestContext,
  { location }: Answer,
): FastifyReply {
  const resource = path.slice(0, path.lastIndexOf('/'));
  return reply
    .code(303)
    .headers({ location: link(location ?? resource), 'cache-control': 'no-store' })
    .send();
}

function notAcceptable(formats: readonly AnswerFormat[]): Problem {
  const available = formats.map(({ mediaType }) => mediaType);
  return new Problem(builtIn.notAcceptable, { members: { available } });
}

/** RFC 9110, section 14.5: a part would be stored as the whole. */
function refusePart({ method, headers }: FastifyRequest): void {
  if (method !== 'PUT' || headers['content-range'] === undefined) return;
  throw new Problem(builtIn.malformedRequest, { detail: ({ details }) => details.contentRange });
}

function read(
  { limits }: Application,
  { body, resource }: Operation,
  { path }: RequestContext,
  { mediaType, read: readBytes }: BodyReader,
  bytes: Buffer,
): unknown {
  if (body?.isOptional && bytes.length === 0) return {};
  if (body?.form === true) return fieldsIn(bytes);
  if (body === undefined || resource === undefined) return parseJsonBody(bytes, limits);
  const schema = body.schemas[mediaType] ?? body.schemas['application/json'];
  const id = path.slice(path.lastIndexOf('/') + 1);
  const target = { description: resource, ...(body.holds === 'known' ? { id } : {}) };
  return readBytes(bytes, limits, schema, target);
}

async function withRepetition(
  { idempotency }: Application,
  operation: Operation,
  context: RequestContext,
  bytes: Buffer,
): Promise<RequestContext> {
  const repetition = await idempotency?.recognize(operation, context, bytes);
  return repetition === undefined ? context : { ...context, repetition };
}

function queryOf({ query }: Operation, search: string, names: QueryNames | undefined): unknown {
  const parameters = query?.parameters ?? [];
  const values = knownValues(parseQuery(search), parameters, names);
  try {
    return query?.read(values);
  } catch (error) {
    throw names === undefined ? error : renamed(error, names);
  }
}
