import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder, type Connection } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';

/** One timer that is due. */
export interface Timer {
  readonly resource: string;
  readonly rowId: string;
  readonly transition: string;
  readonly dueAt: Date;
  readonly failures: number;
}

const keyOf = ({ resource, rowId, transition }: Timer) => ({
  resource,
  row_id: rowId,
  transition,
});

const table = 'timers';
const key = ['resource', 'row_id', 'transition'] as const;

/** The timers of all resources, for the task that runs them. */
export interface DueTimers {
  /** The first ones that are due, in the order in which they are. */
  list(connection: Connection, now: Date, limit: number): Promise<Timer[]>;
  /** @returns false where another replica has done it, or it is not due any more */
  take(transaction: Writing, timer: Timer, now: Date): Promise<boolean>;
  /** Puts a timer that was taken back, to wait for a change of the row. */
  sleep(transaction: Writing, timer: Timer): Promise<void>;
  /** Tries again at that instant, unless it was changed meanwhile. */
  postpone(transaction: Writing, timer: Timer, until: Date): Promise<void>;
}

interface TimerRow {
  readonly resource: string;
  readonly row_id: string;
  readonly transition: string;
  readonly due_at: string;
  readonly failures: number;
}

export function dueTimers({ engine }: Pick<Database<unknown>, 'engine'>): DueTimers {
  const queries = queryBuilder(engine);
  const due = compile<TimerRow>(
    queries
      .selectFrom(table)
      .select(['resource', 'row_id', 'transition', 'due_at', 'failures'])
      .where('next_at', '<=', parameter('now'))
      // As the index has it: see schema.ts.
      .orderBy('next_at', (order) => order.asc().nullsFirst())
      .orderBy('row_id')
      .orderBy('transition')
      .limit(parameter<number>('limit'))
      .$castTo<TimerRow>(),
  );
  const take = compile(
    queries
      .deleteFrom(table)
      .where(({ and, eb }) => and(key.map((name) => eb(name, '=', parameter(name)))))
      .where('next_at', '<=', parameter('now'))
      .returning('row_id'),
  );
  const insert = compile(
    queries.insertInto(table).values({
      resource: parameter('resource'),
      row_id: parameter('row_id'),
      transition: parameter('transition'),
      due_at: parameter('due_at'),
      next_at: null,
      failures: 0,
    }),
  );
  const postpone = compile(
    queries
      .updateTable(table)
      .set({ next_at: parameter('until'), failures: parameter('failures') })
      .where(({ and, eb }) => and(key.map((name) => eb(name, '=', parameter(name)))))
      .where('due_at', '=', parameter('due_at'))
      .where('next_at', 'is not', null),
  );

  return {
    async list(connection, now, limit) {
      const rows = await due(connection, { now: now.toISOString(), limit });
      return rows.map(({ resource, row_id, transition, due_at, failures }) => ({
        resource,
        rowId: row_id,
        transition,
        dueAt: new Date(due_at),
        failures,
      }));
    },
    async take(transaction, timer, now) {
      const taken = await take(transaction, { ...keyOf(timer), now: now.toISOString() });
      return taken.length > 0;
    },
    async sleep(transaction, timer) {
      await insert(transaction, { ...keyOf(timer), due_at: timer.dueAt.toISOString() });
    },
    async postpone(transaction, timer, until) {
      await postpone(transaction, {
        ...keyOf(timer),
        due_at: timer.dueAt.toISOString(),
        until: until.toISOString(),
        failures: timer.failures + 1,
      });
    },
  };
}
