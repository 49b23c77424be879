import { AsyncLocalStorage } from 'node:async_hooks';
import type { Engine } from './engine.ts';
import { NotWritable, OutdatedStatement } from './errors.ts';

/** Milliseconds for which a transaction that storage could not keep speaks for the next one. */
const failureMemory = 5000;

/** How often a transaction begins again because a migration changed the tables meanwhile. */
const renewals = 3;

export interface Database<Tables> extends Engine<Tables> {
  /** Resolves where the database answers and can keep something; rejects for some seconds after a transaction that it could not keep. */
  ping(): Promise<void>;
}

/** @param url `sqlite:./data/service.db`, `file:./data/service.db` or `postgres://…` */
export async function openDatabase<Tables>(url: string): Promise<Database<Tables>> {
  const engine = await openEngine<Tables>(url);
  const refuseNesting = createNestingGuard();
  let failure: { readonly error: NotWritable; readonly at: number } | undefined;

  return {
    ...engine,
    async transaction(work) {
      for (let renewed = 0; ; renewed += 1) {
        try {
          return await refuseNesting(() => engine.transaction(work));
        } catch (error) {
          if (error instanceof OutdatedStatement && renewed < renewals) continue;
          if (error instanceof NotWritable) failure = { error, at: performance.now() };
          throw error;
        }
      }
    },
    async ping() {
      await engine.ping();
      // Not for ever: without requests nothing would show that it works again.
      if (failure !== undefined && performance.now() - failure.at < failureMemory) {
        throw failure.error;
      }
    },
  };
}

/** Loads only the driver that is used. */
async function openEngine<Tables>(url: string): Promise<Engine<Tables>> {
  switch (url.slice(0, url.indexOf(':'))) {
    case 'sqlite':
    case 'file': {
      const { openSqlite } = await import('./sqlite.ts');
      return openSqlite(url);
    }
    case 'postgres':
    case 'postgresql': {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(url);
    }
    default:
      // The address itself may hold a password.
      throw new Error('The address of the database starts with sqlite:, file: or postgres://');
  }
}

/**
 * A transaction begun inside another one would wait for it: on SQLite always, on PostgreSQL as soon
 * as the pool is empty. So the mistake is an error at once.
 */
function createNestingGuard() {
  const current = new AsyncLocalStorage<{ open: boolean }>();

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (current.getStore()?.open) {
      throw new Error('A transaction is open already: pass it on instead of beginning another');
    }
    // Work that a transaction leaves behind, such as a timer, still sees this object afterwards.
    const transaction = { open: true };
    try {
      return await current.run(transaction, work);
    } finally {
      transaction.open = false;
    }
  };
}
