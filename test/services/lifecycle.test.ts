import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '../../scripts/demo/start-service.ts';
import type { EventTable } from '../../templates/src/runtime/events/event.ts';
import { openDatabase } from '../../templates/src/runtime/storage/database.ts';
import {
  expectSuccess,
  generate,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { createReplicas, engines, type Replicas } from '../support/replicas.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Who asks, and for what. */
type Asking = (client: string, method: string, path: string) => Promise<Answer>;

/** Something that is one thing before an instant, and another one from it on. */
interface Edge {
  readonly what: string;
  readonly instant: string;
  /** Of each replica, at each instant around the edge. */
  seen(ask: Asking): Promise<unknown>;
  readonly before: unknown;
  readonly from: unknown;
}

const parcels = (label: number) => `/v${String(label)}/parcels`;
const field = (name: string) => async (ask: Asking) =>
  (await ask('first', 'GET', parcels(2))).headers.get(name);
const statusOf =
  (label: number, client = 'first', method = 'GET', below = '') =>
  async (ask: Asking) =>
    (await ask(client, method, parcels(label) + below)).status;
/** Status and code of a problem, and the methods that are left. */
const refusalOf = (method: string, below: string, client?: string) => async (ask: Asking) => {
  const { status, headers, body } = await ask(client ?? 'first', method, parcels(2) + below);
  return [status, body['code'], headers.get('allow')];
};
const stateOf = (label: number) => async (ask: Asking) => {
  const { body } = await ask('first', 'GET', '/versions');
  const versions = body['versions'] as readonly { version: number; state: string }[];
  return versions.find(({ version }) => version === label)?.state;
};
/** What the document of version 2 tells of its end. */
async function overlay(ask: Asking): Promise<unknown> {
  const { status, body } = await ask('nobody', 'GET', '/openapi/v2.json');
  if (status !== 200) return [status, body['code']];
  const info = body['info'] as Readonly<Record<string, unknown>>;
  const paths = body['paths'] as Readonly<Record<string, Record<string, Operation>>>;
  const flags = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v2/'))
    .flatMap(([, item]) => Object.values(item))
    .filter(({ operationId }) => operationId !== undefined)
    .map(({ deprecated = false }) => deprecated);
  return [info['x-state'], info['x-deprecated'], info['x-sunset'], [...new Set(flags)]];
}

interface Operation {
  readonly operationId?: string;
  readonly deprecated?: boolean;
}

const dates = ['2025-10-01', '2026-10-01'];
const one = '/019bc0fd-89c0-7000-8000-0000000000e1';

/** In the order in which they come, at which those who use a version before it is closed have done so. */
const edges: readonly Edge[] = [
  { what: 'release', instant: '2025-06-01', seen: stateOf(4), before: 'draft', from: 'active' },
  {
    what: 'maintenance',
    instant: '2025-06-01',
    seen: stateOf(3),
    before: 'active',
    from: 'maintained',
  },
  {
    what: 'announcement',
    instant: '2025-06-01',
    seen: field('deprecation'),
    before: null,
    from: `@${String(Date.UTC(2025, 9, 1) / 1000)}`,
  },
  {
    what: 'announcement, as the document tells it',
    instant: '2025-06-01',
    seen: overlay,
    before: ['maintained', undefined, undefined, [false]],
    from: ['maintained', ...dates, [true]],
  },
  { what: 'sunset of version 1', instant: '2025-09-01', seen: statusOf(1), before: 200, from: 410 },
  {
    what: 'deprecation',
    instant: '2025-10-01',
    seen: field('api-deprecated-versions'),
    before: null,
    from: '2',
  },
  {
    what: 'deprecation, as the document tells it',
    instant: '2025-10-01',
    seen: overlay,
    before: ['maintained', ...dates, [true]],
    from: ['deprecated', ...dates, [true]],
  },
  ...[
    ['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z'],
    ['2026-04-07T09:00:00Z', '2026-04-07T13:00:00Z'],
  ].flatMap(([begin = '', end = '']): Edge[] => [
    { what: 'brownout', instant: begin, seen: statusOf(2), before: 200, from: 503 },
    { what: 'end of it', instant: end, seen: statusOf(2), before: 503, from: 200 },
  ]),
  {
    what: 'withdrawal',
    instant: '2026-06-01',
    seen: refusalOf('DELETE', one),
    before: [404, 'not-found', null],
    from: [410, 'operation-withdrawn', null],
  },
  {
    what: 'methods that are left after it',
    instant: '2026-06-01',
    seen: async (ask) => (await ask('first', 'OPTIONS', parcels(2) + one)).headers.get('allow'),
    before: 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
    from: 'GET, HEAD, PUT, PATCH, OPTIONS',
  },
  {
    what: 'read-only',
    instant: '2026-07-01',
    seen: refusalOf('POST', ''),
    before: [400, 'validation-failed', null],
    from: [405, 'version-read-only', 'GET, HEAD, OPTIONS'],
  },
  { what: 'reading then', instant: '2026-07-01', seen: statusOf(2), before: 200, from: 200 },
  {
    what: 'end of an exemption',
    instant: '2026-08-01',
    seen: refusalOf('POST', '', 'exempt'),
    before: [400, 'validation-failed', null],
    from: [405, 'version-read-only', 'GET, HEAD, OPTIONS'],
  },
  {
    what: 'end of it for what was withdrawn',
    instant: '2026-08-01',
    seen: statusOf(2, 'exempt', 'DELETE', one),
    before: 404,
    from: 410,
  },
  { what: 'sunset', instant: '2026-10-01', seen: statusOf(2), before: 200, from: 410 },
  {
    what: 'sunset for who was exempt',
    instant: '2026-10-01',
    seen: statusOf(2, 'exempt'),
    before: 200,
    from: 410,
  },
  {
    what: 'sunset, as the document tells it',
    instant: '2026-10-01',
    seen: overlay,
    before: ['deprecated', ...dates, [true]],
    from: [410, 'version-retired'],
  },
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
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true });
  });

  for (const engine of engines) {
    const { name, skip, replicas: count } = engine;
    describe(`on ${name}, with ${String(count)} at once`, { skip }, () => {
      let replicas: Replicas;
      let receiver: Server;
      const received: { readonly type: string; readonly data: object }[] = [];
      const keys = new Map<string, string>();

      before(async () => {
        replicas = await createReplicas(directory, engine);
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
      });
      after(async () => {
        receiver.close();
        await replicas.drop();
      });

      /** The key of a client, which is made when it is first asked for. */
      function keyOf(client: string, own: Replicas): string {
        if (client === 'first') return own.key;
        const known =
          keys.get(client) ??
          expectSuccess(
            run(directory, 'node', [join('scripts', 'key.ts'), 'make', client], {
              DATABASE_URL: own.databaseUrl,
            }),
          ).split('\n', 1)[0];
        assert.ok(known !== undefined);
        keys.set(client, known);
        return known;
      }

      const asking =
        (replica: RunningService | undefined, own: Replicas): Asking =>
        async (client, method, path) => {
          const answer = await fetch(new URL(path, replica?.address), {
            method,
            headers: {
              ...(client === 'nobody' ? {} : { 'x-api-key': keyOf(client, own) }),
              ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
            },
            ...(method === 'POST' ? { body: '{}' } : {}),
          });
          const { status, headers } = answer;
          const text = await answer.text();
          const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {};
          return { status, headers, body };
        };

      const send = (replica: RunningService | undefined, path: string, init: RequestInit = {}) =>
        fetch(new URL(path, replica?.address), {
          ...init,
          headers: { 'x-api-key': replicas.key, 'content-type': 'application/json' },
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
        const own = await openDatabase<{ events: EventTable }>(replicas.databaseUrl);
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
        replicas.set('2025-05-15T00:00:00Z');
        await replicas.start();
        for (const { what, instant, seen, before: until_, from } of edges) {
          const expected = [until_, from, from];
          for (const [index, time] of around(instant).entries()) {
            replicas.set(time);
            for (const replica of replicas.all) {
              const found = await seen(asking(replica, replicas));
              assert.deepEqual(found, expected[index], `${what}, at ${time}`);
            }
          }
        }
        const text = await (await fetch(replicas.metrics)).text();
        assert.match(
          text,
          /^api_requests_total\{version="2",client="[^"]+",state="deprecated"\} \d+$/m,
        );
        assert.match(
          text,
          /^api_requests_total\{version="1",client="anonymous",state="sunset"\} \d+$/m,
        );
        assert.equal((await send(replicas.all[0], '/metrics')).status, 404);
      });

      test('a brownout says to the second when it is over', async () => {
        for (const [time, seconds] of [
          ['2026-03-03T09:00:00Z', '3600'],
          ['2026-03-03T09:00:01Z', '3599'],
          ['2026-03-03T09:59:59Z', '1'],
        ] as const) {
          replicas.set(time);
          for (const replica of replicas.all) {
            const { headers } = await send(replica, '/v2/parcels');
            assert.equal(headers.get('retry-after'), seconds, time);
          }
        }
      });

      test('whoever used a version before it was closed may go on, at any of them', async () => {
        const [early = '', at = '', later = ''] = around('2026-02-01');
        replicas.set(early);
        const old = replicas.all.map((_, index) => `old ${String(index)}`);
        for (const [index, replica] of replicas.all.entries()) {
          const ask = asking(replica, replicas);
          assert.equal(await statusOf(2, old[index])(ask), 200);
        }
        for (const [round, time] of [at, later].entries()) {
          replicas.set(time);
          for (const [index, replica] of replicas.all.entries()) {
            const ask = asking(replica, replicas);
            for (const client of old) assert.equal(await statusOf(2, client)(ask), 200, time);
            const newcomer = `new ${String(round)} ${String(index)}`;
            const refused = await ask(newcomer, 'GET', parcels(2));
            assert.deepEqual([refused.status, refused.body['code']], [403, 'version-closed'], time);
            assert.equal(await statusOf(3, newcomer)(ask), 200, time);
          }
        }
      });

      test('the smaller quota begins with its day, and is one for all of them', async () => {
        const own = await createReplicas(directory, engine, { REQUEST_LIMITS: 'on' });
        try {
          own.set('2026-01-15T00:00:00Z');
          await own.start();
          // It is closed by then: whoever is counted has used it before.
          assert.equal(await statusOf(2)(asking(own.all[0], own)), 200);
          const policies: boolean[] = [];
          const statuses: number[] = [];
          for (const time of around('2026-05-01')) {
            own.set(time);
            for (const replica of own.all) {
              const { status, headers } = await asking(replica, own)('first', 'GET', parcels(2));
              policies.push(
                (headers.get('ratelimit-policy') ?? '').includes('"v2-deprecated";q=5'),
              );
              statuses.push(status);
            }
          }
          assert.deepEqual(
            policies,
            [false, true, true].flatMap((isSmaller) => own.all.map(() => isSmaller)),
          );
          for (let more = 0; more < 6; more += 1) {
            const replica = own.all[more % own.all.length];
            statuses.push(await statusOf(2)(asking(replica, own)));
          }
          const [begin] = [own.all.length];
          const within = statuses.slice(begin).filter((status) => status === 200);
          assert.equal(within.length, 5, statuses.join(' '));
          assert.equal(statuses.at(-1), 429);
          // The other versions have what they had.
          assert.equal(await statusOf(3)(asking(own.all[0], own)), 200);
        } finally {
          await own.drop();
        }
      });

      test('what ends, ends for those who are told of it, once, and with a notice', async () => {
        await replicas.empty();
        replicas.set('2026-08-15T00:00:00Z');
        await replicas.start();
        const { port } = receiver.address() as AddressInfo;
        const [first, last] = [replicas.all[0], replicas.all.at(-1)];
        const made = await send(first, '/v4/webhook-endpoints', {
          method: 'POST',
          body: JSON.stringify({ url: `http://127.0.0.1:${String(port)}/`, apiVersion: 2 }),
        });
        assert.equal(made.status, 201);
        const location = made.headers.get('location') ?? '';
        const closed = await send(last, '/v2/events');
        assert.equal(closed.status, 403, 'it has been closed since February');

        replicas.set('2026-09-30T23:59:59Z');
        await wait(1000);
        assert.ok(!(await toldOf('2')).includes('api.version.sunset'));
        await replicas.stop();
        replicas.set('2026-10-02T00:00:00Z');
        await replicas.start();
        await until(async () => (await toldOf('2')).includes('api.version.sunset'), 'it is told');
        await until(async () => {
          const body = (await (await send(replicas.all[0], location)).json()) as Record<
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
        const enabled = await send(replicas.all[0], location, {
          method: 'PATCH',
          body: JSON.stringify({ state: 'enabled' }),
        });
        assert.equal(enabled.status, 400);
      });
    });
  }
});
