import { pino, type Level } from 'pino';
import { clientAddress } from '../limits/client-address.ts';
import { openQuotaStore } from '../limits/open-store.ts';
import type { Database } from '../storage/database.ts';
import type { ServiceEnvironment } from './environment.ts';
import { openLog } from './log-output.ts';
import { trustedProxies } from './proxies.ts';
import { readIdentity, type TlsFiles } from './tls.ts';
import { transportOf } from './transport.ts';

/** The settings that every service has. */
export interface ServiceConfig {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly baseUrl: string;
  /** Absent: the service speaks no TLS itself. */
  readonly tls?: TlsFiles;
  /** Where replicas count requests together; absent: in the database, or each for itself. */
  readonly redisUrl: string | undefined;
  /** False where something in front of the service counts requests. */
  readonly countsRequests: boolean;
  readonly trustedProxies: string;
  readonly forwardedHeader: 'x-forwarded-for' | 'forwarded';
  readonly logLevel: Level | 'silent';
}

/** What the specification says to a start. */
export interface StartChoices {
  /** Name of the service. */
  readonly name: string;
  /** What happens while the store that replicas count in does not answer. */
  readonly onStoreFailure: 'open' | 'closed';
}

/** The clock, the log and the certificate of a process that starts. */
export type ProcessEnvironment = Pick<
  ServiceEnvironment<never>,
  'baseUrl' | 'clock' | 'identity' | 'logger'
> & {
  /** Resolves when all log lines are written, cannot be, or are read too slowly. */
  readonly flushLog: () => Promise<void>;
};

const clock = () => new Date();

/** @throws {ConfigurationError} when the certificate cannot be used */
export function openProcess({ baseUrl, tls, logLevel }: ServiceConfig): ProcessEnvironment {
  const identity = tls && readIdentity(tls, clock());
  const { stream, flush: flushLog } = openLog();
  const logger = pino({ level: logLevel }, stream);
  return { baseUrl, clock, logger, flushLog, ...(identity && { identity }) };
}

/** The environment of a service on its database. */
export async function openEnvironment<Tables>(
  config: ServiceConfig,
  process: ProcessEnvironment,
  database: Database<Tables>,
  { name, onStoreFailure }: StartChoices,
): Promise<ServiceEnvironment<Tables> & ProcessEnvironment> {
  const { redisUrl, countsRequests, forwardedHeader } = config;
  const log = process.logger;
  const proxies = trustedProxies(config.trustedProxies);
  return {
    ...process,
    database,
    ...(countsRequests && {
      quotas: await openQuotaStore({ redisUrl, database, name, onStoreFailure, log }),
    }),
    drainTime: 1000,
    addressOf: clientAddress(proxies, forwardedHeader),
    transportOf: transportOf(proxies, forwardedHeader),
  };
}
