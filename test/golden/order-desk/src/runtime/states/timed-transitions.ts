import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { CustomOperationEndpoints } from '../endpoints/operations/custom-operation-endpoints.ts';
import { performTransition } from '../endpoints/operations/perform.ts';
import { Problem } from '../errors/problem.ts';
import type { Task } from '../service/background.ts';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import { dueTimers, type Timer } from './due-timers.ts';
import { unmetFields } from './guards.ts';
import { stateOf } from './machine.ts';
import { systemCaller } from './system-caller.ts';

/** A kind of resource that has transitions which happen by the clock. */
export interface TimedResource<Tables> {
  /** As its timers call it. */
  readonly name: string;
  /** Where its rows are. */
  readonly table: string;
  /**
   * Carries out a transition of a row that is there, as a request would.
   *
   * @returns `waiting` where its guard does not hold, `impossible` where the row is in another state; nothing may have
   *   been written then
   */
  fire(
    transaction: Transaction<Tables>,
    occasion: { readonly id: string; readonly transition: string; readonly now: Date },
  ): Promise<'done' | 'waiting' | 'impossible'>;
}

export interface Timekeeping<Tables> {
  readonly database: Database<Tables>;
  readonly resources: readonly TimedResource<Tables>[];
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Called after each transition that happened. */
  readonly wake: () => void;
}

/** A kind of resource whose transitions are made as a client would make them. */
export function timedResource<Draft extends object, Tables>(
  name: string,
  resource: CustomOperationEndpoints<Draft, Tables>,
): TimedResource<Tables> {
  const { machine, store } = resource;
  return {
    name,
    table: resource.table.name,
    async fire(transaction, { id, transition, now }) {
      const stored = await store.get(transaction, id);
      const { from, when } = machine?.transitions[transition] ?? {};
      // A timer may be older than the service: the transition it is for may be gone.
      if (machine === undefined || from === undefined || when === undefined) return 'impossible';
      if (stored === undefined || !from.includes(stateOf(machine, stored))) return 'impossible';
      if (unmetFields(when, stored as object as Readonly<Record<string, unknown>>).length > 0) {
        return 'waiting';
      }
      const demand = { place: { id, rowFilter: {} }, name: transition, input: {} };
      const actor = { caller: systemCaller, now };
      await performTransition(resource, transaction, actor, demand);
      return 'done';
    },
  };
}

/** So few that another task soon has its turn. */
export const timersAtOnce = 50;

const firstPause = 1000;
const longestPause = 60 * 60 * 1000;

/**
 * Carries out transitions whose time has come, in the order in which they are due. Each has a transaction of its own,
 * with its timer in it: however many replicas try, and wherever one of them is killed, it happens once.
 */
export function timedTransitions<Tables>({
  database,
  resources,
  clock,
  log,
  wake,
}: Timekeeping<Tables>): Task {
  const timers = dueTimers(database);
  const kinds = new Map(resources.map((resource) => [resource.name, resource]));
  const locks = new Map(resources.map(({ name, table }) => [name, rowLock(database, table)]));

  /** @returns whether the timer is no longer as it was */
  function settle(timer: Timer, now: Date): Promise<boolean> {
    return database.transaction(async (transaction) => {
      const { rowId: id, transition } = timer;
      const lock = (await locks.get(timer.resource)?.(transaction, id)) ?? 'gone';
      // Another transaction is changing the row and its timers: they are known when it commits.
      if (lock === 'busy') return false;
      if (!(await timers.take(transaction, timer, now))) return false;
      if (lock === 'gone') return true;
      const outcome = await kinds.get(timer.resource)?.fire(transaction, { id, transition, now });
      if (outcome === 'waiting') await timers.sleep(transaction, timer);
      return true;
    });
  }

  async function tryTo(timer: Timer, now: Date): Promise<boolean> {
    try {
      return await settle(timer, now);
    } catch (error) {
      const { resource, transition, rowId, failures } = timer;
      const pause = Math.min(firstPause * 2 ** failures, longestPause);
      await database.transaction((transaction) =>
        timers.postpone(transaction, timer, new Date(now.getTime() + pause)),
      );
      // A rule that refuses may think otherwise later; anything else is a fault to look at.
      const level = error instanceof Problem ? 'warn' : 'error';
      log[level]({ err: error, resource, transition, id: rowId }, 'a timed transition failed');
      return true;
    }
  }

  return {
    name: 'timed transitions',
    async run(signal) {
      const now = clock();
      const due = await timers.list(database.reader, now, timersAtOnce);
      let isChanged = false;
      for (const timer of due) {
        if (signal.aborted) return false;
        if (await tryTo(timer, now)) isChanged = true;
      }
      if (isChanged) wake();
      return isChanged && due.length === timersAtOnce;
    },
  };
}

/**
 * Locks a row before its timers, in the order of every request that changes it: so neither waits for the other for
 * ever. On SQLite the transaction is alone anyway.
 */
function rowLock(
  { engine }: Pick<Database<unknown>, 'engine'>,
  table: string,
): (transaction: Writing, id: string) => Promise<'locked' | 'busy' | 'gone'> {
  const row = queryBuilder(engine).selectFrom(table).select('id').where('id', '=', parameter('id'));
  const find = compile(row);
  const lock = engine === 'postgres' ? compile(row.forNoKeyUpdate().skipLocked()) : find;
  return async (transaction, id) => {
    if ((await lock(transaction, { id })).length > 0) return 'locked';
    return (await find(transaction, { id })).length > 0 ? 'busy' : 'gone';
  };
}
