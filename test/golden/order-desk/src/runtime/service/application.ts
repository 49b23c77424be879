import type { Authentication } from '../authentication/caller.ts';
import type { Catalogue } from '../errors/problem-document.ts';
import type { Texts } from '../endpoints/languages/texts.ts';
import type { Idempotency } from '../endpoints/repetition.ts';
import type { ProblemFormat, Representation } from '../endpoints/representations/representation.ts';
import type { CommandAt } from '../endpoints/sign-in/commands.ts';
import type { Sessions } from '../endpoints/sign-in/sessions.ts';
import type { Capacity } from '../limits/capacity.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { Limits } from '../limits/limits.ts';
import type { Quotas } from '../limits/quotas.ts';
import type { Strategy } from '../versioning/resolution.ts';
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
  /** What resources are shown in, the default first. */
  readonly representations: readonly Representation[];
  /** How a problem is told to whoever sends this Accept header. */
  readonly problemFormat: (accept: string | undefined) => ProblemFormat;
  /** What is said to whoever sends this Accept-Language header. */
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
  readonly capacity: Capacity;
  /** Milliseconds in which idle connections may bring one more request when the server closes; absent: they are closed at once. */
  readonly drainTime?: number;
  /** Absent: no operation honours an Idempotency-Key. */
  readonly idempotency?: Idempotency;
  /** Absent: no other origin may call from a browser. */
  readonly crossOrigin?: CrossOrigin;
  /** Absent: no operation asks for a credential. */
  readonly authentication?: Authentication;
  /** Absent: no session opens the pages. */
  readonly sessions?: Sessions;
  /** Commands of the routes that are mounted together. */
  readonly commandAt?: CommandAt;
  /** Tests set it; nothing else in the service reads the time. */
  readonly clock: () => Date;
}

/** Which origins may call from a browser (Fetch, section 3.3). */
export interface CrossOrigin {
  /** Headers of an answer; undefined where the origin is not permitted, or none is named. */
  headersFor(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  /** Headers of the answer to a preflight. */
  preflight(methods: string): Readonly<Record<string, string>>;
}
