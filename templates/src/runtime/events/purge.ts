import type { Task } from '../service/background.ts';
import type { Database } from '../storage/database.ts';
import { purgedAtOnce } from '../storage/purge-statement.ts';
import type { Connection } from '../storage/statement.ts';
import type { Outbox } from './outbox.ts';

/**
 * Somebody who still needs events, however old they are.
 *
 * @returns position of the last event that it does not need; undefined where it needs none
 */
export type Need = (connection: Connection) => Promise<number | undefined>;

/** How often old events are looked for, in milliseconds. */
const interval = 60_000;

/** Deletes events that are older than they are kept, in small steps, unless somebody still needs them. */
export function eventPurge<Tables>(
  database: Database<Tables>,
  outbox: Outbox,
  needs: readonly Need[],
  clock: () => Date,
): Task {
  let purgedAt = 0;

  return {
    name: 'event purge',
    async run() {
      const now = clock();
      if (now.getTime() - purgedAt < interval) return false;
      let upTo = await outbox.last(database.reader);
      for (const need of needs) upTo = Math.min(upTo, (await need(database.reader)) ?? upTo);
      if ((await outbox.purge(now, upTo)) === purgedAtOnce) return true;
      purgedAt = now.getTime();
      return false;
    },
  };
}
