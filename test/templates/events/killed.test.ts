import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StoredEvent } from '../../../templates/src/runtime/events/event.ts';
import { openDatabase, type Database } from '../../../templates/src/runtime/storage/database.ts';
import { migrate } from '../../../templates/src/runtime/storage/migrations/index.ts';
import { emptyPostgres, emptySqlite, skipPostgres } from '../storage/engines.ts';
import { recordOf } from './fixture/changes.ts';
import { migrations, type Tables } from './fixture/tables.ts';

const rounds = 10;
/** Milliseconds between two rounds. */
const pace = 700;

const engines = [
  { name: 'sqlite', empty: emptySqlite, skip: false },
  { name: 'postgres', empty: emptyPostgres, skip: skipPostgres },
];

for (const { name, empty, skip } of engines) {
  describe(name, { skip }, () => {
    test('writers and relays that are killed lose no event, invent none, and keep the order', async (t) => {
      const { url, drop } = await empty();
      const database = await openDatabase<Tables>(url);
      await migrate(database, migrations);
      const collector = await startCollector();
      const writers = gang(3, () => start('writer-process.ts', url));
      const relays = gang(3, () => start('relay-process.ts', url, collector.address));
      try {
        for (let round = 0; round < rounds; round += 1) {
          await wait(pace * (0.5 + Math.random()));
          await Promise.all([
            writers.replace(Math.floor(Math.random() * writers.processes.length)),
            collector
              .nextSender()
              .then((pid) =>
                relays.replace(relays.processes.findIndex((each) => each.pid === pid)),
              ),
          ]);
        }
        await writers.kill();
        await drained(database, collector.received);
        const changes = await assertComplete(database, collector.received);
        t.diagnostic(
          `${String(changes)} changes, ${String(collector.received.length)} times handed on`,
        );
        // Otherwise nothing was under load, or nobody died in the middle of it.
        assert.ok(changes > 200, `only ${String(changes)} changes`);
      } finally {
        await Promise.all([writers.kill(), relays.kill()]);
        collector.close();
        await database.close();
        await drop();
      }
    });
  });
}

function start(script: string, ...parameters: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`fixture/${script}`, import.meta.url));
  return spawn(process.execPath, [path, ...parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
}

/** Several processes of the same kind. */
function gang(size: number, start: () => ChildProcess) {
  const members = Array.from({ length: size }, start);

  async function killOne(member: ChildProcess | undefined): Promise<void> {
    if (member === undefined) return;
    assert.equal(member.exitCode, null, 'it has ended by itself');
    member.kill('SIGKILL');
    await once(member, 'exit');
  }

  return {
    processes: members,
    async replace(index: number) {
      const [victim] = members.splice(index, 1, start());
      await killOne(victim);
    },
    kill: async () => {
      await Promise.all(members.splice(0).map(killOne));
    },
  };
}

/** Where the relays hand the events on to. */
async function startCollector() {
  const received: StoredEvent[] = [];
  let sending = Promise.withResolvers<number>();
  const server = createServer(async (request, response) => {
    try {
      sending.resolve(Number(request.headers['relay-process']));
      const events = (await json(request)) as StoredEvent[];
      // What takes its time to arrive does not arrive from whoever dies meanwhile.
      await wait(10 + Math.random() * 20);
      if (response.destroyed) return;
      received.push(...events);
      response.writeHead(204).end();
    } catch {
      // A relay was killed while it sent.
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    received,
    /** The process that is about to hand something on: it is killed before it knows whether it did. */
    nextSender() {
      sending = Promise.withResolvers();
      return sending.promise;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits until the last event was handed on. */
async function drained(
  { reader }: Database<Tables>,
  received: readonly StoredEvent[],
): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const ids = new Set(received.map(({ id }) => id));
    const events = await reader.selectFrom('events').select('id').execute();
    if (events.every(({ id }) => ids.has(id))) return;
    assert.ok(performance.now() < deadline, 'events are not handed on');
    await wait(50);
  }
}

/** @returns how many changes there were */
async function assertComplete(
  { reader }: Database<Tables>,
  received: readonly StoredEvent[],
): Promise<number> {
  const records = await reader.selectFrom('records').select('id').execute();
  const inOrder = [...Map.groupBy(received, ({ id }) => id).values()].flatMap(
    ([first]) => first ?? [],
  );

  const changes = new Set(records.map(({ id }) => id));
  const told = inOrder.map((event) => recordOf({ ...event.data, kind: event.type.slice(9) }));
  assert.deepEqual(new Set(told).symmetricDifference(changes), new Set(), 'an event per change');
  assert.equal(told.length, changes.size, 'one event per change');

  assert.deepEqual(
    inOrder.map(({ position }) => position),
    inOrder.map((_, index) => index + 1),
    'none is passed by',
  );
  for (const [id, events] of Map.groupBy(inOrder, ({ rowId }) => rowId)) {
    const alive = events.filter(({ type }) => type !== 'document.deleted');
    assert.deepEqual(
      alive.map(({ data }) => data.revision),
      alive.map((_, index) => index + 1),
      `the order of ${id}`,
    );
    const end = events.findIndex(({ type }) => type === 'document.deleted');
    assert.ok(end === -1 || end === events.length - 1, `${id} goes on after its end`);
  }

  const rows = await reader.selectFrom('documents').selectAll().execute();
  for (const { id, revision } of rows) {
    assert.ok(
      changes.has(recordOf({ id, revision, kind: revision === 1 ? 'created' : 'updated' })),
    );
  }
  return changes.size;
}
