import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder, type Connection } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';

/** The table, as a part of the service's own. */
export interface EventCursorTable {
  consumer: string;
  position: number;
}

/** How far each reader of all events has come. */
export interface Cursors {
  /** Position of the last event that a consumer is done with; 0 where it has not begun. */
  read(connection: Connection, consumer: string): Promise<number>;
  /**
   * Moves a cursor on, once everything up to `to` is done. It moves from where its mover has read it alone, so of two
   * that believe to be the only one, the slower one neither moves it back nor over what it has not seen.
   *
   * @returns false where somebody else has moved it
   */
  advance(transaction: Writing, consumer: string, from: number, to: number): Promise<boolean>;
  /** Position up to which every one of these consumers is done; undefined where there are none. */
  lowest(connection: Connection, consumers: readonly string[]): Promise<number | undefined>;
}

const table = 'event_cursors';

export function cursors<Tables>({ engine }: Pick<Database<Tables>, 'engine'>): Cursors {
  const queries = queryBuilder(engine);
  const find = compile<Pick<EventCursorTable, 'position'>>(
    queries
      .selectFrom(table)
      .select('position')
      .where('consumer', '=', parameter('consumer'))
      .$castTo<Pick<EventCursorTable, 'position'>>(),
  );
  const begin = compile<Pick<EventCursorTable, 'position'>>(
    queries
      .insertInto(table)
      .values({ consumer: parameter('consumer'), position: parameter('to') })
      .onConflict((conflict) => conflict.column('consumer').doNothing())
      .returning('position')
      .$castTo<Pick<EventCursorTable, 'position'>>(),
  );
  const move = compile<Pick<EventCursorTable, 'position'>>(
    queries
      .updateTable(table)
      .set({ position: parameter('to') })
      .where('consumer', '=', parameter('consumer'))
      .where('position', '=', parameter('from'))
      .where('position', '<=', sql<number>`${parameter('to')}`)
      .returning('position')
      .$castTo<Pick<EventCursorTable, 'position'>>(),
  );

  async function read(connection: Connection, consumer: string): Promise<number> {
    const [row] = await find(connection, { consumer });
    return row?.position ?? 0;
  }

  return {
    read,
    async advance(transaction, consumer, from, to) {
      const moved = await move(transaction, { consumer, from, to });
      if (moved.length > 0 || from !== 0) return moved.length > 0;
      return (await begin(transaction, { consumer, to })).length > 0;
    },
    async lowest(connection, consumers) {
      const positions: number[] = [];
      for (const consumer of consumers) positions.push(await read(connection, consumer));
      return positions.length === 0 ? undefined : Math.min(...positions);
    },
  };
}
