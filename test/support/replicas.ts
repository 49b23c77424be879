import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, startService, type RunningService } from '../../scripts/demo/start-service.ts';
import {
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  type EmptyDatabase,
} from '../templates/storage/engines.ts';

/** Loaded before the service: the time is what a file says. Nothing that a client sends reaches it. */
const clock = `import { readFileSync } from 'node:fs';

const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.parse(readFileSync(process.env.CLOCK_FILE, 'utf8')));
    else super(...given);
  }
  static now() {
    return RealDate.parse(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  }
};
`;

/** Engines that services are tried on, and how many replicas share one database there. */
export const engines: readonly Engine[] = [
  { name: 'SQLite', empty: emptySqlite, skip: false, replicas: 1 },
  { name: 'PostgreSQL', empty: emptyPostgres, skip: skipPostgres, replicas: 2 },
];

export interface Engine {
  readonly name: string;
  empty(): Promise<EmptyDatabase>;
  /** Why it is not tested, if it is not. */
  readonly skip: false | string;
  readonly replicas: number;
}

/** Processes of one service on one database, at a time that tests say. */
export interface Replicas {
  /** Those that run. */
  readonly all: readonly RunningService[];
  /** Of the first client, which the first of them printed. */
  readonly key: string;
  readonly databaseUrl: string;
  /** Address of the metrics of the last one. */
  readonly metrics: string;
  /** Sets the time of all of them, as soon as they look at it. */
  set(instant: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops them, and goes on with an empty database. */
  empty(): Promise<void>;
  /** Stops them, and removes the database. */
  drop(): Promise<void>;
}

/**
 * Replicas of a generated service, none of which runs yet.
 *
 * @param environment of each process, besides what they need to be replicas
 */
export async function createReplicas(
  directory: string,
  { name, empty, replicas: count }: Engine,
  environment: NodeJS.ProcessEnv = {},
): Promise<Replicas> {
  const time = join(directory, `${name}.time`);
  const preload = join(directory, 'clock.mjs');
  writeFileSync(preload, clock);
  let database = await empty();
  let all: RunningService[] = [];
  let key = '';
  let metrics = '';

  async function stop(): Promise<void> {
    const running = all;
    all = [];
    await Promise.all(running.map((replica) => replica.stop()));
  }

  async function drop(): Promise<void> {
    await stop();
    await database.drop();
  }

  return {
    get all() {
      return all;
    },
    get key() {
      return key;
    },
    get databaseUrl() {
      return database.url;
    },
    get metrics() {
      return metrics;
    },
    set(instant) {
      // In one step: a service that reads an empty file has no time, and ends its streams.
      writeFileSync(`${time}.next`, instant);
      renameSync(`${time}.next`, time);
    },
    async start() {
      for (let index = 0; index < count; index += 1) {
        const port = String(await freePort());
        const replica = await startService(directory, join('src', 'main.ts'), {
          DATABASE_URL: database.url,
          LOG_LEVEL: 'fatal',
          WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
          METRICS_PORT: port,
          NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
          CLOCK_FILE: time,
          ...environment,
        });
        metrics = `http://127.0.0.1:${port}/metrics`;
        key ||= replica.key;
        all = [...all, replica];
      }
    },
    stop,
    async empty() {
      await drop();
      database = await empty();
      key = '';
    },
    drop,
  };
}
