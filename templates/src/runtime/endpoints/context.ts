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

/** What a request is made of, besides what follows from that. */
type Parts = Omit<RequestContext, 'log'> & { readonly application: Pick<Application, 'log'> };

/** One class for all requests, changed ones too: what handles them meets objects of one shape. */
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

  constructor(parts: Parts) {
    this.caller = parts.caller;
    this.client = parts.client;
    this.now = parts.now;
    this.traceId = parts.traceId;
    this.path = parts.path;
    this.search = parts.search;
    this.version = parts.version;
    this.link = parts.link;
    this.lacks = parts.lacks;
    this.features = parts.features;
    this.parameters = parts.parameters;
    this.headers = parts.headers;
    this.texts = parts.texts;
    this.queryNames = parts.queryNames;
    this.visitor = parts.visitor;
    this.isSecure = parts.isSecure;
    this.application = parts.application;
    if (parts.repetition !== undefined) this.repetition = parts.repetition;
  }

  get log(): FastifyBaseLogger {
    return this.application.log.child({ traceId: this.traceId });
  }
}

/** What a handler knows of a request whose caller is known. */
export function contextOf(
  application: Application,
  request: FastifyRequest,
  { now }: Arrival,
  resolution: Answerable,
  caller: Caller,
  queryNames: QueryNames | undefined,
  visitor: Visitor | undefined,
): RequestContext {
  const { raw, headers } = request;
  const resolved = resolution.kind === 'resolved' ? resolution : undefined;
  return new HandledRequest({
    caller,
    client: caller.mechanism === 'none' ? application.addressOf(raw) : caller.id,
    now,
    traceId: traceIdOf(request),
    path: resolution.path,
    search: resolution.search,
    version: resolved?.version,
    link: resolution.link,
    lacks: resolved?.lacks ?? nothing,
    features: resolved?.features,
    parameters: request.params as Record<string, string>,
    headers,
    texts: application.textsFor(headers['accept-language']),
    queryNames,
    visitor,
    isSecure: application.transportOf(raw) === 'secure',
    application,
  });
}

/**
 * The same request, some of which is otherwise.
 *
 * @param context that was made here
 */
export function changedContext(
  context: RequestContext,
  changes: Partial<RequestContext>,
): RequestContext {
  return new HandledRequest({ ...(context as HandledRequest), ...changes });
}
