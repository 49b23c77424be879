import type { ChangeListener } from '../endpoints/operations/change-listener.ts';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import { isTimed, stateOf, type StateMachine } from './machine.ts';

/** The table, as a part of the service's own. */
export interface TimerTable {
  resource: string;
  row_id: string;
  transition: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
  due_at: string;
  /** When it is tried: `due_at` at first, later where that failed, and null where it waits for a change of the row. */
  next_at: string | null;
  failures: number;
}

type Row = object & { readonly id: string };

const table = 'timers';
/** Further than that no instant can be written. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

const ofRow = ['resource', 'row_id'] as const;
const ofTimer = ['resource', 'row_id', 'transition'] as const;

/**
 * Keeps the timers of one kind of resource right, in the transaction of each change.
 *
 * @param resource its name: timers of all kinds are in one table
 */
export function timerKeeping(
  { engine }: Pick<Database<unknown>, 'engine'>,
  resource: string,
  machine: StateMachine,
): ChangeListener {
  const timed = Object.entries(machine.transitions).filter(([, each]) => isTimed(each));
  const queries = queryBuilder(engine);
  const set = compile(
    queries
      .insertInto(table)
      .values({
        resource: parameter('resource'),
        row_id: parameter('row_id'),
        transition: parameter('transition'),
        due_at: parameter('due_at'),
        next_at: parameter('due_at'),
        failures: 0,
      })
      .onConflict((conflict) =>
        conflict.columns([...ofTimer]).doUpdateSet({
          due_at: parameter('due_at'),
          next_at: parameter('due_at'),
          failures: 0,
        }),
      ),
  );
  // Also those that are not asleep: who puts one to sleep right now waits for it, and then it is awake.
  const wake = compile(
    queries
      .updateTable(table)
      .set(({ ref }) => ({ next_at: ref('due_at'), failures: 0 }))
      .where(({ and, eb }) => and(ofRow.map((name) => eb(name, '=', parameter(name))))),
  );
  const clear = compile(
    queries
      .deleteFrom(table)
      .where(({ and, eb }) => and(ofTimer.map((name) => eb(name, '=', parameter(name))))),
  );
  const clearAll = compile(
    queries
      .deleteFrom(table)
      .where(({ and, eb }) => and(ofRow.map((name) => eb(name, '=', parameter(name))))),
  );

  async function setOne(
    transaction: Writing,
    row: Row,
    transition: string,
    due: number | undefined,
  ): Promise<void> {
    const key = { resource, row_id: row.id, transition };
    if (due === undefined) await clear(transaction, key);
    else await set(transaction, { ...key, due_at: textOf(due) });
  }

  /** The row has entered a state, be it the one that it was in: times are counted from now. */
  async function entered(transaction: Writing, row: Row, now: Date): Promise<void> {
    await clearAll(transaction, { resource, row_id: row.id });
    await begin(transaction, row, now);
  }

  /** A timer of another row that had the same key is set anew, or goes; one of another state finds that when it is due. */
  async function begin(transaction: Writing, row: Row, now: Date): Promise<void> {
    for (const [name, { from, after, at }] of timed) {
      if (!from.includes(stateOf(machine, row))) continue;
      const due = at === undefined ? now.getTime() + (after ?? 0) : instantOf(row, at);
      await setOne(transaction, row, name, due);
    }
  }

  /** The row is in the state that it was in. What waited for a change is tried again. */
  async function changed(transaction: Writing, row: Row): Promise<void> {
    await wake(transaction, { resource, row_id: row.id });
    for (const [name, { from, at }] of timed) {
      if (at !== undefined && from.includes(stateOf(machine, row))) {
        await setOne(transaction, row, name, instantOf(row, at));
      }
    }
  }

  return {
    async changed(transaction, { now }, { kind, after }) {
      if (kind === 'deleted') await clearAll(transaction, { resource, row_id: after.id });
      else if (kind === 'updated') await changed(transaction, after);
      else if (kind === 'created') await begin(transaction, after, now);
      else await entered(transaction, after, now);
    },
  };
}

/** A date is read as its beginning in UTC (ECMA-262, section 21.4.1.32). Undefined where there is no value. */
function instantOf(row: Row, member: string): number | undefined {
  const value = (row as Readonly<Record<string, unknown>>)[member];
  return typeof value === 'string' ? Date.parse(value) : undefined;
}

function textOf(instant: number): string {
  return new Date(Math.min(instant, endOfTime)).toISOString();
}
