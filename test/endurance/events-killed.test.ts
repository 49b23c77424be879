import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import type { EventTable } from '../../templates/src/runtime/events/event.ts';
import { openDatabase } from '../../templates/src/runtime/storage/database.ts';
import { generateAcme, newReference } from '../support/acme.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { repetitions } from '../support/share.ts';
import { emptyPostgres, emptySqlite, skipPostgres } from '../templates/storage/engines.ts';

const kills = repetitions(10);
const clients = 4;
/** A slow machine takes longer for them: what is proved does not depend on its speed. */
const changesBeforeKill = 50;

const engines = [
  { name: 'SQLite', empty: emptySqlite, skip: false },
  { name: 'PostgreSQL', empty: emptyPostgres, skip: skipPostgres },
];

interface Event {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly id: string; readonly revision: number };
}

/** What is needed of the tables of the service. */
interface Tables {
  events: EventTable;
  orders: { id: string; revision: number };
}

describe('three replicas under load, killed again and again', () => {
  const directory = join(temporaryDirectory(), 'acme');

  before(async () => {
    await generateAcme(directory);
    // What a killed replica was about to deliver is free again after a minute: nobody waits for that here.
    const file = join(directory, 'src', 'runtime', 'events', 'webhooks', 'delivering.ts');
    const text = readFileSync(file, 'utf8');
    assert.match(text, /claimTime = 60_000/);
    writeFileSync(file, text.replace('claimTime = 60_000', 'claimTime = 2000'));
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  for (const { name, empty, skip } of engines) {
    test(
      `on ${name}: a receiver is told of every change, of none that was not made, and in the order of each order`,
      { skip },
      async (t) => {
        const { url, drop } = await empty();
        const receiver = await startReceiver();
        const replicas: RunningService[] = [];
        const start = async () => {
          const replica = await startService(directory, undefined, {
            DATABASE_URL: url,
            LOG_LEVEL: 'silent',
            WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
          });
          replicas.push(replica);
          return replica;
        };
        const { key } = await start();
        const load = new Load(replicas, key);
        try {
          await Promise.all([start(), start()]);
          await load.send('POST', '/v1/webhook-endpoints', { url: receiver.address });
          const work = Array.from({ length: clients }, (_, client) => load.run(client));
          for (let count = 0; count < kills; count += 1) {
            await load.more(changesBeforeKill);
            await wait(Math.random() * 100);
            const [victim] = replicas.splice(Math.floor(Math.random() * replicas.length), 1);
            if (victim !== undefined) process.kill(victim.id, 'SIGKILL');
            await start();
          }
          await load.more(changesBeforeKill);
          load.stop();
          await Promise.all(work);
          const told = await assertTold(url, receiver.received);
          t.diagnostic(`${String(told)} events, ${String(receiver.received.length)} deliveries`);
          assert.ok(told > kills * changesBeforeKill, `only ${String(told)} changes`);
          assert.equal(
            load.made.size,
            new Set(receiver.received.map(({ subject }) => subject)).size,
          );
        } finally {
          load.stop();
          for (const { id } of replicas) process.kill(id, 'SIGKILL');
          receiver.close();
          await wait(200);
          await drop();
        }
      },
    );
  }
});

/** Clients that make, change and delete orders, each request until it has an answer. */
class Load {
  readonly #replicas: readonly RunningService[];
  readonly #key: string;
  readonly made = new Set<string>();
  #stopped = false;
  #orders = 0;
  #answered = 0;

  constructor(replicas: readonly RunningService[], key: string) {
    this.#replicas = replicas;
    this.#key = key;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Waits until so many more requests were answered. */
  async more(count: number): Promise<void> {
    const enough = this.#answered + count;
    const deadline = performance.now() + 60_000;
    while (this.#answered < enough) {
      assert.ok(performance.now() < deadline, `${String(this.#answered)} answers, then no more`);
      await wait(20);
    }
  }

  async run(client: number): Promise<void> {
    while (!this.#stopped) {
      this.#orders += 1;
      const reference = newReference('EV', this.#orders);
      const customerEmail = 'ada@example.com';
      const order = { reference, customerEmail, total: '1.00', shipTo: { city: 'London' } };
      const path = await this.send('POST', '/v1/orders', order);
      this.made.add(path);
      for (let change = 0; change < 3; change += 1) {
        await this.send('PATCH', path, { note: `${String(client)} ${String(change)}` });
        // Replicas that start need the machine as well.
        await wait(20);
      }
      if (Math.random() < 0.5) await this.send('POST', `${path}/submit`);
      if (Math.random() < 0.3) await this.send('DELETE', path);
    }
  }

  /** With the same key each time, so that what was done already is not done again. @returns address of what is new */
  async send(method: string, path: string, body?: object): Promise<string> {
    const headers = {
      'x-api-key': this.#key,
      'idempotency-key': `"${randomUUID()}"`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    for (let attempt = 0; ; attempt += 1) {
      const replica = this.#replicas[Math.floor(Math.random() * this.#replicas.length)];
      try {
        const response = await fetch(new URL(path, replica?.address), {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.ok) {
          this.#answered += 1;
          return response.headers.get('location') ?? '';
        }
        // It is gone: the replica that deleted it was killed before it could say so.
        if (method === 'DELETE' && response.status === 404 && attempt > 0) return '';
        const isTemporary = response.status === 503 || response.status === 409;
        assert.ok(isTemporary, `${method} ${path}: ${text}`);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      assert.ok(attempt < 200, `${method} ${path} gets no answer`);
      await wait(50);
    }
  }
}

async function startReceiver() {
  const received: Event[] = [];
  const server = createServer(async (request, response) => {
    try {
      received.push((await json(request)) as Event);
      response.writeHead(204).end();
    } catch {
      // A replica was killed while it sent.
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}/events`,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @returns how many events there were */
async function assertTold(url: string, received: readonly Event[]): Promise<number> {
  const database = await openDatabase<Tables>(url);
  try {
    const kept = () => database.reader.selectFrom('events').select(['id', 'position']).execute();
    let [least, since] = [Number.POSITIVE_INFINITY, performance.now()];
    for (;;) {
      const ids = new Set(received.map(({ id }) => id));
      const missing = (await kept()).filter(({ id }) => !ids.has(id)).length;
      if (missing === 0) break;
      // However slow the machine is: as long as deliveries come, the rest may come too.
      if (missing < least) [least, since] = [missing, performance.now()];
      assert.ok(performance.now() < since + 40_000, `${String(missing)} events are not delivered`);
      await wait(100);
    }
    const events = await kept();
    assert.deepEqual(
      new Set(received.map(({ id }) => id)).symmetricDifference(
        new Set(events.map(({ id }) => id)),
      ),
      new Set(),
      'what is delivered is what is kept',
    );
    assert.deepEqual(
      events.map(({ position }) => position ?? 0).toSorted((a, b) => a - b),
      events.map((_, index) => index + 1),
      'positions have no gap',
    );

    const firsts = [...Map.groupBy(received, ({ id }) => id).values()].flatMap(
      ([first]) => first ?? [],
    );
    const alive = new Map<string, number>();
    for (const [subject, told] of Map.groupBy(firsts, (event) => event.subject)) {
      const isDeleted = told.at(-1)?.type === 'com.acme.order.deleted.v1';
      const changes = isDeleted ? told.slice(0, -1) : told;
      assert.deepEqual(
        changes.map(({ data }) => data.revision),
        changes.map((_, index) => index + 1),
        `every change of ${subject}, in order`,
      );
      assert.equal(told[0]?.type, 'com.acme.order.created.v1');
      if (!isDeleted) alive.set(told[0].data.id, changes.length);
    }
    const rows = await database.reader.selectFrom('orders').select(['id', 'revision']).execute();
    assert.deepEqual(
      new Map(rows.map(({ id, revision }) => [id, revision])),
      alive,
      'the rows are what was told',
    );
    return events.length;
  } finally {
    await database.close();
  }
}
