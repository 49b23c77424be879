import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import { purgedAtOnce } from '../../storage/purge-statement.ts';
import type { DeliveryQueue } from './queue.ts';

/** How often old deliveries are looked for, in milliseconds. */
const interval = 60_000;

export interface DeliveryPurge<Tables> {
  readonly database: Database<Tables>;
  readonly queue: DeliveryQueue;
  /** Milliseconds from the end of a delivery. */
  readonly keep: number;
  readonly clock: () => Date;
}

/** Deletes deliveries that ended long ago, in small steps. */
export function deliveryPurge<Tables>({
  database,
  queue,
  keep,
  clock,
}: DeliveryPurge<Tables>): Task {
  let purgedAt = 0;

  return {
    name: 'webhook delivery purge',
    async run() {
      const now = clock();
      if (now.getTime() - purgedAt < interval) return false;
      const before = new Date(now.getTime() - keep);
      const purged = await database.transaction((transaction) => queue.purge(transaction, before));
      if (purged === purgedAtOnce) return true;
      purgedAt = now.getTime();
      return false;
    },
  };
}
