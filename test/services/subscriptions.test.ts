import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { RunningService } from '../../scripts/demo/start-service.ts';
import { allAnswer, evolve } from '../support/evolving.ts';
import { temporaryDirectory } from '../support/generated.ts';
import { createReplicas, engines, type Replicas } from '../support/replicas.ts';

type Members = Readonly<Record<string, unknown>>;

/** What the test support of a generated service gives, as far as it is used here. */
interface Stream {
  readonly events: readonly { readonly type: string; readonly data: string }[];
  readonly hasEnded: boolean;
  until(condition: (stream: Stream) => boolean): Promise<void>;
  close(): void;
}

interface Receiver {
  readonly url: string;
  readonly received: readonly { readonly event: Members }[];
  stop(): Promise<void>;
}

/** What happens to versions is wanted as well. */
interface Wanted {
  readonly withVersions: boolean;
}

interface Support {
  followEvents(
    url: string,
    headers: Readonly<Record<string, string>>,
    options: Wanted,
  ): Promise<Stream>;
  startReceiver(options: Wanted): Promise<Receiver>;
}

/** Whoever is told of events in one version: by a webhook, and by a stream from each replica. */
interface Subscriber {
  readonly label: string;
  readonly receiver: Receiver;
  readonly streams: readonly Stream[];
  /** Path of its webhook endpoint. */
  readonly endpoint: string;
}

const labels = ['1', '2', '4'] as const;
/** What is told of an order, in the names of a version. */
const kinds: Readonly<Record<string, string>> = { 1: 'purchase', 2: 'order', 4: 'order' };
const collections: Readonly<Record<string, string>> = {
  1: '/v1/purchases',
  2: '/v2/orders',
  4: '/v4/orders',
};
const gone = 'com.acme.api.version.sunset';

const typesOf = (events: readonly Members[]) => events.map(({ type }) => String(type));
const streamed = ({ events }: Stream) => events.map(({ data }) => JSON.parse(data) as Members);
const delivered = ({ received }: Receiver) => received.map(({ event }) => event);
/** What resources are about; what happens to versions is told to everybody besides. */
const ofOrders = (events: readonly Members[]) =>
  events.filter(({ type }) => !String(type).startsWith('com.acme.api.version.'));
const idOf = ({ data }: Members) => (data as { readonly id: string }).id;
/** Those that tell that a version is gone. */
const endsOf = (label: string, events: readonly Members[]) =>
  events.filter(({ type, subject }) => type === gone && subject === `versions/${label}`);

describe('subscriptions to four versions, while these end', () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  let support: Support;

  before(async () => {
    await evolve(directory);
    const load = async (path: string) =>
      (await import(
        pathToFileURL(join(directory, 'test', 'runtime', 'support', path)).href
      )) as object;
    support = {
      ...(await load('event-stream.ts')),
      ...(await load('receiver.ts')),
    } as Support;
  });
  after(() => {
    rmSync(dirname(directory), { recursive: true });
  });

  for (const engine of engines) {
    const { name, replicas: count, skip } = engine;
    describe(`on ${name}, with ${String(count)} at once`, { skip }, () => {
      let replicas: Replicas;
      let subscribers: readonly Subscriber[] = [];
      let orders = 0;

      before(async () => {
        replicas = await createReplicas(directory, engine);
        replicas.set(allAnswer);
        await replicas.start();
        subscribers = await Promise.all(labels.map(subscribe));
        // What was announced before they came is told to the first who asks.
        await told('1');
      });
      after(async () => {
        for (const { receiver, streams } of subscribers) {
          for (const stream of streams) stream.close();
          await receiver.stop();
        }
        await replicas.drop();
      });

      const credential = () => ({ 'x-api-key': replicas.key });

      async function send(
        replica: RunningService | undefined,
        method: string,
        path: string,
        body?: Members,
      ): Promise<{ readonly status: number; readonly body: Members; readonly location: string }> {
        const answer = await fetch(new URL(path, replica?.address), {
          method,
          headers: { ...credential(), 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        const location = answer.headers.get('location') ?? '';
        const read = text.startsWith('{') ? (JSON.parse(text) as Members) : {};
        return { status: answer.status, body: read, location };
      }

      async function subscribe(label: string): Promise<Subscriber> {
        const receiver = await support.startReceiver({ withVersions: true });
        const endpoint = await send(replicas.all[0], 'POST', `/v${label}/webhook-endpoints`, {
          url: receiver.url,
        });
        assert.equal(endpoint.status, 201);
        const streams = await Promise.all(
          replicas.all.map(({ address }) =>
            support.followEvents(`${address}/v${label}/events`, credential(), {
              withVersions: true,
            }),
          ),
        );
        return { label, receiver, streams, endpoint: endpoint.location };
      }

      /** Makes an order by the newest version. */
      async function order(): Promise<string> {
        orders += 1;
        const made = await send(replicas.all[orders % count], 'POST', '/v4/orders', {
          reference: `OR-${String(orders).padStart(6, '0')}`,
          firstName: 'Ada',
          lastName: 'Lovelace',
          customerEmail: 'ada@example.com',
          total: '12.50',
          currency: 'EUR',
          priority: 'high',
          address: '1 Analytical Way, London',
          dueAt: '2040-01-01T00:00:00.000Z',
          parcels: [{ barcode: 'P1', weight: '0.750' }],
        });
        assert.equal(made.status, 201, JSON.stringify(made.body));
        return String(made.body['id']);
      }

      async function until(condition: () => boolean, what: string): Promise<void> {
        for (const start = performance.now(); !condition(); await wait(20)) {
          assert.ok(performance.now() - start < 20_000, what);
        }
      }

      const living = (from: string) => subscribers.filter(({ label }) => label >= from);

      /** Makes an order, and waits until all who have a version from this one on were told of it, by each way. */
      async function told(from: string): Promise<string> {
        const id = await order();
        const knows = (events: readonly Members[]) => events.some((event) => idOf(event) === id);
        for (const { label, receiver, streams } of living(from)) {
          await until(() => knows(delivered(receiver)), `the webhook of version ${label}`);
          for (const stream of streams) {
            await until(() => knows(streamed(stream)), `a stream of version ${label}`);
          }
        }
        return id;
      }

      test('both kinds of subscribers get the same event, each in the shape of its version', async () => {
        const id = await told('1');
        const shapes = new Set<string>();
        for (const { label, receiver, streams } of subscribers) {
          const path = `${collections[label] ?? ''}/${id}`;
          const seen = await send(replicas.all[0], 'GET', path);
          assert.equal(seen.status, 200);
          for (const events of [delivered(receiver), ...streams.map(streamed)]) {
            const own = events.filter((event) => idOf(event) === id);
            assert.deepEqual(typesOf(own), [`com.acme.${kinds[label] ?? ''}.created.v${label}`]);
            const { resource } = (own[0] ?? {})['data'] as { readonly resource?: object };
            assert.deepEqual(resource, seen.body);
            shapes.add(JSON.stringify(resource));
          }
        }
        assert.equal(shapes.size, labels.length);
      });

      test('what each is told is what the document of its version says, and nothing else', async () => {
        for (const { label, receiver } of subscribers) {
          const path = `/asyncapi/v${label}.json`;
          const { status, body } = await send(replicas.all[0], 'GET', path);
          assert.equal(status, 200);
          const { diagnostics } = await new Parser().parse(JSON.stringify(body));
          assert.deepEqual(diagnostics, []);
          // What texts look like is held to in the tests of the service.
          const ajv = new Ajv2020({ strict: false, validateFormats: false });
          ajv.addSchema(body, 'document');
          const [event] = ofOrders(delivered(receiver));
          const [address = '', pointer = ''] = String(event?.['dataschema']).split('#');
          assert.equal(new URL(address).pathname, path);
          for (const [part, value] of [
            [pointer, event?.['data']],
            [pointer.replace(/Data$/, 'Event'), event],
          ] as const) {
            const check = ajv.getSchema(`document#${part}`);
            assert.ok(check?.(value), `${part}: ${ajv.errorsText(check?.errors)}`);
          }
          // The document of the version has the same of its webhooks.
          const { body: openApi } = await send(replicas.all[0], 'GET', `/openapi/v${label}.json`);
          const webhooks = openApi['webhooks'] as object;
          assert.ok(Object.hasOwn(webhooks, `${kinds[label] ?? ''}.created`));
          assert.ok(label !== '1' || !Object.hasOwn(webhooks, 'order.created'));
        }
      });

      for (const { label, sunset, successor, guide } of [
        {
          label: '1',
          sunset: '2025-03-01T00:00:00Z',
          successor: 2,
          guide: 'https://acme.example/parcel-desk/1-to-2',
        },
        { label: '2', sunset: '2036-03-01T00:00:00Z', successor: 3, guide: undefined },
      ]) {
        test(`those of version ${label} end with it, with a notice, and the others go on`, async () => {
          const ended = subscribers.find((each) => each.label === label);
          assert.ok(ended !== undefined);
          const others = living(String(Number(label) + 1));
          replicas.set(new Date(Date.parse(sunset) - 1000).toISOString());
          const last = await told(label);
          // Longer than the tasks take to look at the clock.
          await wait(1000);
          for (const stream of ended.streams) assert.equal(stream.hasEnded, false);
          assert.deepEqual(endsOf(label, delivered(ended.receiver)), []);
          const before = ended.streams.map(({ events }) => events.length);

          replicas.set(sunset);
          const start = performance.now();
          for (const stream of ended.streams) {
            await until(() => stream.hasEnded, `the streams of version ${label} end`);
          }
          assert.ok(performance.now() - start < 5000, 'they end at once, and not with a heartbeat');
          await until(
            () => endsOf(label, delivered(ended.receiver)).length > 0,
            'the receiver gets the notice',
          );
          const after = await told(String(Number(label) + 1));

          for (const [index, stream] of ended.streams.entries()) {
            const events = streamed(stream);
            // Nothing but the notice has come since.
            assert.equal(events.length, (before[index] ?? 0) + 1, JSON.stringify(events.slice(-3)));
            assert.equal(idOf(ofOrders(events).at(-1) ?? {}), last);
            assert.equal(stream.events.at(-1)?.type, gone);
          }
          const notices = [delivered(ended.receiver), ...ended.streams.map(streamed)].map(
            (events) => events.at(-1) ?? {},
          );
          for (const { type, subject, data } of notices) {
            assert.equal(type, gone);
            assert.equal(subject, `versions/${label}`);
            const { version } = data as { readonly version: Members };
            assert.deepEqual(version, {
              version: Number(label),
              transition: 'sunset',
              at: new Date(sunset).toISOString(),
              state: 'sunset',
              sunset: sunset.slice(0, 10),
              successor,
              ...(guide === undefined ? {} : { migrationGuide: guide }),
            });
          }
          // On every replica it is the same event.
          assert.equal(new Set(notices.slice(1).map(({ id }) => id)).size, 1);

          for (const replica of replicas.all) {
            const again = await fetch(new URL(`/v${label}/events`, replica.address), {
              headers: { ...credential(), 'last-event-id': String(notices[1]?.['id']) },
            });
            assert.equal(again.status, 410);
            const { successor: next } = (await again.json()) as Members;
            assert.equal(next, successor);
            for (const path of [
              `/asyncapi/v${label}.json`,
              `/openapi/v${label}.json`,
              `/docs/v${label}`,
            ]) {
              assert.equal((await send(replica, 'GET', path)).status, 410, path);
            }
            const shown = await send(replica, 'GET', ended.endpoint.replace(/^\/v\d/, '/v4'));
            assert.deepEqual(
              [shown.body['state'], shown.body['disabledReason'], shown.body['apiVersion']],
              ['disabled', 'version-retired', Number(label)],
            );
          }

          for (const { receiver, streams, label: other } of others) {
            for (const stream of streams) assert.equal(stream.hasEnded, false, other);
            // They are told that the other version is gone, once, as of anything that happens.
            for (const list of [
              () => delivered(receiver),
              ...streams.map((s) => () => streamed(s)),
            ]) {
              const ofIt = () => endsOf(label, list());
              await until(() => ofIt().length > 0, `a subscriber of version ${other} is told`);
              assert.equal(ofIt().length, 1);
              assert.ok(list().some((event) => idOf(event) === after));
            }
          }
          assert.ok(!delivered(ended.receiver).some((event) => idOf(event) === after));
        });
      }
    });
  }
});
