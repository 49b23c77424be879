import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import { compile, queryBuilder } from '../../storage/statement.ts';
import { tryLock } from '../../storage/try-lock.ts';
import type { Cursors } from '../cursors.ts';
import type { EventShapes } from '../event-shapes.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import type { DeliveryQueue, Notice } from './queue.ts';
import { unrestricted, type KeptReader, type Readers, type Sight } from './reader.ts';

/** Under whose name it is kept how far the fan-out has come. */
export const consumer = 'webhooks';

/** A small batch: on SQLite, other writers wait for this transaction. */
const eventsAtOnce = 100;

interface Subscriber {
  readonly id: string;
  readonly client: string;
  /** JSON; there where clients differ in what they may see. */
  readonly reader?: string;
  /** JSON. */
  readonly events: string;
  /** Label of the version that it is pinned to. */
  readonly api_version: string;
  /** As the engine has it. */
  readonly created_at: string;
}

/** By the identifier of an endpoint: the events that it may see; undefined: none. */
type Sights = ReadonlyMap<string, Sight | undefined>;

export interface FanOut<Tables> {
  readonly database: Database<Tables>;
  readonly outbox: Outbox;
  readonly cursors: Cursors;
  readonly queue: DeliveryQueue;
  /** Absent: every client may see everything. */
  readonly readers?: Readers | undefined;
  /** Absent: there is one version. */
  readonly shapes?: Pick<EventShapes, 'has'> | undefined;
  readonly clock: () => Date;
  /** Called when there is something to deliver. */
  onAdded(): void;
}

/**
 * Makes a delivery of each event for each endpoint that wants it. The deliveries commit together with the cursor that
 * they are behind, so that none is left out and none is made twice.
 */
export function fanOut<Tables>({
  database,
  outbox,
  cursors,
  queue,
  readers,
  shapes,
  clock,
  onAdded,
}: FanOut<Tables>): Task {
  const enabled = queryBuilder(database.engine)
    .selectFrom('webhook_endpoints')
    .select([
      'id',
      'client',
      ...(readers === undefined ? [] : ['reader']),
      'events',
      'api_version',
      'created_at',
    ])
    .where('state', '=', 'enabled')
    // Locks are always taken in this order, so that two transactions cannot deadlock.
    .orderBy('id')
    .$castTo<Subscriber>();
  const subscribers = compile<Subscriber>(
    // A shared lock keeps the rows unchanged, and waits for transactions that finish a delivery.
    database.engine === 'postgres' ? enabled.forShare() : enabled,
  );
  const look = compile<Subscriber>(enabled);

  /** The events that each endpoint may see. It takes its own connection: do not wait for it inside a transaction. */
  async function presentSights(lookUp: Readers): Promise<Sights> {
    const found = new Map<string, Sight | undefined>();
    for (const { id, client, reader = '' } of await look(database.reader, {})) {
      const kept = JSON.parse(reader) as KeptReader;
      found.set(id, await lookUp.sightOf({ client, reader: kept }, clock()));
    }
    return found;
  }

  return {
    name: 'webhook fan-out',
    async run() {
      const from = await cursors.read(database.reader, consumer);
      if ((await outbox.last(database.reader)) <= from) return false;
      const sights = readers && (await presentSights(readers));
      const read = await database.transaction(async (transaction) => {
        if (!(await tryLock(database, transaction, consumer))) return 0;
        const after = await cursors.read(transaction, consumer);
        // Asked first: an endpoint that comes after the others were read gets all that happens from then on.
        const newest = await outbox.last(transaction);
        const wanted = await subscribers(transaction, {});
        if (wanted.length === 0) {
          await cursors.advance(transaction, consumer, after, newest);
          return 0;
        }
        const found = await outbox.read(transaction, after, eventsAtOnce);
        const events = found.filter(({ position }) => position <= newest);
        const last = events.at(-1);
        if (last === undefined) return 0;
        // One that was not there a moment ago: who it tells is found out first.
        if (sights !== undefined && !wanted.every(({ id }) => sights.has(id))) return eventsAtOnce;
        for (const subscriber of wanted) {
          const { id, api_version: label } = subscriber;
          const known =
            shapes === undefined
              ? events
              : events.filter(({ type }) => shapes.has(type, { label }));
          const sight = sights === undefined ? unrestricted : sights.get(id);
          for (const notice of noticesFor(database, subscriber, known, sight)) {
            await queue.add(transaction, notice, clock());
          }
        }
        await cursors.advance(transaction, consumer, after, last.position);
        return events.length;
      });
      if (read > 0) onAdded();
      return read === eventsAtOnce;
    },
  };
}

/** What happened before an endpoint was there is not news to it. */
function noticesFor(
  { values }: Pick<Database<unknown>, 'values'>,
  { id, client, events: json, created_at }: Subscriber,
  events: readonly StoredEvent[],
  /** The endpoint gets no notice of an event that its client may not see, so the log does not list it either. */
  sight: Sight | undefined,
): Notice[] {
  const types = new Set(values.json<string[]>().read(json));
  const since = values.dateTime.read(created_at);
  return events
    .filter(({ type, time }) => types.has(type) && time >= since)
    .filter((event) => sight?.(event) !== undefined)
    .map((event) => noticeOf(event, { id, client }));
}

/** The notices that an endpoint gets for an event. */
export function noticeOf(
  { id: eventId, type, path, position }: StoredEvent,
  endpoint: { readonly id: string; readonly client: string },
): Notice {
  return {
    endpointId: endpoint.id,
    client: endpoint.client,
    eventId,
    eventType: type,
    subject: path.slice(1),
    position,
  };
}
