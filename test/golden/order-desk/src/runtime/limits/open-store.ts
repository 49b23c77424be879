import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../storage/database.ts';
import { databaseStore } from './database-store.ts';
import { groupedStore } from './grouped-store.ts';
import { memoryStore } from './memory-store.ts';
import type { QuotaStore } from './policy.ts';
import { resilientStore } from './resilient-store.ts';

export interface QuotaStoreSettings<Tables> {
  /** Absent: requests are counted in the database where several replicas can share it, and in this process otherwise. */
  readonly redisUrl: string | undefined;
  readonly database: Database<Tables>;
  /** Name of the service. */
  readonly name: string;
  readonly onStoreFailure: 'open' | 'closed';
  readonly log: FastifyBaseLogger;
}

/** The store that all replicas of this service count in. */
export async function openQuotaStore<Tables>({
  redisUrl,
  database,
  name,
  onStoreFailure,
  log,
}: QuotaStoreSettings<Tables>): Promise<QuotaStore> {
  if (redisUrl !== undefined) {
    // Loaded only where it is used, as the drivers of databases are.
    const { redisStore } = await import('./redis-store.ts');
    const store = await redisStore(redisUrl, `${name}:quota`);
    return resilientStore(groupedStore(store), onStoreFailure, log);
  }
  if (database.engine === 'postgres') {
    return resilientStore(groupedStore(databaseStore(database)), onStoreFailure, log);
  }
  return memoryStore();
}
