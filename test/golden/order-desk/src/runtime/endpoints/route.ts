import type { TSchema } from 'typebox';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import type { Grants } from '../authentication/grants.ts';
import type { ProblemType } from '../errors/problem.ts';
import type { Limits } from '../limits/limits.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { HeaderFields } from './header-fields.ts';
import type { Texts } from './languages/texts.ts';
import type { QueryNames, QueryReader, QueryValues } from './query.ts';
import type { Repetition } from './repetition.ts';
import type { BodyReader, Content } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';
import type { Visitor } from './visitor.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler knows of a request that has passed every check before it. */
export interface RequestContext {
  readonly caller: Caller;
  /** The client for which it runs, to share capacity fairly: its identifier, or its address in a service without authentication. */
  readonly client: string;
  /** The instant of the request; handlers never read the clock themselves. */
  readonly now: Date;
  readonly traceId: string;
  /** Path as the client sent it, without what names the version and without the query: `/orders/7`. */
  readonly path: string;
  /** Query as the client sent it, without what names the version and without the question mark. */
  readonly search: string;
  /** Undefined for what is not versioned. */
  readonly version: ApiVersion | undefined;
  /** The address of such a path, in the version that the client speaks and as it asked for it. */
  link(path: string): string;
  /** Decoded values of the placeholders in the route's path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The language that the client asks for. */
  readonly texts: Texts;
  /** How the representation that the client asks for calls the query parameters, where it has names of its own. */
  readonly queryNames: QueryNames | undefined;
  /** Behaviours that its version or its features do not give the client. */
  readonly lacks: readonly string[];
  /** Names of the changes that the client asks for; absent: clients ask for none by name. */
  readonly features?: readonly string[] | undefined;
  /** Who looks at a page; absent for clients of the interface. */
  readonly visitor?: Visitor | undefined;
  /** Whether the request came by TLS. */
  readonly isSecure: boolean;
  /** Present where the request carries an Idempotency-Key that the operation honours. */
  readonly repetition?: Repetition;
  readonly log: FastifyBaseLogger;
}

/** What a handler answers. The pipeline writes it, in the negotiated representation. */
export interface Answer {
  readonly status: number;
  /** A resource or a page; it is offered in every representation of the service. */
  readonly content?: Content;
  /** A document of its own: text and bytes as they are, anything else as JSON. */
  readonly body?: unknown;
  /**
   * Opens a body that has no end of its own, such as events while they happen. It is sent as it comes, uncompressed; HEAD
   * does not open it, and it is destroyed when the client has gone.
   *
   * @param address of the client
   */
  readonly stream?: (address: string) => Readable;
  /** Revision that the entity tag of the answer names. */
  readonly revision?: number;
  /** Of what was made: a path that names no version. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A documented success. */
export interface AnswerDescription {
  readonly description: string;
  /** The content, in every representation. */
  readonly shows?: Content['kind'];
  /** Of a document of its own. */
  readonly schema?: TSchema;
  /** Name and description of headers that only this answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reader that needs nothing besides the bytes. */
export interface BytesReader extends BodyReader {
  read(bytes: Buffer): unknown;
}

export interface BodyDescription<Body> {
  /** By JSON media type, the preferred one first. */
  readonly schemas: Readonly<Record<string, TSchema>> & { readonly 'application/json': TSchema };
  /**
   * Whether the body holds the members of a resource: of a new one or of the one at the address. It can then be sent
   * in every representation of the service.
   */
  readonly holds?: 'new' | 'known';
  /** Reads a body that is no JSON, such as the fields of a form; absent: it is a JSON document or a representation. */
  readonly reader?: BytesReader;
  /** There need not be one: none says the same as an empty object. */
  readonly isOptional?: boolean;
  /**
   * Returns the body, or throws a Problem that lists its violations.
   *
   * @param limits hold for what a patch makes of a resource as they do for a body
   */
  parse(value: unknown, mediaType: string, limits: Limits): Body;
  /** The same of the resource as another version describes it; absent where it is not made of a description. */
  of?(description: ResourceDescription): BodyDescription<Body>;
}

/** What the body of a change makes of the resource that it is sent to. */
export interface Revised {
  /**
   * The whole new representation, checked against the schema.
   *
   * @param seen the resource as its client sees it
   */
  over(seen: () => Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** One method of one route: what it takes, what it answers, and how it is carried out. */
export interface Operation<Query = unknown, Body = unknown> {
  /** Unique in the service; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Heading in the documentation. */
  readonly tag: string;
  /** The kind of resource that it is about. */
  readonly resource?: ResourceDescription;
  /** Needs no credential. */
  readonly isPublic?: boolean;
  /** For how many requests it counts; 1 unless said otherwise. */
  readonly cost?: number;
  /** Not counted, and never refused for lack of capacity, such as the health of the service. */
  readonly isUncounted?: boolean;
  /** What a credential must have been granted, all of it (RFC 6750, section 3.1). */
  readonly scopes?: readonly string[];
  /** Who may do it; absent: whom the application says, unless it is public. */
  readonly allowed?: Grants | 'authenticated';
  /** Absent: the operation has no query parameters, and any is refused. */
  readonly query?: QueryReader<Query>;
  /** Absent: a body is read and ignored. */
  readonly body?: BodyDescription<Body>;
  /** Whether If-Match or If-None-Match decides about it, and whether it must (428). */
  readonly preconditions?: 'optional' | 'required';
  /** Whether a repetition with the same Idempotency-Key gets the first answer, and whether there must be a key. */
  readonly idempotencyKey?: 'optional' | 'required';
  /** Media type of a document of its own; `application/json` unless said otherwise. */
  readonly mediaType?: string;
  /** Writes its document of JSON as a page for people, who get it where they prefer HTML. */
  page?(body: unknown, context: RequestContext): string;
  /** Cache-Control of a success; `no-store` unless said otherwise. */
  readonly cacheControl?: string;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Problems of its own, next to those that every operation can answer with. */
  readonly problems?: readonly ProblemType[];
  /** Of an operation of an older version: the newest one, which carries it out. */
  readonly older?: Older;
  /** What of it clients are asked to stop using; absent: nothing. */
  readonly deprecation?: OperationDeprecation;
  /** Its texts with other names of states. */
  worded?(state: (newest: string) => string): Pick<Operation, 'description' | 'answers'>;
  /** The same in an older version, where that does not follow from the resource that it is about. */
  at?(version: ApiVersion): Operation;
  /** Of an operation that may create: the same for clients of versions by which it creates nothing. */
  readonly replacing?: Operation;
  /** What it is for clients that do not ask for these features; undefined where it is the same for them. */
  lacking?(features: readonly string[]): Operation | undefined;
  handle(context: RequestContext, input: { query: Query; body: Body }): Answer | Promise<Answer>;
}

/** Tells clients of an operation which deprecated features they use. */
export interface OperationDeprecation {
  /** True when the operation itself is deprecated, and not only something that a request may hold. */
  readonly isWhole: boolean;
  /** Tells so of the operation itself, before anything of the request is checked. */
  announce(headers: HeaderFields): void;
  /** Looks for what one request uses, and notes who sent it. */
  usesOf(headers: HeaderFields, client: string): DeprecatedUses;
}

/** Finds the deprecated features that a request uses, and tells its client as soon as it knows them. */
export interface DeprecatedUses {
  /** @param value the body, before it is validated */
  sent(value: unknown, mediaType: string): void;
  /** @param values by the names of the operation */
  queried(values: QueryValues): void;
}

/** How clients of an older version are served by an operation of the newest one. */
export interface Older {
  readonly newest: Pick<Operation, 'id' | 'resource'>;
  /** Their request as it would be of the newest version. */
  contextOf(context: RequestContext): RequestContext;
  /** What went wrong, in the terms of their version. */
  problemOf(error: unknown): unknown;
  /** What its readers see of a content, as their version shows it. */
  show(content: Content): Content;
  /** Path of the newest version as one of theirs. */
  pathOf(path: string): string;
  /** Statuses of successes that are others in their version. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** A path and what can be done there. GET brings HEAD with it, and every route answers OPTIONS. */
export interface Route {
  /** Begins with a slash; placeholders as in OpenAPI: `/orders/{orderId}`. */
  readonly path: string;
  /** What is there, for the documentation. */
  readonly description?: string;
  /** Descriptions of the placeholders, where their names do not say it all. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Served, and no part of the interface: the OpenAPI document says nothing of it. */
  readonly isHidden?: boolean;
  readonly operations: Readonly<Partial<Record<Method, Operation>>>;
}
