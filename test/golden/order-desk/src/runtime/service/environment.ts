import type { FastifyBaseLogger } from 'fastify';
import type { Concurrency } from '../limits/capacity.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { QuotaStore } from '../limits/policy.ts';
import type { Database } from '../storage/database.ts';
import type { Identity } from './tls.ts';
import type { TransportOf } from './transport.ts';

/** What every service is given when it starts. */
export interface ServiceEnvironment<Tables> {
  readonly database: Database<Tables>;
  /** Absolute address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly logger: FastifyBaseLogger;
  /** Absent: requests are not counted. */
  readonly quotas?: QuotaStore;
  /** How many requests are worked on at the same time; absent: as many as the specification says. */
  readonly concurrency?: Concurrency;
  /** Milliseconds in which idle connections may bring one more request when the server closes; absent: they are closed at once. */
  readonly drainTime?: number;
  /** The address that a request comes from, as proxies tell it. */
  readonly addressOf: ClientAddress;
  /** Whether a request came by TLS, as the connection or a proxy tells. */
  readonly transportOf: TransportOf;
  /** Absent: the service does not speak TLS itself. */
  readonly identity?: Identity;
  /** Tests set it; nothing else reads the time. */
  readonly clock: () => Date;
}
