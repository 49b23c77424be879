import { setTimeout } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { quote } from './data-types.ts';
import { query, type Session } from './session.ts';

/** While a statement waits for a table, every later request for the table waits behind it. */
const patience = '300ms';

/** A lock that was not to be had in time, and a deadlock with a client that the server has resolved. */
const busy: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/** Tables that were not to be had together in time. */
class TablesBusy extends Error {}

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

/**
 * Takes several tables for the transaction, all of them within the time that it waits for one: otherwise the clients of the first
 * table would wait until the last one is free. One table alone is taken by the statement that changes it.
 */
export async function lockTogether(transaction: Session, tables: Iterable<string>): Promise<void> {
  const all = [...new Set(tables)].toSorted();
  if (all.length < 2) return;
  // The limit of a lock is one for each table, that of a statement is one for all.
  await query(transaction, `set local statement_timeout = '${patience}'`);
  try {
    await query(transaction, `lock table ${all.map(quote).join(', ')} in access exclusive mode`);
  } catch (error) {
    throw codeOf(error) === '57014' ? new TablesBusy('too long', { cause: error }) : error;
  }
  await query(transaction, 'set local statement_timeout = 0');
}

function isBusy(error: unknown): boolean {
  return error instanceof TablesBusy || busy.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const cause = error.cause ?? error;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
