import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { everywhere, type Place } from '../limits/capacity.ts';
import { andThen } from '../service/and-then.ts';
import type { Application } from '../service/application.ts';
import type { Resolution } from '../versioning/resolution.ts';
import { negotiator } from './accept.ts';
import { admit } from './admission.ts';
import { arrivalOf, typeFor, type Arrival } from './arrival.ts';
import { changedContext, contextOf } from './context.ts';
import { formatsOf, isRepresentation, readersOf, type AnswerFormat } from './formats-offered.ts';
import { setHeaders } from './headers.ts';
import { parseJsonBody } from './json-body.ts';
import { filtersBy, knownValues, parseQuery, type QueryNames } from './query.ts';
import type { BodyReader } from './representations/representation.ts';
import { checkContentType, hasBody, readBody } from './request-body.ts';
import type {
  Answer,
  BodyDescription,
  DeprecatedUses,
  Older,
  Operation,
  RequestContext,
  Route,
} from './route.ts';
import { sendAnswer } from './send-answer.ts';
import { send } from './send.ts';
import { sendProblem } from './send-problem.ts';
import { rejectUnrepresentableTexts } from './unrepresentable-texts.ts';
import { relocated, renamed } from './violations.ts';
import type { Visit } from './visitor.ts';

/** Answers a request, now or later. It returns no promise: when one resolves before a stream has sent anything, Fastify ends the answer. */
export type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => void;

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
  const formats = formatsOf(application, operation);
  const chooseFormat = negotiator(formats);
  const readers = readersOf(application, operation);
  const steps: Steps = { application, operation, mount, formats, chooseFormat, readers };

  const handle: RequestHandler = (request, reply) => {
    setHeaders(application, request);
    const arrival = arrivalOf(request);
    operation.deprecation?.announce(arrival.headers);
    new Passage(steps, request, reply, arrival).run();
  };
  return operation.lacking === undefined
    ? handle
    : byFeatures(application, operation.lacking, mount, handle);
}

/** What is the same for all requests of an operation. */
interface Steps {
  readonly application: Application;
  readonly operation: Operation;
  readonly mount: Mount;
  readonly formats: readonly AnswerFormat[];
  readonly chooseFormat: (accept: string | undefined) => AnswerFormat | undefined;
  readonly readers: readonly BodyReader[];
}

type Answerable = Exclude<Resolution, { readonly kind: 'refused' }>;

/** One request on its way. It waits for nothing that is there at once. */
class Passage {
  readonly #steps: Steps;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #arrival: Arrival;
  #place: Place = everywhere;
  #visit: Visit | undefined = undefined;
  #context: RequestContext | undefined = undefined;
  /** Of its body. */
  #reader: BodyReader | undefined = undefined;

  constructor(steps: Steps, request: FastifyRequest, reply: FastifyReply, arrival: Arrival) {
    this.#steps = steps;
    this.#request = request;
    this.#reply = reply;
    this.#arrival = arrival;
  }

  /** Answers it, whatever goes wrong. */
  run(): void {
    let work: void | Promise<void> = undefined;
    try {
      work = this.#enter();
    } catch (error) {
      this.#refuse(error);
    } finally {
      if (!(work instanceof Promise)) this.#leave();
    }
    if (work instanceof Promise) void this.#finish(work);
  }

  async #finish(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#leave();
    }
  }

  #refuse(error: unknown): void {
    const { application, operation } = this.#steps;
    const { resource } = operation;
    const reader = this.#reader;
    const problem =
      reader === undefined || resource === undefined ? error : relocated(error, reader, resource);
    try {
      sendProblem(application, this.#request, this.#reply, problem, this.#visit);
    } catch (unsent) {
      // An error that is thrown here reaches no handler: Fastify has an answer for the worst.
      void this.#reply.send(unsent);
    }
  }

  #leave(): void {
    this.#context?.repetition?.end();
    this.#place.leave();
  }

  #enter(): void | Promise<void> {
    const { application, operation, mount, chooseFormat } = this.#steps;
    const { findVisit, capacity } = application;
    if (!operation.isUncounted) this.#place = capacity.enter();
    const { now, resolution } = this.#arrival;
    if (resolution.kind === 'refused') throw resolution.problem;
    const request = this.#request;
    const format = chooseFormat(request.headers.accept);
    if (findVisit === undefined) return this.#admit(resolution, format);
    const { routes } = mount;
    const found = findVisit({ request, operation, routes, resolution, format, now });
    return andThen(found, (visit) => {
      this.#visit = visit;
      visit?.form?.checkOrigin();
      return this.#admit(resolution, format);
    });
  }

  #admit(resolution: Answerable, format: AnswerFormat | undefined): void | Promise<void> {
    const { application, operation, mount, formats } = this.#steps;
    const request = this.#request;
    const arrival = this.#arrival;
    const visit = this.#visit;
    const admitted = admit(application, operation, mount, request, arrival, visit?.caller);
    return andThen(admitted, (caller) => {
      if (format === undefined) throw notAcceptable(formats, request);
      const names = isRepresentation(format) ? format.queryNames : undefined;
      const context = contextOf(application, request, arrival, resolution, caller, names, visit);
      this.#context = context;
      const uses = operation.deprecation?.usesOf(arrival.headers, caller.clientId);
      const { body: described } = operation;
      if (described !== undefined) {
        return this.#read(described, context, uses).then((read) =>
          this.#answer(read.context, read.body, format, uses),
        );
      }
      this.#place.claim(context.client);
      // A body that means nothing is still read, or it would be taken for the connection's next request.
      if (hasBody(request.raw)) request.raw.resume();
      return this.#answer(context, undefined, format, uses);
    });
  }

  /** The body, and what else is known of the request by then. */
  async #read(
    described: BodyDescription<unknown>,
    before: RequestContext,
    uses: DeprecatedUses | undefined,
  ): Promise<{ readonly context: RequestContext; readonly body: unknown }> {
    const { application, operation, readers } = this.#steps;
    const { limits } = application;
    const request = this.#request;
    const place = this.#place;
    const form = this.#visit?.form;
    let context = before;
    refusePart(request);
    const accepted = form === undefined ? readers : [form.reader];
    const reader = checkContentType(request.raw, accepted, described.isOptional);
    this.#reader = reader;
    const arrived = () =>
      readBody(request.raw, limits, () => {
        this.#reply.raw.writeContinue();
      });
    const bytes = await place.outside(arrived);
    place.claim(context.client);
    let value: unknown;
    if (form === undefined) {
      value = read(application, operation, context, reader, bytes);
    } else {
      const { members, headers } = form.read(bytes);
      value = members;
      context = changedContext(context, { headers: { ...context.headers, ...headers } });
    }
    uses?.sent(value, reader.mediaType);
    let body: unknown;
    const parse = () =>
      rejectUnrepresentableTexts(application, value, () =>
        described.parse(value, reader.mediaType, limits),
      );
    const repetition = await application.idempotency?.recognize(
      operation,
      context,
      bytes,
      () => (body ??= parse()),
    );
    if (repetition !== undefined) {
      context = changedContext(context, { repetition });
      this.#context = context;
    }
    if (repetition?.known === undefined) body ??= parse();
    return { context, body };
  }

  #answer(
    context: RequestContext,
    body: unknown,
    format: AnswerFormat,
    uses: DeprecatedUses | undefined,
  ): void | Promise<void> {
    const { application, operation } = this.#steps;
    const { older } = operation;
    const { caller, queryNames, search, repetition } = context;
    const query = queryOf(application, operation, search, queryNames, caller, uses);
    const carried =
      repetition?.known ??
      (older === undefined
        ? operation.handle(context, { query, body })
        : carriedOut(operation, older, context, query, body));
    return andThen(carried, (newest) => {
      const answer = older === undefined ? newest : inVersion(older, newest);
      // A stream is open for days, and asks for nothing meanwhile: it is no work that others have to wait for.
      if (answer.stream !== undefined) this.#place.leave();
      const request = this.#request;
      const reply = this.#reply;
      if (this.#visit?.form !== undefined) {
        sendBack(request, reply, context, answer);
        return undefined;
      }
      return sendAnswer({ application, operation, request, reply, context, format }, answer);
    });
  }
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
function carriedOut(
  operation: Operation,
  older: Older,
  context: RequestContext,
  query: unknown,
  body: unknown,
): Answer | Promise<Answer> {
  const tell = (error: unknown): never => {
    throw older.problemOf(error);
  };
  let answer: Answer | Promise<Answer>;
  try {
    answer = operation.handle(older.contextOf(context), { query, body });
  } catch (error) {
    return tell(error);
  }
  return answer instanceof Promise ? answer.catch(tell) : answer;
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
  request: FastifyRequest,
  reply: FastifyReply,
  { path, link }: RequestContext,
  { location }: Answer,
): void {
  const resource = path.slice(0, path.lastIndexOf('/'));
  const headers = {
    ...arrivalOf(request).headers,
    location: link(location ?? resource),
    'cache-control': 'no-store',
  };
  send(request, reply, 303, headers);
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
