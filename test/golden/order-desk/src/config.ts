import { envSchema } from 'env-schema';
import { Type, type Static } from 'typebox';

const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  DATABASE_URL: Type.String({
    pattern: '^(sqlite|file|postgres|postgresql):',
    default: 'sqlite:./data/order-desk.db',
  }),
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+(/.*)?[^/]$' })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
  }),
});

export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly databaseUrl: string;
  /** Absolute address under which clients reach the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly logLevel: Static<typeof Environment>['LOG_LEVEL'];
}

/** Settings from the environment. Throws with every setting that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const settings = envSchema<Static<typeof Environment>>({
    schema: Environment,
    data: environment,
    env: false,
  });
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    baseUrl: settings.BASE_URL ?? `http://localhost:${String(settings.PORT)}`,
    logLevel: settings.LOG_LEVEL,
  };
}
