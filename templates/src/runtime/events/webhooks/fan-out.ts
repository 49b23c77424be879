// {{#if hasAccess}}
import type { Principal } from '../../authentication/grants.ts';
// {{/if}}
import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import { compile, queryBuilder } from '../../storage/statement.ts';
import { tryLock } from '../../storage/try-lock.ts';
import type { Cursors } from '../cursors.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
// {{#if hasAdapters}}
import type { EventShapes } from '../../versioning/event-at.ts';
// {{/if}}
// {{#if hasAccess}}
import type { EventFor } from '../visible.ts';
// {{/if}}
import type { DeliveryQueue, Notice } from './queue.ts';
// {{#if hasAccess}}
import type { KeptReader, Readers } from './reader.ts';
// {{/if}}

/** Under whose name it is kept how far the fan-out has come. */
export const consumer = 'webhooks';

/** So few that nobody has to wait long for the one transaction that writes on SQLite. */
const eventsAtOnce = 100;

interface Subscriber {
  readonly id: string;
  readonly client: string;
  // {{#if hasAccess}}
  /** JSON. */
  readonly reader: string;
  // {{/if}}
  /** JSON. */
  readonly events: string;
  // {{#if hasAdapters}}
  /** Label of the version that it is pinned to. */
  readonly api_version: string;
  // {{/if}}
  /** As the engine has it. */
  readonly created_at: string;
}

export interface FanOut<Tables> {
  readonly database: Database<Tables>;
  readonly outbox: Outbox;
  readonly cursors: Cursors;
  readonly queue: DeliveryQueue;
  // {{#if hasAccess}}
  readonly eventFor: EventFor;
  readonly readers: Readers;
  // {{/if}}
  // {{#if hasAdapters}}
  readonly shapes: Pick<EventShapes, 'has'>;
  // {{/if}}
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
  // {{#if hasAccess}}
  eventFor,
  readers,
  // {{/if}}
  // {{#if hasAdapters}}
  shapes,
  // {{/if}}
  clock,
  onAdded,
}: FanOut<Tables>): Task {
  const enabled = queryBuilder(database.engine)
    .selectFrom('webhook_endpoints')
    .select([
      'id',
      'client',
      // {{#if hasAccess}}
      'reader',
      // {{/if}}
      'events',
      // {{#if hasAdapters}}
      'api_version',
      // {{/if}}
      'created_at',
    ])
    .where('state', '=', 'enabled')
    // Whoever locks several does it in the same order.
    .orderBy('id')
    .$castTo<Subscriber>();
  const subscribers = compile<Subscriber>(
    // A share is enough to keep them as they are, and waits for whoever settles a delivery.
    database.engine === 'postgres' ? enabled.forShare() : enabled,
  );
  // {{#if hasAccess}}
  const look = compile<Subscriber>(enabled);

  /** Who each endpoint tells. It takes a connection of its own, which whoever holds a transaction must not wait for. */
  async function presentReaders(): Promise<ReadonlyMap<string, Principal | undefined>> {
    const found = new Map<string, Principal | undefined>();
    for (const { id, client, reader } of await look(database.reader, {})) {
      const kept = JSON.parse(reader) as KeptReader;
      found.set(id, await readers.present({ client, reader: kept }, clock()));
    }
    return found;
  }

  const isToldTo = (reader: Principal | undefined) => (event: StoredEvent) =>
    reader !== undefined && eventFor(reader, event) !== undefined;
  // {{/if}}

  return {
    name: 'webhook fan-out',
    async run() {
      const from = await cursors.read(database.reader, consumer);
      const hasNew = (await outbox.read(database.reader, from, 1)).length > 0;
      if (!hasNew) return false;
      // {{#if hasAccess}}
      const present = await presentReaders();
      // {{/if}}
      const read = await database.transaction(async (transaction) => {
        if (!(await tryLock(database, transaction, consumer))) return 0;
        const after = await cursors.read(transaction, consumer);
        const events = await outbox.read(transaction, after, eventsAtOnce);
        const last = events.at(-1);
        if (last === undefined) return 0;
        const wanted = await subscribers(transaction, {});
        // {{#if hasAccess}}
        // One that was not there a moment ago: who it tells is found out first.
        if (!wanted.every(({ id }) => present.has(id))) return eventsAtOnce;
        // {{/if}}
        for (const subscriber of wanted) {
          // {{#if hasAdapters}}
          const version = { label: subscriber.api_version };
          // {{/if}}
          const notices = noticesFor(
            database,
            subscriber,
            // {{#if hasAdapters}}
            events.filter(({ type }) => shapes.has(type, version)),
            // {{else}}
            // events,
            // {{/if}}
            // {{#if hasAccess}}
            isToldTo(present.get(subscriber.id)),
            // {{/if}}
          );
          for (const notice of notices) {
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
  // {{#if hasAccess}}
  /** What its log lists it was told of: it is not told of what it may not see. */
  isToldTo: (event: StoredEvent) => boolean,
  // {{/if}}
): Notice[] {
  const types = new Set(values.json<string[]>().read(json));
  const since = values.dateTime.read(created_at);
  return (
    events
      .filter(({ type, time }) => types.has(type) && time >= since)
      // {{#if hasAccess}}
      .filter(isToldTo)
      // {{/if}}
      .map((event) => noticeOf(event, { id, client }))
  );
}

/** What an endpoint is told of an event. */
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
