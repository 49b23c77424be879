import { sql } from 'kysely';
import type { Task } from '../service/background.ts';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import { sequencerName } from './outbox.ts';

/** A small batch: on SQLite, other writers wait for this transaction. */
export const sequencedAtOnce = 1000;

/**
 * Gives committed events their positions, in the order of their sequence.
 *
 * Readers cannot go by the sequence: of two transactions the one that took its number first may commit last, and a reader that
 * has read the greater number by then would never look for the smaller one. A position is given to what is committed
 * already, by one replica at a time. What comes to light later gets a later position. Of one row that is never an
 * earlier event, because the row is locked from the first change to its commit.
 *
 * @param onSequenced called when there is something new to read
 */
export function sequencer<Tables>(database: Database<Tables>, onSequenced: () => void): Task {
  const queries = queryBuilder(database.engine);
  const waiting = queries.selectFrom('events').where('position', 'is', null);
  const look = compile(waiting.select('sequence').limit(1));

  const counter = queries
    .selectFrom('event_cursors')
    .select('position')
    .where('consumer', '=', sequencerName)
    .$castTo<{ position: number }>();
  // The row is the lock: a second caller returns at once, because the first one does the work for both.
  const lock = compile<{ position: number }>(
    database.engine === 'postgres' ? counter.forUpdate().skipLocked() : counter,
  );
  const begin = compile<{ position: number }>(
    queries
      .insertInto('event_cursors')
      .values({ consumer: sequencerName, position: 0 })
      .onConflict((conflict) => conflict.column('consumer').doNothing())
      .returning('position')
      .$castTo<{ position: number }>(),
  );
  const count = compile(
    queries
      .updateTable('event_cursors')
      .set({ position: parameter('position') })
      .where('consumer', '=', sequencerName),
  );
  const number = sql<number>`row_number() over (order by sequence)`;
  const assign = compile<{ position: number }>(
    queries
      .with('next', () =>
        waiting
          .select(['sequence', number.as('number')])
          .orderBy('sequence')
          .limit(sequencedAtOnce),
      )
      .updateTable('events')
      .from('next')
      .set({ position: sql`${parameter('last')} + ${sql.ref('next.number')}` })
      .whereRef('events.sequence', '=', 'next.sequence')
      .where('events.position', 'is', null)
      .returning('events.position')
      .$castTo<{ position: number }>(),
  );

  /** Undefined while another replica is at it. */
  async function lastPosition(transaction: Writing): Promise<number | undefined> {
    const [row] = await lock(transaction, {});
    if (row !== undefined) return row.position;
    const [first] = await begin(transaction, {});
    return first?.position;
  }

  return {
    name: 'sequencer',
    async run() {
      const isWaiting = (await look(database.reader, {})).length > 0;
      if (!isWaiting) return false;
      const assigned = await database.transaction(async (transaction) => {
        const last = await lastPosition(transaction);
        if (last === undefined) return 0;
        const { length } = await assign(transaction, { last });
        if (length > 0) await count(transaction, { position: last + length });
        return length;
      });
      if (assigned > 0) onSequenced();
      return assigned === sequencedAtOnce;
    },
  };
}
