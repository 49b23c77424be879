import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  cloudEvent,
  type CloudEvent,
} from '../../../../../templates/src/runtime/events/cloud-event.ts';
import {
  cursors,
  type EventCursorTable,
} from '../../../../../templates/src/runtime/events/cursors.ts';
import type { EventTable, StoredEvent } from '../../../../../templates/src/runtime/events/event.ts';
import { outbox } from '../../../../../templates/src/runtime/events/outbox.ts';
import {
  relayTask,
  type Broker,
} from '../../../../../templates/src/runtime/events/relays/relay.ts';
import { sequencer } from '../../../../../templates/src/runtime/events/sequencer.ts';
import type { Task } from '../../../../../templates/src/runtime/service/background.ts';
import { uriPath } from '../../../../../templates/src/runtime/versioning/strategies/uri-path.ts';
import {
  openDatabase,
  type Database,
} from '../../../../../templates/src/runtime/storage/database.ts';
import { createIdentifiers } from '../../../../../templates/src/runtime/storage/identifiers.ts';
import { leases, type LeaseTable } from '../../../../../templates/src/runtime/storage/leases.ts';

interface Tables {
  events: EventTable;
  event_cursors: EventCursorTable;
  leases: LeaseTable;
}

/** A database with events, and relays that take them from there. */
export interface World {
  readonly url: string;
  readonly database: Database<Tables>;
  now: Date;
  /** Keeps events about `rows` rows in turn: `order.created`, then `order.updated`. */
  add(count: number, rows?: number, note?: string): Promise<void>;
  relay(broker: Broker, owner?: string): Task;
  /** Position up to which a broker has everything. */
  cursor(consumer: string): Promise<number>;
  close(): Promise<void>;
}

export const version = { label: '1' };
export const origin = {
  baseUrl: 'https://orders.acme.example',
  vendor: 'acme',
  strategy: uriPath({ versions: [version] }),
};

export function write(event: StoredEvent): CloudEvent {
  return cloudEvent(event, version, origin);
}

export async function createWorld(): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'relay-'));
  const world = await openWorld(`sqlite:${join(directory, 'events.db')}`);
  await createTables(world.database);
  const { close } = world;
  return Object.assign(world, {
    async close() {
      await close();
      await rm(directory, { recursive: true });
    },
  });
}

/** The same of a database that is there already. */
export async function openWorld(url: string): Promise<World> {
  const database = await openDatabase<Tables>(url);
  const box = outbox(database, {
    newId: createIdentifiers(),
    keep: 7 * 24 * 3600 * 1000,
    keepsDeciding: true,
  });
  const positions = cursors(database);
  const { signal } = new AbortController();
  let added = 0;
  const world: World = {
    url,
    database,
    now: new Date('2026-01-01T00:00:00Z'),
    async add(count, rows = 1, note = '') {
      await database.transaction(async (transaction) => {
        for (let index = 0; index < count; index += 1) {
          const rowId = `row-${String(added % rows)}`;
          const revision = Math.floor(added / rows) + 1;
          added += 1;
          await box.append(transaction, {
            type: revision === 1 ? 'order.created' : 'order.updated',
            resource: 'order',
            rowId,
            path: `/orders/${rowId}`,
            time: world.now.toISOString(),
            data: { id: rowId, revision, resource: { id: rowId, revision, note } },
          });
        }
      });
      const task = sequencer(database, () => undefined);
      while (await task.run(signal));
    },
    relay: (broker, owner = 'this replica') =>
      relayTask({
        broker,
        database,
        outbox: box,
        cursors: positions,
        leases: leases(database),
        owner,
        clock: () => world.now,
      }),
    cursor: (consumer) => positions.read(database.reader, consumer),
    close: () => database.close(),
  };
  return world;
}

/** As the migration of a service makes them on SQLite. */
async function createTables(database: Database<Tables>): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const statement of [
      sql`create table events (sequence integer primary key autoincrement, position integer, id text, type text, resource text, row_id text, path text, time text, trace_id text, data text, deciding text)`,
      sql`create table event_cursors (consumer text primary key, position integer not null)`,
      sql`create table leases (name text primary key, owner text, token integer, expires_at text)`,
    ]) {
      await statement.execute(transaction);
    }
  });
}

export async function runUntilIdle(task: Task): Promise<void> {
  const { signal } = new AbortController();
  while (await task.run(signal));
}
