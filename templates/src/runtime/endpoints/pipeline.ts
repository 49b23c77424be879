import type { FastifyReply, FastifyRequest } from 'fastify';
// {{#if hasRestricted}}
import type { Caller } from '../authentication/caller.ts';
// {{/if}}
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { negotiator } from './accept.ts';
import { everywhere, type Place } from '../limits/capacity.ts';
import { admit } from './admission.ts';
import {
  arrivalOf,
  // {{#if hasTypedVersions}}
  typeFor,
  // {{/if}}
} from './arrival.ts';
import { formatsOf, isRepresentation, readersOf, type AnswerFormat } from './formats-offered.ts';
import { setHeaders } from './headers.ts';
import { parseJsonBody } from './json-body.ts';
// {{#if hasRestricted}}
import { filtersBy, knownValues, parseQuery, type QueryNames } from './query.ts';
// {{else}}
// import { knownValues, parseQuery, type QueryNames } from './query.ts';
// {{/if}}
import type { BodyReader } from './representations/representation.ts';
import { checkContentType, hasBody, readBody } from './request-body.ts';
// {{#if readsAnswers}}
import type { Answer, Operation, RequestContext } from './route.ts';
// {{else}}
// import type { Operation, RequestContext } from './route.ts';
// {{/if}}
// {{#if hasRestricted}}
import { hiddenFrom } from '../resources/restrictions.ts';
// {{/if}}
import { sendAnswer } from './send-answer.ts';
import { sendProblem } from './send-problem.ts';
import { checkShown } from './shown-texts.ts';
// {{#if hasSignIn}}
import { fieldsIn, formReader } from './sign-in/form-fields.ts';
import { readForm } from './sign-in/read-form.ts';
import { visit } from './sign-in/visit.ts';
// {{/if}}
// {{#if hasAdapters}}
import { answerAt } from '../versioning/answer-at.ts';
// {{/if}}
import { traceIdOf } from './trace.ts';
import { relocated, renamed } from './violations.ts';

export type RequestHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** The way of every request, in the order of the checks: what is refused earlier costs less and tells less. */
export function pipeline(
  application: Application,
  operation: Operation,
  // {{#if hasRestrictions}}
  /** The methods that its route offers to a request: value of Allow. */
  allowed: (request: FastifyRequest) => string,
  // {{/if}}
): RequestHandler {
  const formats = formatsOf(application, operation);
  const chooseFormat = negotiator(formats);
  const readers = readersOf(application, operation);
  // {{#if hasChangingFlags}}
  const lackingFeatures = new WeakMap<Operation, RequestHandler>();
  // {{/if}}

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
      // {{#if hasSignIn}}
      const visitor = await visit(application, operation, request, resolution, format, now);
      // {{/if}}
      const caller = await admit(
        application,
        operation,
        request,
        reply,
        now,
        // {{#if hasSignIn}}
        visitor?.session?.caller,
        // {{/if}}
        // {{#if hasRestrictions}}
        allowed,
        // {{/if}}
      );
      // {{#if hasTypedVersions}}
      if (format === undefined) throw notAcceptable(formats, request);
      // {{else}}
      // if (format === undefined) throw notAcceptable(formats);
      // {{/if}}
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
        // {{#if hasBehaviours}}
        // {{#if isFlags}}
        lacks: resolved?.lacks ?? [],
        // {{else}}
        // lacks: [],
        // {{/if}}
        // {{/if}}
        // {{#if hasChangingFlags}}
        features: resolved?.features ?? [],
        // {{/if}}
        parameters: request.params as Record<string, string>,
        headers: request.headers,
        texts: application.textsFor(request.headers['accept-language']),
        queryNames,
        // {{#if hasSignIn}}
        visitor,
        isSecure: application.transportOf(request.raw) === 'secure',
        // {{/if}}
        log: request.log,
      };
      let body: unknown;
      if (operation.body === undefined) {
        place.claim(context.client);
        // A body that means nothing is still read, or it would be taken for the connection's next request.
        if (hasBody(request.raw)) request.raw.resume();
      } else {
        refusePart(request);
        // {{#if hasSignIn}}
        const session = visitor?.isForm === true ? visitor.session : undefined;
        const accepted = session === undefined ? readers : [formReader];
        const found = checkContentType(request.raw, accepted, operation.body.isOptional);
        // {{else}}
        // const found = checkContentType(request.raw, readers, operation.body.isOptional);
        // {{/if}}
        reader = found;
        const bytes = await place.outside(() =>
          readBody(request.raw, application.limits, () => {
            reply.raw.writeContinue();
          }),
        );
        place.claim(context.client);
        // {{#if hasSignIn}}
        const form = session && readForm(application, operation, session, bytes);
        if (form !== undefined) {
          context = { ...context, headers: { ...context.headers, ...form.headers } };
        }
        const value = form?.members ?? read(application, operation, context, found, bytes);
        // {{else}}
        // const value = read(application, operation, context, found, bytes);
        // {{/if}}
        const { body: described } = operation;
        const parse = () =>
          checkShown(application, value, () =>
            described.parse(value, found.mediaType, application.limits),
          );
        context = await withRepetition(
          application,
          operation,
          context,
          bytes,
          // {{#if hasAdapters}}
          () => (body ??= parse()),
          // {{/if}}
        );
        // {{#if hasAdapters}}
        if (context.repetition?.known === undefined) body ??= parse();
        // {{else}}
        // if (context.repetition?.known === undefined) body = parse();
        // {{/if}}
      }
      const query = queryOf(
        operation,
        search,
        queryNames,
        // {{#if hasRestricted}}
        caller,
        // {{/if}}
      );
      // {{#if hasAdapters}}
      const { older } = operation;
      let newest: Answer;
      try {
        const asked = older?.contextOf(context) ?? context;
        newest = context.repetition?.known ?? (await operation.handle(asked, { query, body }));
      } catch (error) {
        throw older === undefined ? error : older.problemOf(error);
      }
      const answer = answerAt(operation, newest);
      // {{else}}
      // const { repetition } = context;
      // const answer = repetition?.known ?? (await operation.handle(context, { query, body }));
      // {{/if}}
      // {{#if hasStream}}
      // A stream is open for days, and asks for nothing meanwhile: it is no work that others have to wait for.
      if (answer.stream !== undefined) place.leave();
      // {{/if}}
      // {{#if hasSignIn}}
      if (visitor?.isForm === true) return sendBack(reply, context, answer);
      // {{/if}}
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
    // {{#if hasChangingFlags}}
    const own = operation.lacking?.(lacksOf(request));
    if (own !== undefined) {
      const handle =
        lackingFeatures.get(own) ??
        pipeline(
          application,
          own,
          // {{#if hasRestrictions}}
          allowed,
          // {{/if}}
        );
      lackingFeatures.set(own, handle);
      return handle(request, reply);
    }
    // {{/if}}
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

// {{#if hasChangingFlags}}
/** Features that the client does not ask for. What names others than there are gets the same problem from any operation. */
function lacksOf(request: FastifyRequest): readonly string[] {
  const { resolution } = arrivalOf(request);
  return resolution.kind === 'resolved' ? (resolution.lacks ?? []) : [];
}

// {{/if}}
// {{#if hasSignIn}}
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

// {{/if}}
function notAcceptable(
  formats: readonly AnswerFormat[],
  // {{#if hasTypedVersions}}
  request: FastifyRequest,
  // {{/if}}
): Problem {
  // {{#if hasTypedVersions}}
  const available = formats.map(({ mediaType }) => typeFor(request, mediaType));
  // {{else}}
  // const available = formats.map(({ mediaType }) => mediaType);
  // {{/if}}
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
  // {{#if hasSignIn}}
  if (body?.form === true) return fieldsIn(bytes);
  // {{/if}}
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
  // {{#if hasAdapters}}
  parse: () => unknown,
  // {{/if}}
): Promise<RequestContext> {
  const repetition = await idempotency?.recognize(
    operation,
    context,
    bytes,
    // {{#if hasAdapters}}
    parse,
    // {{/if}}
  );
  return repetition === undefined ? context : { ...context, repetition };
}

function queryOf(
  // {{#if hasRestricted}}
  { query, resource }: Operation,
  // {{else}}
  // { query }: Operation,
  // {{/if}}
  search: string,
  names: QueryNames | undefined,
  // {{#if hasRestricted}}
  caller: Caller,
  // {{/if}}
): unknown {
  const parameters = query?.parameters ?? [];
  // {{#if hasRestricted}}
  // A parameter about a member that the caller does not see is as unknown to it as one that there is not.
  const hidden = new Set(resource && search !== '' ? hiddenFrom(resource.schemas, caller) : []);
  const seen = parameters.filter(({ name }) => !filtersBy(name, hidden));
  const values = knownValues(parseQuery(search), seen, names);
  // {{else}}
  // const values = knownValues(parseQuery(search), parameters, names);
  // {{/if}}
  try {
    // {{#if hasRestricted}}
    return query?.read(values, hidden);
    // {{else}}
    // return query?.read(values);
    // {{/if}}
  } catch (error) {
    throw names === undefined ? error : renamed(error, names);
  }
}
