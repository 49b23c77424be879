import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import type { Application } from '../service/application.ts';
import type { Resolution } from '../versioning/resolution.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { Arrival } from './arrival.ts';
import type { Texts } from './languages/texts.ts';
import type { QueryNames } from './query.ts';
import type { Repetition } from './repetition.ts';
import type { RequestContext } from './route.ts';
import { traceIdOf } from './trace.ts';
import type { Visitor } from './visitor.ts';

type Answerable = Exclude<Resolution, { readonly kind: 'refused' }>;

const nothing: readonly string[] = [];

/** One class for all requests: an object with a getter of its own would be of another shape for each of them. */
class HandledRequest implements RequestContext {
  readonly caller: Caller;
  readonly client: string;
  readonly now: Date;
  readonly traceId: string;
  readonly path: string;
  readonly search: string;
  readonly version: ApiVersion | undefined;
  readonly link: (path: string) => string;
  readonly lacks: readonly string[];
  readonly features: readonly string[] | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly texts: Texts;
  readonly queryNames: QueryNames | undefined;
  readonly visitor: Visitor | undefined;
  readonly isSecure: boolean;
  declare readonly repetition?: Repetition;
  readonly application: Pick<Application, 'log'>;

  constructor(
    application: Application,
    request: FastifyRequest,
    { now }: Arrival,
    resolution: Answerable,
    caller: Caller,
    queryNames: QueryNames | undefined,
    visitor: Visitor | undefined,
  ) {
    const { raw, headers } = request;
    const resolved = resolution.kind === 'resolved' ? resolution : undefined;
    this.caller = caller;
    this.client = caller.mechanism === 'none' ? application.addressOf(raw) : caller.id;
    this.now = now;
    this.traceId = traceIdOf(request);
    this.path = resolution.path;
    this.search = resolution.search;
    this.version = resolved?.version;
    this.link = resolution.link;
    this.lacks = resolved?.lacks ?? nothing;
    this.features = resolved?.features;
    this.parameters = request.params as Record<string, string>;
    this.headers = headers;
    this.texts = application.textsFor(headers['accept-language']);
    this.queryNames = queryNames;
    this.visitor = visitor;
    this.isSecure = application.transportOf(raw) === 'secure';
    this.application = application;
  }

  get log(): FastifyBaseLogger {
    return this.application.log.child({ traceId: this.traceId });
  }
}

/** What a handler knows of a request whose caller is known. */
export function contextOf(
  ...request: ConstructorParameters<typeof HandledRequest>
): RequestContext {
  return new HandledRequest(...request);
}

/** The same request, some of which is otherwise. */
export function changedContext(
  context: RequestContext,
  changes: Partial<RequestContext>,
): RequestContext {
  const copy = Object.create(Object.getPrototypeOf(context) as object) as RequestContext;
  return Object.assign(copy, context, changes);
}
