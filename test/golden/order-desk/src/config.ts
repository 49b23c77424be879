import type { Static } from 'typebox';
import { createNetworks, parseNetworks } from './runtime/events/webhooks/networks.ts';
import { Type } from './runtime/resources/type.ts';
import { ConfigurationError } from './runtime/service/configuration-error.ts';
import { withSecretFiles } from './runtime/service/secret-files.ts';
import { settingsFrom } from './runtime/service/settings.ts';
import type { TlsFiles } from './runtime/service/tls.ts';
import { parseSealingKeys } from './runtime/storage/sealing-keys.ts';

/** Without a slash at its end; no segment of its path is empty, `.` or `..`. */
const baseAddress = '^https?://[^/?#\\s]+(/(?!(\\.|%2[eE]){1,2}(/|$))[^/?#\\s]+)*$';

const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  DATABASE_URL: Type.String({
    pattern: '^(sqlite|file|postgres|postgresql):',
    default: 'sqlite:./data/order-desk.db',
  }),
  MIGRATE_ON_START: Type.Boolean({ default: true }),
  BASE_URL: Type.Optional(Type.String({ pattern: baseAddress })),
  TLS_CERT_FILE: Type.Optional(Type.String({ minLength: 1 })),
  TLS_KEY_FILE: Type.Optional(Type.String({ minLength: 1 })),
  TLS_KEY_PASSPHRASE: Type.Optional(Type.String({ minLength: 1 })),
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  REQUEST_LIMITS: Type.Enum(['on', 'off'], { default: 'on' }),
  TRUSTED_PROXIES: Type.String({ default: '' }),
  FORWARDED_HEADER: Type.Enum(['x-forwarded-for', 'forwarded'], { default: 'x-forwarded-for' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
  }),
  FIRST_CREDENTIAL: Type.Enum(['terminal', 'on', 'off'], { default: 'terminal' }),
  SEALING_KEY: Type.String({ default: '' }),
  WEBHOOK_ALLOWED_NETWORKS: Type.String({ default: '' }),
});

/** Those that may be in a file: `DATABASE_URL_FILE` and its like. */
const secrets = ['DATABASE_URL', 'REDIS_URL', 'TLS_KEY_PASSPHRASE', 'SEALING_KEY'];

export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly databaseUrl: string;
  /** False: a start refuses a database whose tables are not up to date. */
  readonly migratesOnStart: boolean;
  /** Absolute address under which clients reach the service, without a slash at the end. */
  readonly baseUrl: string;
  /** Absent: the service speaks no TLS itself. */
  readonly tls?: TlsFiles;
  /** Where replicas count requests together; absent: in the database, or each for itself. */
  readonly redisUrl: string | undefined;
  /** False where something in front of the service does. */
  readonly countsRequests: boolean;
  /** Addresses and networks of proxies that say whom they ask for, separated by commas. */
  readonly trustedProxies: string;
  /** The header in which they say it. */
  readonly forwardedHeader: 'x-forwarded-for' | 'forwarded';
  readonly logLevel: Static<typeof Environment>['LOG_LEVEL'];
  /** What is kept sealed is sealed with the first one, and each opens it. None: the database holds the key. */
  readonly sealingKeys: readonly Buffer[];
  /** Where a database without credentials is given one, which is printed: on a terminal alone, anywhere, or nowhere. */
  readonly firstCredential: Static<typeof Environment>['FIRST_CREDENTIAL'];
  /** Networks that are not public and that events may be sent to nevertheless, also by http. */
  readonly allowedNetworks: readonly string[];
}

/**
 * Settings from the environment.
 *
 * @throws {ConfigurationError} with every setting that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const settings = settingsFrom(Environment, withSecretFiles(environment, secrets));
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    migratesOnStart: settings.MIGRATE_ON_START,
    baseUrl:
      settings.BASE_URL ??
      `${settings.TLS_CERT_FILE === undefined ? 'http' : 'https'}://localhost:${String(settings.PORT)}`,
    ...tlsFiles(settings),
    redisUrl: settings.REDIS_URL,
    countsRequests: settings.REQUEST_LIMITS === 'on',
    trustedProxies: settings.TRUSTED_PROXIES,
    forwardedHeader: settings.FORWARDED_HEADER,
    logLevel: settings.LOG_LEVEL,
    sealingKeys: parseSealingKeys(settings.SEALING_KEY),
    firstCredential: settings.FIRST_CREDENTIAL,
    allowedNetworks: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
  };
}

function tlsFiles({
  TLS_CERT_FILE: certificate,
  TLS_KEY_FILE: key,
  TLS_KEY_PASSPHRASE: passphrase,
}: Static<typeof Environment>): { readonly tls?: TlsFiles } {
  if (certificate !== undefined && key !== undefined) {
    return { tls: { certificate, key, ...(passphrase === undefined ? {} : { passphrase }) } };
  }
  if (certificate === undefined && key === undefined) return {};
  throw new ConfigurationError('TLS_CERT_FILE and TLS_KEY_FILE belong together.');
}

/** @throws {ConfigurationError} where one of them is no network: a service that starts must not refuse what is permitted */
function networksOf(text: string): string[] {
  const networks = parseNetworks(text);
  try {
    createNetworks(networks);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`WEBHOOK_ALLOWED_NETWORKS: ${reason}.`);
  }
  return networks;
}
