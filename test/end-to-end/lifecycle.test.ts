import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort, startService, type RunningService } from '../../scripts/demo/start-service.ts';
import type { EventTable } from '../../templates/src/events/event.ts';
import { openDatabase } from '../../templates/src/storage/database.ts';
import { generate, install, repository, temporaryDirectory } from '../support/generated.ts';
import {
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  type EmptyDatabase,
} from '../templates/storage/engines.ts';

/** Loaded before the service: the time is what a file says. Nothing that a client sends reaches it. */
const clock = `import { readFileSync } from 'node:fs';

const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.parse(readFileSync(process.env.CLOCK_FILE, 'utf8')));
    else super(...given);
  }
  static now() {
    return RealDate.parse(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  }
};
`;

const engines = [
  { name: 'SQLite', empty: emptySqlite, skip: false, replicas: 1 },
  { name: 'PostgreSQL', empty: emptyPostgres, skip: skipPostgres, replicas: 2 },
];

/** One second before an instant, at it, and one second after. */
const around = (instant: string) =>
  [-1000, 0, 1000].map((offset) => new Date(Date.parse(instant) + offset).toISOString());

describe('versions, while services run and while they do not', () => {
  const directory = join(temporaryDirectory(), 'parcels');
  const file = join(repository, 'test', 'fixtures', 'versions', 'service.yaml');

  before(async () => {
    await generate(readFileSync(file, 'utf8'), directory);
    install(directory);
    writeFileSync(join(directory, 'clock.mjs'), clock);
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  for (const { name, empty, skip, replicas: count } of engines) {
    describe(`on ${name}, with ${String(count)} at once`, { skip }, () => {
      const time = join(directory, `${name}.time`);
      let database: EmptyDatabase;
      const replicas: RunningService[] = [];
      let metrics = '';
      let key = '';
      let receiver: Server;
      const received: { readonly type: string; readonly data: object }[] = [];

      before(async () => {
        database = await empty();
        receiver = createServer((request, response) => {
          const chunks: Buffer[] = [];
          request.on('data', (chunk: Buffer) => chunks.push(chunk));
          request.on('end', () => {
            received.push(
              JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[number],
            );
            response.writeHead(204).end();
          });
        });
        receiver.listen(0, '127.0.0.1');
        await once(receiver, 'listening');
        set('2025-06-15T00:00:00Z');
        await startAll();
      });
      after(async () => {
        await stopAll();
        receiver.close();
        await database.drop();
      });

      function set(instant: string): void {
        writeFileSync(time, instant);
      }

      async function startAll(): Promise<void> {
        for (let index = 0; index < count; index += 1) {
          const port = String(await freePort());
          const replica = await startService(directory, join('src', 'main.ts'), {
            DATABASE_URL: database.url,
            LOG_LEVEL: 'fatal',
            WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
            METRICS_PORT: port,
            NODE_OPTIONS: `--import ${pathToFileURL(join(directory, 'clock.mjs')).href}`,
            CLOCK_FILE: time,
          });
          metrics = `http://127.0.0.1:${port}/metrics`;
          key ||= replica.key;
          replicas.push(replica);
        }
      }

      async function stopAll(): Promise<void> {
        await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
      }

      const send = (replica: RunningService | undefined, path: string, init: RequestInit = {}) =>
        fetch(new URL(path, replica?.address), {
          ...init,
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
        });

      async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
        const deadline = performance.now() + 60_000;
        while (!(await condition())) {
          assert.ok(performance.now() < deadline, what);
          await wait(100);
        }
      }

      /** What was told of a version, in its order. */
      async function toldOf(label: string): Promise<readonly string[]> {
        const own = await openDatabase<{ events: EventTable }>(database.url);
        const rows = await own.reader
          .selectFrom('events')
          .select('type')
          .where('path', '=', `/versions/${label}`)
          .orderBy('time')
          .execute();
        await own.close();
        return rows.map(({ type }) => type);
      }

      test('every edge is one of the clock alone, on each of them', async () => {
        const edges: readonly (readonly [
          string,
          (answer: Response) => unknown,
          unknown,
          unknown,
        ])[] = [
          ['2025-09-01', ({ status }) => status, 200, 410],
          ['2025-10-01', ({ headers }) => headers.get('api-deprecated-versions'), null, '2'],
          ['2026-03-03T09:00:00Z', ({ status }) => status, 200, 503],
          ['2026-03-03T10:00:00Z', ({ status }) => status, 503, 200],
          ['2026-10-01', ({ status }) => status, 200, 410],
        ];
        for (const [edge, seen, until_, from] of edges) {
          const label = edge === '2025-09-01' ? '1' : '2';
          const [before_ = '', at = '', later = ''] = around(edge);
          for (const [instant, expected] of [
            [before_, until_],
            [at, from],
            [later, from],
          ] as const) {
            set(instant);
            for (const replica of replicas) {
              const answer = await send(replica, `/v${label}/parcels`);
              await answer.text();
              assert.deepEqual(seen(answer), expected, `v${label} at ${instant}`);
            }
          }
        }
        const text = await (await fetch(metrics)).text();
        assert.match(
          text,
          /^api_requests_total\{version="2",client="[^"]+",state="deprecated"\} \d+$/m,
        );
        assert.match(
          text,
          /^api_requests_total\{version="1",client="anonymous",state="sunset"\} \d+$/m,
        );
        assert.equal((await send(replicas[0], '/metrics')).status, 404);
      });

      test('what ends, ends for those who are told of it, once, and with a notice', async () => {
        await stopAll();
        await database.drop();
        database = await empty();
        key = '';
        set('2026-08-15T00:00:00Z');
        await startAll();
        const { port } = receiver.address() as AddressInfo;
        const [first, last] = [replicas[0], replicas.at(-1)];
        const made = await send(first, '/v4/webhook-endpoints', {
          method: 'POST',
          body: JSON.stringify({ url: `http://127.0.0.1:${String(port)}/`, apiVersion: 2 }),
        });
        assert.equal(made.status, 201);
        const location = made.headers.get('location') ?? '';
        const closed = await send(last, '/v2/events');
        assert.equal(closed.status, 403, 'it has been closed since February');

        set('2026-09-30T23:59:59Z');
        await wait(1000);
        assert.ok(!(await toldOf('2')).includes('api.version.sunset'));
        await stopAll();
        set('2026-10-02T00:00:00Z');
        await startAll();
        await until(async () => (await toldOf('2')).includes('api.version.sunset'), 'it is told');
        await until(async () => {
          const body = (await (await send(replicas[0], location)).json()) as Record<
            string,
            unknown
          >;
          return body['disabledReason'] === 'version-retired';
        }, 'its subscription ends');
        await until(async () => received.length > 0, 'there is a notice');
        await wait(1500);
        const told = await toldOf('2');
        assert.equal(told.filter((type) => type === 'api.version.sunset').length, 1);
        assert.deepEqual(
          received.map(({ type }) => type),
          ['com.acme.api.version.sunset'],
        );
        const enabled = await send(replicas[0], location, {
          method: 'PATCH',
          body: JSON.stringify({ state: 'enabled' }),
        });
        assert.equal(enabled.status, 400);
      });
    });
  }
});
