import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Tables } from '../../contract.ts';
import { databaseStore } from '../../../src/runtime/limits/database-store.ts';
import { groupedStore } from '../../../src/runtime/limits/grouped-store.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import type { QuotaStore } from '../../../src/runtime/limits/policy.ts';
import { redisStore } from '../../../src/runtime/limits/redis-store.ts';
import { openDatabase, type Database } from '../../../src/runtime/storage/database.ts';
import { engines } from './engines.ts';
import { makeTables } from './make-tables.ts';

/** One place to count in, as one replica or several see it. */
export interface OpenStores {
  /** Each as a replica of its own would have it. */
  readonly stores: readonly QuotaStore[];
  close(): Promise<void>;
}

export interface TestStore {
  readonly name: string;
  /** Why the tests cannot run on it. */
  readonly missing?: string;
  /** Whether replicas count together in it. */
  readonly isShared: boolean;
  open(): Promise<OpenStores>;
}

const configured = process.env['TEST_REDIS_URL'];
const redisUrl = configured ?? 'redis://127.0.0.1:6379';
const replicas = 2;

async function whyRedisIsMissing(): Promise<string | undefined> {
  if (configured === 'none') return 'TEST_REDIS_URL is none';
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.close();
    return undefined;
  } catch (error) {
    if (configured !== undefined || process.env['REQUIRE_SERVERS'] === '1') throw error;
    return 'no Redis answers on this machine; TEST_REDIS_URL can name one elsewhere';
  }
}

const missing = await whyRedisIsMissing();

const redis: TestStore = {
  name: 'Redis',
  isShared: true,
  ...(missing === undefined ? {} : { missing }),
  async open() {
    // No other test counts there, and the remaining counters expire.
    const prefix = `test-${randomUUID()}`;
    const stores = await Promise.all(
      Array.from({ length: replicas }, () => redisStore(redisUrl, prefix)),
    );
    return {
      stores: stores.map(groupedStore),
      close: async () => {
        await Promise.all(stores.map((store) => store.close()));
      },
    };
  },
};

/** Every place that requests can be counted in. */
export const quotaStores: readonly TestStore[] = [
  {
    name: 'memory',
    isShared: false,
    open: async () => ({ stores: [memoryStore()], close: async () => {} }),
  },
  redis,
  ...engines.map((engine): TestStore => ({
    name: engine.name,
    isShared: true,
    ...(engine.missing === undefined ? {} : { missing: engine.missing }),
    async open() {
      const files = await engine.create(makeTables);
      const databases: Database<Tables>[] = [];
      for (let replica = 0; replica < replicas; replica += 1) {
        const database = await openDatabase<Tables>(files.url);
        databases.push(database);
      }
      return {
        stores: databases.map((database) => groupedStore(databaseStore(database))),
        async close() {
          for (const database of databases) await database.close();
          await files.remove();
        },
      };
    },
  })),
];
