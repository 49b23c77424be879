import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import { compile, parameter, queryBuilder } from '../../storage/statement.ts';
import type { Store, Writing } from '../../storage/store.ts';
import type { Outbox } from '../outbox.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { noticeOf } from './fan-out.ts';
import type { DeliveryQueue } from './queue.ts';
import { unrestricted, type Readers, type Sight } from './reader.ts';

/** The table, as a part of the service's own. Instants are text, YYYY-MM-DDTHH:MM:SS.mmmZ. */
export interface WebhookReplayTable {
  id: string;
  webhook_endpoint_id: string;
  from_time: string;
  to_time: string;
  /** Of the last event that it is done with. */
  position: number;
}

/** A small batch: on SQLite, other writers wait for this transaction. */
const eventsAtOnce = 100;

const table = 'webhook_replays';

/** Wishes to be sent once more what happened in a time. */
export interface Replays {
  ask(transaction: Writing, endpointId: string, from: Date, to: Date): Promise<void>;
}

export interface Replaying<Tables> {
  readonly database: Database<Tables>;
  readonly outbox: Outbox;
  readonly endpoints: Store<WebhookEndpoint>;
  readonly queue: DeliveryQueue;
  /** Absent: every client may see everything. */
  readonly readers?: Readers | undefined;
  readonly clock: () => Date;
  /** Called when there is something to deliver. */
  onAdded(): void;
}

export function webhookReplays<Tables>(
  { engine }: Pick<Database<Tables>, 'engine'>,
  newId: () => string,
): Replays {
  const insert = compile(
    queryBuilder(engine)
      .insertInto(table)
      .values({
        id: parameter('id'),
        webhook_endpoint_id: parameter('endpoint'),
        from_time: parameter('from'),
        to_time: parameter('to'),
        position: 0,
      }),
  );

  return {
    async ask(transaction, endpoint, from, to) {
      const times = { from: from.toISOString(), to: to.toISOString() };
      await insert(transaction, { id: newId(), endpoint, ...times });
    },
  };
}

/** Carries out these wishes in small steps, since there may have been many events. */
export function replaying<Tables>({
  database,
  outbox,
  endpoints,
  queue,
  readers,
  clock,
  onAdded,
}: Replaying<Tables>): Task {
  const queries = queryBuilder(database.engine);
  const oldest = queries
    .selectFrom(table)
    .selectAll()
    .orderBy('id')
    .limit(1)
    .$castTo<WebhookReplayTable>();
  const look = compile<WebhookReplayTable>(oldest);
  const next = compile<WebhookReplayTable>(
    database.engine === 'postgres' ? oldest.forUpdate().skipLocked() : oldest,
  );
  const advance = compile(
    queries
      .updateTable(table)
      .set({ position: parameter('position') })
      .where('id', '=', parameter('id')),
  );
  const end = compile(queries.deleteFrom(table).where('id', '=', parameter('id')));

  /** @returns whether it is done */
  async function step(
    transaction: Writing,
    { webhook_endpoint_id: id, from_time, to_time, position }: WebhookReplayTable,
    sight: Sight | undefined,
  ): Promise<number | undefined> {
    const locked = await queue.lock(transaction, id);
    const endpoint = await endpoints.get(transaction, id);
    if (locked?.state !== 'enabled' || endpoint === undefined) return undefined;
    const { events: types, client = '' } = endpoint;
    const filter = { types, from: from_time, to: to_time };
    const events = await outbox.read(transaction, position, eventsAtOnce, filter);
    for (const event of events) {
      if (sight?.(event) === undefined) continue;
      const notice = noticeOf(event, { id, client });
      const isKnown = await queue.repeat(transaction, notice, clock());
      if (!isKnown) await queue.add(transaction, notice, clock());
    }
    return events.length < eventsAtOnce ? undefined : events.at(-1)?.position;
  }

  /** The events that an endpoint may see. It takes its own connection: do not wait for it inside a transaction. */
  async function sightOf(endpointId: string): Promise<Sight | undefined> {
    if (readers === undefined) return unrestricted;
    const endpoint = await endpoints.get(database.reader, endpointId);
    return endpoint && readers.sightOf(endpoint, clock());
  }

  return {
    name: 'webhook replay',
    async run() {
      const [first] = await look(database.reader, {});
      if (first === undefined) return false;
      const { webhook_endpoint_id: asked } = first;
      const sight = await sightOf(asked);
      const isFound = await database.transaction(async (transaction) => {
        const [replay] = await next(transaction, {});
        if (replay === undefined) return false;
        // Another replica has the first one: this one's turn comes when that is done.
        if (replay.webhook_endpoint_id !== asked) return false;
        const position = await step(transaction, replay, sight);
        if (position === undefined) await end(transaction, { id: replay.id });
        else await advance(transaction, { id: replay.id, position });
        return true;
      });
      if (isFound) onAdded();
      return isFound;
    },
  };
}
