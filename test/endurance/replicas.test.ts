import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import type { EventTable } from '../../templates/src/runtime/events/event.ts';
import { openDatabase } from '../../templates/src/runtime/storage/database.ts';
import { generate, install, repository, temporaryDirectory } from '../support/generated.ts';
import {
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  type EmptyDatabase,
} from '../templates/storage/engines.ts';

/**
 * Rules with which a replica can be brought to a halt in the middle of a transaction, so that it can be killed there,
 * or made slow, so that a kill at any moment hits one.
 */
const rules = `import { setTimeout } from 'node:timers/promises';
import type { OrderRules } from './order.schema.ts';

async function halt(where: string): Promise<void> {
  if (process.env['HALT_IN'] === where) {
    process.stdout.write(\`halted in \${where}\\n\`);
    await setTimeout(600_000);
  }
  await setTimeout(Number(process.env['DELAY'] ?? 0));
}

export const orderRules: OrderRules = {
  afterLapse: () => halt('lapse'),
  afterRecalculate: () => halt('recalculate'),
};
`;

const engines = [
  { name: 'SQLite', empty: emptySqlite, skip: false },
  { name: 'PostgreSQL', empty: emptyPostgres, skip: skipPostgres },
];

type Body = Readonly<Record<string, unknown>>;

describe('replicas that are killed', () => {
  const directory = join(temporaryDirectory(), 'acme');

  before(async () => {
    const file = join(repository, 'test', 'fixtures', 'acme', 'service.yaml');
    const text = readFileSync(file, 'utf8');
    const events = /^events:/m.test(text) ? '' : '\nevents: { deliver: [webhook] }\n';
    await generate(text + events, directory);
    install(directory);
    writeFileSync(join(directory, 'src', 'resources', 'order', 'order.rules.ts'), rules);
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  for (const { name, empty, skip } of engines) {
    describe(`on ${name}`, { skip }, () => {
      let database: EmptyDatabase;
      let replicas: RunningService[] = [];
      let key = '';
      let orders = 0;

      before(async () => {
        database = await empty();
      });
      after(async () => {
        await Promise.all(replicas.map((replica) => replica.stop()));
        await database.drop();
      });

      async function start(environment: NodeJS.ProcessEnv = {}): Promise<RunningService> {
        const replica = await startService(directory, join('src', 'main.ts'), {
          DATABASE_URL: database.url,
          LOG_LEVEL: 'fatal',
          ...environment,
        });
        key ||= replica.key;
        replicas.push(replica);
        return replica;
      }

      async function kill(replica: RunningService): Promise<void> {
        replicas = replicas.filter((each) => each !== replica);
        process.kill(replica.id, 'SIGKILL');
        while (isAlive(replica.id)) await wait(5);
      }

      /** Of a replica that is there; a busy database may ask for another attempt. */
      async function send(method: string, path: string, body?: Body, to = replicas.at(-1)) {
        for (let attempt = 0; ; attempt += 1) {
          const response = await fetch(new URL(path, to?.address), {
            method,
            headers: {
              'x-api-key': key,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          if (response.status === 503 && attempt < 20) {
            await wait(100);
            continue;
          }
          assert.ok(response.ok, `${method} ${path} answers ${String(response.status)}`);
          const location = response.headers.get('location') ?? '';
          return { location, body: (await response.json()) as Body };
        }
      }

      async function order(members: Body = {}, to = replicas.at(-1)): Promise<string> {
        orders += 1;
        const body = {
          reference: `KI-${String(orders).padStart(6, '0')}`,
          customerEmail: 'ada@example.com',
          total: '1.00',
          shipTo: { city: 'London' },
          ...members,
        };
        return (await send('POST', '/v1/orders', body, to)).location;
      }

      /** One that lapses at an instant, if it is not shipped by then. */
      async function submitted(dueAt: Date, to?: RunningService): Promise<string> {
        const path = await order({ dueAt: dueAt.toISOString() }, to);
        await send('POST', `${path}/submit`, undefined, to);
        return path;
      }

      async function recalculation(path: string, to?: RunningService): Promise<string> {
        return (await send('POST', `${path}/recalculate`, { priority: 7 }, to)).location;
      }

      async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
        const deadline = performance.now() + 60_000;
        while (!(await condition())) {
          assert.ok(performance.now() < deadline, what);
          await wait(100);
        }
      }

      /** What is told of a row, in its order. */
      async function eventsOf(path: string): Promise<readonly string[]> {
        const own = await openDatabase<{ events: EventTable }>(database.url);
        const rows = await own.reader
          .selectFrom('events')
          .select('type')
          .where('row_id', '=', path.slice(path.lastIndexOf('/') + 1))
          .orderBy('sequence')
          .execute();
        await own.close();
        return rows.map(({ type }) => type);
      }

      async function assertLapsedOnce(path: string): Promise<void> {
        const state = async () => (await send('GET', path)).body;
        await until(async () => (await state())['status'] === 'cancelled', `${path} lapses`);
        assert.equal((await state())['revision'], 3);
        const { body } = await send('GET', `${path}/transitions`);
        const made = (body['items'] as readonly Body[]).map(({ transition }) => transition);
        assert.deepEqual(made.toSorted(), ['lapse', 'submit']);
        const told = ['order.created', 'order.submitted', 'order.cancelled'];
        assert.deepEqual(await eventsOf(path), told);
      }

      async function assertDoneOnce(path: string, job: string): Promise<void> {
        const state = async () => (await send('GET', job)).body['state'];
        await until(async () => !/pending|running/.test(String(await state())), `${job} ends`);
        assert.equal(await state(), 'succeeded');
        const { revision, priority } = (await send('GET', path)).body;
        assert.deepEqual([revision, priority], [2, 7]);
        assert.deepEqual(await eventsOf(path), ['order.created', 'order.updated']);
      }

      test('in the middle of a job: another one takes it over, and it is done once', async () => {
        const halting = await start({ HALT_IN: 'recalculate' });
        await start();
        await start();
        const jobs: (readonly [path: string, job: string])[] = [];
        while (!halting.output().includes('halted')) {
          const path = await order({}, halting);
          jobs.push([path, await recalculation(path, halting)]);
          await wait(300);
        }
        await kill(halting);
        for (const [path, job] of jobs) await assertDoneOnce(path, job);
      });

      test('in the middle of a timed transition: another one makes it, once', async () => {
        const halting = await start({ HALT_IN: 'lapse' });
        const paths: string[] = [];
        while (!halting.output().includes('halted')) {
          paths.push(await submitted(new Date(Date.now() + 200), replicas[0]));
          await wait(600);
        }
        await kill(halting);
        for (const path of paths) await assertLapsedOnce(path);
      });

      test('again and again, at any moment: everything is done once', async () => {
        await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
        for (let count = 0; count < 3; count += 1) await start({ DELAY: '25' });
        const lapsing: string[] = [];
        const jobs: (readonly [path: string, job: string])[] = [];
        const soon = Date.now() + 4000;
        for (let index = 0; index < 30; index += 1) {
          lapsing.push(await submitted(new Date(soon + 80 * index)));
          const path = await order();
          jobs.push([path, await recalculation(path)]);
        }
        for (let kills = 0; kills < 6; kills += 1) {
          const [oldest] = replicas;
          assert.ok(oldest !== undefined);
          await kill(oldest);
          await start({ DELAY: '25' });
        }
        for (const path of lapsing) await assertLapsedOnce(path);
        for (const [path, job] of jobs) await assertDoneOnce(path, job);
      });
    });
  }
});

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
