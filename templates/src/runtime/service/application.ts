import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Authentication, Caller, RequestHead } from '../authentication/caller.ts';
import type { Grants } from '../authentication/grants.ts';
import type { Problem } from '../errors/problem.ts';
import type { Catalogue } from '../errors/problem-document.ts';
import type { Texts } from '../endpoints/languages/texts.ts';
import type { Idempotency } from '../endpoints/repetition.ts';
import type {
  Content,
  ProblemFormat,
  Representation,
} from '../endpoints/representations/representation.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import type { Operation } from '../endpoints/route.ts';
import type { FindVisit } from '../endpoints/visitor.ts';
import type { Capacity } from '../limits/capacity.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { Fields } from '../limits/fields.ts';
import type { Limits } from '../limits/limits.ts';
import type { Quotas } from '../limits/quotas.ts';
import type { Resolution, Strategy } from '../versioning/resolution.ts';
import type { StandingOf } from '../versioning/version-standing.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { ServiceDescription } from './description.ts';
import type { TransportOf } from './transport.ts';

/** What every part of a running service may need to know. */
export interface Application {
  readonly description: ServiceDescription;
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** All of them, the oldest first, those that are retired too. */
  readonly versions: readonly ApiVersion[];
  /** How the version of a request is found, and how addresses name it. */
  readonly strategy: Strategy;
  /** Header fields that answers of a version say which one it is by, and which others there are. */
  readonly versionFields: (version: ApiVersion, now: Date) => Readonly<Record<string, string>>;
  /** Links of an answer of a version: to its successor, and to what explains its end. Absent: it has none. */
  readonly versionLinks?: (resolution: Resolved, now: Date) => string;
  /** What holds for a version at an instant; absent: there is one version, and no end of it is known. */
  readonly standing?: StandingOf;
  /** Why a version answers nothing any more, whatever it is asked for; absent: none has an end. */
  readonly retirement?: (version: ApiVersion, now: Date) => Problem | undefined;
  /** Absent: nothing is taken away of a version before its end. */
  readonly windDown?: WindDown;
  /** Where an OPTIONS request is answered that concerns all versions; absent: each is for one. */
  readonly optionsOfAnyVersion?: (
    resolution: Resolution,
    request: IncomingMessage,
  ) => OptionsOfAnyVersion | undefined;
  /** What resources are shown in, the default first. */
  readonly representations: readonly Representation[];
  /** The format of problems for an Accept header. */
  readonly problemFormat: (accept: string | undefined) => ProblemFormat;
  /** The texts for an Accept-Language header. */
  readonly textsFor: (acceptLanguage: string | undefined) => Texts;
  /** The headers that any answer may depend on: value of Vary (RFC 9110, section 12.5.5). */
  readonly vary: string;
  /** Names of the header fields that answers of a version may have, as its document lists them. */
  readonly versionHeaders: readonly string[];
  readonly catalogue: Catalogue;
  readonly limits: Limits;
  /** Absent: requests are not counted, whatever the interface says. */
  readonly quotas?: Quotas;
  /** Where a request comes from. */
  readonly addressOf: ClientAddress;
  /** Whether others on the way could read it. */
  readonly transportOf: TransportOf;
  /** The host that a client named; absent: as Host says. */
  readonly hostOf?: (request: IncomingMessage) => string | undefined;
  readonly capacity: Capacity;
  /** Milliseconds in which idle connections may bring one more request when the server closes; absent: they are closed at once. */
  readonly drainTime?: number;
  /** Absent: no operation honours an Idempotency-Key. */
  readonly idempotency?: Idempotency;
  /** Absent: no other origin may call from a browser. */
  readonly crossOrigin?: CrossOrigin;
  /** Absent: no operation asks for a credential. */
  readonly authentication?: Authentication;
  /** Finds out who sends a request, and whether the grants permit the operation. There together with `authentication`. */
  readonly identify?: Identify;
  /** Which callers may carry out an operation that does not say it: none of them where the specification grants anything. */
  readonly allowed: Grants | 'authenticated';
  /** What callers see of resources; absent: all see the same. */
  readonly views?: Views;
  /** The visitor of the pages; absent: there is no sign-in. */
  readonly findVisit?: FindVisit;
  /** Whether a valid credential may not be enough: for an operation, a row or a member. */
  readonly limitsAccess: boolean;
  /** Learn of each answer when it is sent. */
  readonly observers: readonly AnswerObserver[];
  readonly log: FastifyBaseLogger;
  /** Tests set it; nothing else in the service reads the time. */
  readonly clock: () => Date;
}

/** @param status of the answer */
export type AnswerObserver = (request: FastifyRequest, status: number) => void;

/** Which origins may call from a browser (Fetch, section 3.3). */
export interface CrossOrigin {
  /** Headers of an answer; undefined where the origin is not permitted, or none is named. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  /** Headers of the answer to a preflight. */
  preflight(methods: string): Readonly<Record<string, string>>;
}

type Resolved = Extract<Resolution, { readonly kind: 'resolved' }>;

/** The internal address of the routes that list the methods of all versions. */
export interface OptionsOfAnyVersion {
  readonly address: string;
  readonly resolution: Resolution;
}

/** What is taken away of a version before its end. */
export interface WindDown {
  /**
   * Why a version answers nothing for now, whatever it is asked for.
   *
   * @param isNowhere there is nothing at the address that anybody could be exempt for
   */
  unavailability(version: ApiVersion, now: Date, isNowhere: boolean): Problem | undefined;
  /**
   * The methods of a route that a version still offers at an instant: value of Allow.
   *
   * @param allow all that the route offers
   * @param operations by method
   */
  remainingMethods(
    allow: string,
    operations: Readonly<Partial<Record<string, Pick<Operation, 'id'>>>>,
    version: ApiVersion,
    now: Date,
  ): string;
  /**
   * Lets in those from whom nothing is taken away that they ask for.
   *
   * @throws {Problem} why it is not carried out; 403 where the version takes no new clients; what `enter` throws
   */
  admit(entrance: Entrance): Promise<Caller>;
}

/** A request of a version of which something may be taken away by now. */
export interface Entrance {
  readonly version: ApiVersion;
  readonly now: Date;
  readonly operation: Pick<Operation, 'id'>;
  readonly method: string;
  /** The methods that the route offers now: value of Allow. */
  allow(): string;
  /** Counts a request that is refused before it is known who sends it. */
  count(): Promise<void>;
  /** Finds out who it is, and whether that permits the operation. */
  enter(): Caller | Promise<Caller>;
  /** Who it is, as far as that was found out. */
  callerSoFar(): Caller | undefined;
}

/** @throws {Problem} 401, 403 where the grants are not enough, or 429 */
export type Identify = (request: Identification) => Caller | Promise<Caller>;

/** A request for an operation that asks for a credential. */
export interface Identification {
  readonly head: RequestHead & Parameters<ClientAddress>[0];
  readonly operation: Pick<Operation, 'allowed' | 'isUncounted' | 'scopes'>;
  /** Who may use operations that do not say it. */
  readonly allowed: Grants | 'authenticated';
  readonly now: Date;
  /** Who has signed in, where the request belongs to a session. */
  readonly person: Caller | undefined;
  /** Counts the request for a caller. */
  count(caller: Caller): void | Promise<void>;
  /** The caller is known, whether or not its grants are enough. */
  remember(caller: Caller): void;
  /** Adds header fields to the answer. */
  addFields(fields: Fields): void;
}

/** What callers see of resources, where not all see the same. */
export interface Views {
  /** Members that a caller does not see. */
  hiddenFrom(description: ResourceDescription, caller: Caller): ReadonlySet<string>;
  /** Name of what a caller sees, the same for all who see the same; undefined where everybody does. */
  nameOf(description: ResourceDescription, caller: Caller): string | undefined;
  /** The content of an answer as its caller sees it. */
  seenBy(content: Content, caller: Caller): Content;
}
