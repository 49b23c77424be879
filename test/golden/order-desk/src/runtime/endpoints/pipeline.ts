import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { everywhere, type Place } from '../limits/capacity.ts';
import type { Application } from '../service/application.ts';
import { negotiator } from './accept.ts';
import { admit } from './admission.ts';
import { arrivalOf, typeFor } from './arrival.ts';
import { changedContext, contextOf } from './context.ts';
import { formatsOf, isRepresentation, readersOf, type AnswerFormat } from './formats-offered.ts';
import { setHeaders } from './headers.ts';
import { parseJsonBody } from './json-body.ts';
import { filtersBy, knownValues, parseQuery, type QueryNames } from './query.ts';
import type { BodyReader } from './representations/representation.ts';
import { checkContentType, hasBody, readBody } from './request-body.ts';
import type { Answer, DeprecatedUses, Older, Operation, RequestContext, Route } from './route.ts';
import { sendAnswer } from './send-answer.ts';
import { sendProblem } from './send-problem.ts';
import { rejectUnrepresentableTexts } from './unrepresentable-texts.ts';
import { relocated, renamed } from './violations.ts';
import type { Visit } from './visitor.ts';

export type RequestHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Where an operation is mounted. */
export interface Mount {
  /** All that are mounted together. */
  readonly routes: readonly Route[];
  /** The methods that the route of the operation offers to a request: value of Allow. */
  readonly allowed: (request: FastifyRequest) => string;
}

/** The way of every request, in the order of the checks: what is refused earlier costs less and tells less. */
export function pipeline(
  application: Application,
  operation: Operation,
  mount: Mount,
): RequestHandler {
  const { findVisit, limits } = application;
  const { deprecation } = operation;
  const formats = formatsOf(application, operation);
  const chooseFormat = negotiator(formats);
  const readers = readersOf(application, operation);

  const handle: RequestHandler = async (request, reply) => {
    setHeaders(application, request, reply);
    deprecation?.announce(reply);
    let place: Place | undefined;
    let reader: BodyReader | undefined;
    let context: RequestContext | undefined;
    let visit: Visit | undefined;
    try {
      place = operation.isUncounted ? everywhere : application.capacity.enter();
      const arrival = arrivalOf(request);
      const { now, resolution } = arrival;
      if (resolution.kind === 'refused') throw resolution.problem;
      const format = chooseFormat(request.headers.accept);
      if (findVisit !== undefined) {
        const { routes } = mount;
        visit = await findVisit({ request, operation, routes, resolution, format, now });
        visit?.form?.checkOrigin();
      }
      const admitted = admit(application, operation, mount, request, reply, arrival, visit?.caller);
      const caller = admitted instanceof Promise ? await admitted : admitted;
      if (format === undefined) throw notAcceptable(formats, request);
      const queryNames = isRepresentation(format) ? format.queryNames : undefined;
      context = contextOf(application, request, arrival, resolution, caller, queryNames, visit);
      const uses = deprecation?.usesOf(reply, caller.clientId);
      const form = visit?.form;
      let body: unknown;
      if (operation.body === undefined) {
        place.claim(context.client);
        // A body that means nothing is still read, or it would be taken for the connection's next request.
        if (hasBody(request.raw)) request.raw.resume();
      } else {
        refusePart(request);
        const { body: described } = operation;
        const accepted = form === undefined ? readers : [form.reader];
        const found = checkContentType(request.raw, accepted, described.isOptional);
        reader = found;
        const bytes = await place.outside(() =>
          readBody(request.raw, limits, () => {
            reply.raw.writeContinue();
          }),
        );
        place.claim(context.client);
        let value: unknown;
        if (form === undefined) {
          value = read(application, operation, context, found, bytes);
        } else {
          const { members, headers } = form.read(bytes);
          value = members;
          context = changedContext(context, { headers: { ...context.headers, ...headers } });
        }
        uses?.sent(value, found.mediaType);
        const parse = () =>
          rejectUnrepresentableTexts(application, value, () =>
            described.parse(value, found.mediaType, limits),
          );
        const repetition = await application.idempotency?.recognize(
          operation,
          context,
          bytes,
          () => (body ??= parse()),
        );
        if (repetition !== undefined) context = changedContext(context, { repetition });
        if (repetition?.known === undefined) body ??= parse();
      }
      const query = queryOf(application, operation, context.search, queryNames, caller, uses);
      const { older } = operation;
      const { repetition: { known } = {} } = context;
      const carried =
        known ??
        (older === undefined
          ? operation.handle(context, { query, body })
          : carriedOut(operation, older, context, query, body));
      const newest = carried instanceof Promise ? await carried : carried;
      const answer = older === undefined ? newest : inVersion(older, newest);
      // A stream is open for days, and asks for nothing meanwhile: it is no work that others have to wait for.
      if (answer.stream !== undefined) place.leave();
      if (form !== undefined) return sendBack(reply, context, answer);
      const sent = sendAnswer({ application, operation, request, reply, context, format }, answer);
      return sent instanceof Promise ? await sent : sent;
    } catch (error) {
      const { resource } = operation;
      const problem =
        reader === undefined || resource === undefined ? error : relocated(error, reader, resource);
      return sendProblem(application, request, reply, problem, visit);
    } finally {
      context?.repetition?.end();
      place?.leave();
    }
  };
  return operation.lacking === undefined
    ? handle
    : byFeatures(application, operation.lacking, mount, handle);
}

const nothing: readonly string[] = [];

/** An operation that is another one for clients that do not ask for all features. */
function byFeatures(
  application: Application,
  lacking: NonNullable<Operation['lacking']>,
  mount: Mount,
  handle: RequestHandler,
): RequestHandler {
  const known = new WeakMap<Operation, RequestHandler>();
  return (request, reply) => {
    // A request that names features that there are not gets the same problem from any operation.
    const { resolution } = arrivalOf(request);
    const { lacks = nothing } = resolution.kind === 'resolved' ? resolution : {};
    const own = lacking(lacks);
    if (own === undefined) return handle(request, reply);
    const found = known.get(own) ?? pipeline(application, own, mount);
    known.set(own, found);
    return found(request, reply);
  };
}

/** @throws what went wrong in the newest version, in the terms of the older one */
async function carriedOut(
  operation: Operation,
  older: Older,
  context: RequestContext,
  query: unknown,
  body: unknown,
): Promise<Answer> {
  try {
    return await operation.handle(older.contextOf(context), { query, body });
  } catch (error) {
    throw older.problemOf(error);
  }
}

/** An answer of the newest version with the status and the address that an older one has for it. */
function inVersion(older: Older, answer: Answer): Answer {
  const { location } = answer;
  const status = older.statuses[answer.status] ?? answer.status;
  if (location !== undefined) return { ...answer, status, location: older.pathOf(location) };
  return status === answer.status ? answer : { ...answer, status };
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

function notAcceptable(formats: readonly AnswerFormat[], request: FastifyRequest): Problem {
  const available = formats.map(({ mediaType }) => typeFor(request, mediaType));
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
  if (body?.reader !== undefined) return body.reader.read(bytes);
  if (body === undefined || resource === undefined) return parseJsonBody(bytes, limits);
  const schema = body.schemas[mediaType] ?? body.schemas['application/json'];
  const id = path.slice(path.lastIndexOf('/') + 1);
  const target = { description: resource, ...(body.holds === 'known' ? { id } : {}) };
  return readBytes(bytes, limits, schema, target);
}

function queryOf(
  { views }: Application,
  { query, resource }: Operation,
  search: string,
  names: QueryNames | undefined,
  caller: Caller,
  uses: DeprecatedUses | undefined,
): unknown {
  if (query === undefined && search === '') return undefined;
  let parameters = query?.parameters ?? [];
  const hidden =
    resource === undefined || search === '' ? undefined : views?.hiddenFrom(resource, caller);
  if (hidden !== undefined && hidden.size > 0) {
    // A parameter about a member that the caller does not see is as unknown to it as one that there is not.
    parameters = parameters.filter(({ name }) => !filtersBy(name, hidden));
  }
  const values = knownValues(parseQuery(search), parameters, names);
  uses?.queried(values);
  try {
    return query?.read(values, hidden);
  } catch (error) {
    throw names === undefined ? error : renamed(error, names);
  }
}
