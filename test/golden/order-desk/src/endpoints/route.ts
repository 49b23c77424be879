import type { TSchema } from 'typebox';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import type { ProblemType } from '../errors/problem.ts';
import type { ApiVersion } from '../versioning/uri-path.ts';
import type { QueryReader } from './query.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler knows of a request that has passed every check before it. */
export interface RequestContext {
  readonly caller: Caller;
  /** The instant of the request; handlers never read the clock themselves. */
  readonly now: Date;
  readonly traceId: string;
  /** Path as the client sent it, without the query. */
  readonly path: string;
  /** Query as the client sent it, without the question mark. */
  readonly search: string;
  /** Absent for what is not versioned. */
  readonly version?: ApiVersion;
  /** What a link needs in front of a path to stay in the version that the client speaks. */
  readonly prefix: string;
  /** Decoded values of the placeholders in the route's path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly log: FastifyBaseLogger;
}

/** What a handler answers. A body is serialized by the pipeline, in the negotiated representation. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A documented success. */
export interface AnswerDescription {
  readonly description: string;
  readonly schema?: TSchema;
  /** Name and description of headers that only this answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BodyDescription<Body> {
  /** By media type, the preferred one first. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** Returns the body, or throws a Problem that lists every violation. */
  parse(value: unknown, mediaType: string): Body;
}

/** One method of one route: what it takes, what it answers, and how it is carried out. */
export interface Operation<Query = unknown, Body = unknown> {
  /** Unique in the service; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Heading in the documentation. */
  readonly tag: string;
  /** Needs no credential. */
  readonly isPublic?: boolean;
  /** Absent: the operation has no query parameters, and any is refused. */
  readonly query?: QueryReader<Query>;
  /** Absent: a body is read and ignored. */
  readonly body?: BodyDescription<Body>;
  /** Media type of a success; `application/json` unless said otherwise. */
  readonly mediaType?: string;
  /** Cache-Control of a success; `no-store` unless said otherwise. */
  readonly cacheControl?: string;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Problems of its own, next to those that every operation can answer with. */
  readonly problems?: readonly ProblemType[];
  handle(context: RequestContext, input: { query: Query; body: Body }): Answer | Promise<Answer>;
}

/** A path and what can be done there. GET brings HEAD with it, and every route answers OPTIONS. */
export interface Route {
  /** Begins with a slash; placeholders as in OpenAPI: `/orders/{orderId}`. */
  readonly path: string;
  /** What is there, for the documentation. */
  readonly description?: string;
  /** Descriptions of the placeholders, where their names do not say it all. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly operations: Readonly<Partial<Record<Method, Operation>>>;
}
