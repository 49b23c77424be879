import { sql, type Compilable } from 'kysely';
import { BoundedMap } from '../storage/bounded-map.ts';
import type { Database } from '../storage/database.ts';
import { purgeStatement } from '../storage/purge-statement.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Connection, Statement } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import type { Deciding, EventData, EventTable, NewEvent, StoredEvent } from './event.ts';

/**
 * The events, kept in the database of what they are about: an event commits in the transaction of its change, so that
 * there is never one without the other. All deliveries read events from here.
 */
export interface Outbox {
  /**
   * Keeps an event with what the transaction changes. Call it after the statement that changes the row: from then on
   * the row is locked, which is what gives its events their order.
   */
  append(transaction: Writing, event: NewEvent): Promise<void>;
  /** Committed events behind a position, in their order. Nothing ever comes to stand before one that was read. */
  read(
    connection: Connection,
    after: number,
    limit: number,
    filter?: EventFilter,
  ): Promise<StoredEvent[]>;
  /** An event by its id, once it has a position; undefined where there is none, or none any more. */
  find(connection: Connection, id: string): Promise<StoredEvent | undefined>;
  /** Position of the newest event; 0 where there was never one. */
  last(connection: Connection): Promise<number>;
  /**
   * Deletes, in a transaction of its own, events that are older than they are kept, at most `purgedAtOnce` of them.
   *
   * @param upTo what stands behind this position is still needed
   * @returns how many
   */
  purge(now: Date, upTo: number): Promise<number>;
}

export interface EventFilter {
  /** Any of these: `order.submitted`. */
  readonly types?: readonly string[];
  /** Not before this instant, YYYY-MM-DDTHH:MM:SS.mmmZ. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
}

/** Consumer under whose name the last position is kept, so that it outlives the events. */
export const sequencerName = 'sequencer';

const table = 'events';

type Row = Omit<EventTable, 'sequence'>;

export interface OutboxSettings {
  /** Makes the ids of events: UUIDv7. */
  readonly newId: () => string;
  /** Milliseconds for which an event can be read. */
  readonly keep: number;
  /** Whether the table has what rules decide by; absent: no rule decides about events. */
  readonly keepsDeciding?: boolean;
}

export function outbox<Tables>(
  database: Database<Tables>,
  { newId, keep, keepsDeciding = false }: OutboxSettings,
): Outbox {
  const queries = queryBuilder(database.engine);
  const insert = compile(
    queries.insertInto(table).values({
      id: parameter('id'),
      type: parameter('type'),
      resource: parameter('resource'),
      row_id: parameter('row_id'),
      path: parameter('path'),
      time: parameter('time'),
      trace_id: parameter('trace_id'),
      data: parameter('data'),
      ...(keepsDeciding ? { deciding: parameter('deciding') } : {}),
    }),
  );
  const positioned = queries
    .selectFrom(table)
    .select([
      'position',
      'id',
      'type',
      'resource',
      'row_id',
      'path',
      'time',
      'trace_id',
      'data',
      ...(keepsDeciding ? (['deciding'] as const) : []),
    ]);
  const byId = compileRows(
    positioned.where('id', '=', parameter('id')).where('position', 'is not', null),
  );
  const newest = compile<{ position: number }>(
    queries
      .selectFrom('event_cursors')
      .select('position')
      .where('consumer', '=', sequencerName)
      .$castTo<{ position: number }>(),
  );
  const pages = new BoundedMap<string, Statement<Row>>(50);
  const page = (filter: Required<EventFilter>, types: readonly unknown[]) =>
    pages.getOrCreate(
      `${String(types.length)} ${filter.from && 'from'} ${filter.to && 'to'}`,
      () => {
        const names = types.map((_, index) => parameter(`type${String(index)}`));
        const conditions = [
          sql<boolean>`position > ${parameter('after')}`,
          ...(names.length === 0 ? [] : [sql<boolean>`type in (${sql.join(names)})`]),
          ...(filter.from === '' ? [] : [sql<boolean>`time >= ${parameter('from')}`]),
          ...(filter.to === '' ? [] : [sql<boolean>`time < ${parameter('to')}`]),
        ];
        const behind = conditions.reduce((query, condition) => query.where(condition), positioned);
        return compileRows(behind.orderBy('position').limit(parameter<number>('limit')));
      },
    );

  // An event without a position has not been delivered.
  const remove = purgeStatement(
    database.engine,
    { table, key: 'sequence' },
    queries
      .selectFrom(table)
      .select('sequence')
      .where('position', '<=', parameter('upTo'))
      .where('time', '<=', parameter('before'))
      .orderBy('position'),
  );

  async function find(connection: Connection, id: string): Promise<StoredEvent | undefined> {
    // PostgreSQL would fail on it.
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
    const [row] = await byId(connection, { id });
    return row && eventOf(row);
  }

  return {
    async append(transaction, { rowId, traceId = null, data, deciding = {}, ...event }) {
      await insert(transaction, {
        ...event,
        id: newId(),
        row_id: rowId,
        trace_id: traceId,
        data: JSON.stringify(data),
        ...(keepsDeciding ? { deciding: JSON.stringify(deciding) } : {}),
      });
    },
    async read(connection, after, limit, { types = [], from = '', to = '' } = {}) {
      const padded = paddedToPower(types);
      const names = padded.map((type, index) => [`type${String(index)}`, type]);
      const values = { after, limit, from, to, ...Object.fromEntries(names) };
      const rows = await page({ types, from, to }, padded)(connection, values);
      return rows.map(eventOf);
    },
    find,
    async last(connection) {
      const [row] = await newest(connection, {});
      return row?.position ?? 0;
    },
    purge: (now, upTo) =>
      database.transaction(async (transaction) => {
        const before = new Date(now.getTime() - keep).toISOString();
        return (await remove(transaction, { upTo, before })).length;
      }),
  };
}

/** To the next power of two with nulls, which equal nothing: fewer statements, the same rows. */
function paddedToPower(types: readonly string[]): readonly (string | null)[] {
  const length = types.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(types.length));
  return Array.from({ length }, (_, index) => types[index] ?? null);
}

function compileRows(query: Compilable<unknown>): Statement<Row> {
  return compile(query as Compilable<Row>);
}

function eventOf(row: Row): StoredEvent {
  const { position, id, type, resource, row_id: rowId, path, time, trace_id: traceId } = row;
  const { deciding } = row;
  return {
    id,
    position: position ?? 0,
    type,
    resource,
    rowId,
    path,
    time,
    data: JSON.parse(row.data) as EventData,
    ...(traceId === null ? {} : { traceId }),
    ...(deciding === undefined ? {} : { deciding: JSON.parse(deciding) as Deciding }),
  };
}
