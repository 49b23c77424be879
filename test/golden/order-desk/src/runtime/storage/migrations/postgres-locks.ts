import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { query } from './session.ts';

/** While a statement waits for a table, every later request for the table waits behind it. */
const patience = '300ms';

/** A lock that was not to be had in time, and a deadlock with a client that the server has resolved. */
const busy: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Runs a transaction that needs tables for itself. Where a client keeps a table, it gives way to those who wait, and
 * tries again, until it succeeds.
 */
export async function retryingLocks<Result>(
  session: Kysely<unknown>,
  work: (transaction: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  for (let pause = 50; ; pause = Math.min(2 * pause, 2000)) {
    try {
      return await session.transaction().execute(async (transaction) => {
        await query(transaction, `set local lock_timeout = '${patience}'`);
        return work(transaction);
      });
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await setTimeout(pause);
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause ?? error;
  return cause instanceof Error && 'code' in cause && busy.has(cause.code);
}
