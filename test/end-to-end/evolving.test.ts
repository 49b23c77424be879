import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { editSpecification } from '../../src/specification/index.ts';
import { allAnswer, allDiffer, evolve, labels, type Variant } from '../support/evolving.ts';
import { expectSuccess, run, temporaryDirectory } from '../support/generated.ts';

type Members = Readonly<Record<string, unknown>>;

/** What the test support of a generated service gives, as far as it is used here. */
interface Service {
  readonly address: string;
  readonly credential: Readonly<Record<string, string>>;
  readonly request: Client;
  now: Date;
  work(): Promise<void>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Members;
}

type Client = (
  method: string,
  path: string,
  request?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Answer>;

interface Stream {
  readonly events: readonly { readonly type: string; readonly data: string }[];
  until(condition: (stream: Stream) => boolean): Promise<void>;
  close(): void;
}

interface Receiver {
  readonly url: string;
  readonly received: readonly { readonly event: Members }[];
  stop(): Promise<void>;
}

async function load<Module>(directory: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(directory, path)).href)) as Module;
}

async function start(directory: string, now: string): Promise<Service> {
  process.env['TEST_DATABASE_URL'] ??= 'none';
  const { startService } = await load<{ startService(): Promise<Service> }>(
    directory,
    'test/support/service.ts',
  );
  const service = await startService();
  service.now = new Date(now);
  return service;
}

/** An order as each version has it, and where. Tests write paths with the version in front, whatever the strategy is. */
const collections: Readonly<Record<string, string>> = {
  1: '/v1/purchases',
  2: '/v2/orders',
  3: '/v3/orders',
  4: '/v4/orders',
};

const bodies: Readonly<Record<string, (number: number) => Members>> = {
  1: (number) => ({
    reference: reference(number),
    customerName: 'Ada Lovelace',
    email: 'ada@example.com',
    total: 12.5,
    channel: 'web',
    street: '1 Analytical Way',
    city: 'London',
    giftText: 'With love',
    parcels: [{ code: 'P1', weight: 0.75 }],
  }),
  2: (number) => ({
    reference: reference(number),
    customerName: 'Ada Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    channel: 'web',
    urgency: 'high',
    street: '1 Analytical Way',
    city: 'London',
    gift: { message: 'With love' },
    parcels: [{ code: 'P1', weight: 0.75 }],
  }),
  3: (number) => ({
    reference: reference(number),
    firstName: 'Ada',
    lastName: 'Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    currency: 'EUR',
    priority: 'high',
    street: '1 Analytical Way',
    city: 'London',
    gift: { message: 'With love' },
    parcels: [{ barcode: 'P1', weight: 0.75 }],
  }),
  4: (number) => ({
    reference: reference(number),
    firstName: 'Ada',
    lastName: 'Lovelace',
    customerEmail: 'ada@example.com',
    total: '12.50',
    currency: 'EUR',
    priority: 'high',
    address: '1 Analytical Way, London',
    gift: { message: 'With love' },
    note: null,
    dueAt: '2030-01-01T00:00:00.000Z',
    parcels: [{ barcode: 'P1', weight: '0.750' }],
  }),
};

function reference(number: number): string {
  return `OR-${String(number).padStart(6, '0')}`;
}

/** Without what every order has of its own, and what every change counts. */
function told({
  id: _,
  reference: __,
  createdAt: ___,
  updatedAt: ____,
  revision: _____,
  ...others
}: Members): Members {
  return others;
}

async function success(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  assert.ok(answer.status < 300, answer.text);
  return answer;
}

/**
 * Those that name one of four versions in different places. Missing: hostname, date (its labels are days), partial and
 * feature-flags, each with a fixture of its own, and accept-parameter, which reads its name as media-type does; what they
 * promise besides is held in strategies.test.ts, in services of one version.
 */
const strategies: Readonly<Record<string, object>> = {
  'uri-path': {},
  query: { strategy: 'query' },
  header: { strategy: 'header' },
  'media-type': { strategy: 'media-type' },
};

for (const [strategy, versioning] of Object.entries(strategies)) {
  describe(`one service in four versions, ${strategy}`, () => {
    const directory = join(temporaryDirectory(), 'parcel-desk');
    const variant: Variant = {
      specification: (text) =>
        editSpecification(
          text,
          Object.entries(versioning).map(([key, value]: [string, unknown]) => ({
            path: ['versioning', key],
            value,
          })),
        ),
    };
    let service: Service;
    let orders = 0;

    before(async () => {
      await evolve(directory, variant);
      service = await start(directory, allAnswer);
    });
    after(async () => {
      await service.stop();
      rmSync(dirname(directory), { recursive: true });
    });

    function create(
      label: string,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      orders += 1;
      const body = bodies[label]?.(orders);
      return success(service.request('POST', collections[label] ?? '', { body, headers }));
    }

    function read(label: string, id: unknown): Promise<Answer> {
      return success(service.request('GET', `${collections[label] ?? ''}/${String(id)}`));
    }

    test('what was promised to clients of the older versions is kept', () => {
      expectSuccess(
        run(directory, 'node', ['--test', '--test-isolation=none', 'test/versioning/*.test.ts'], {
          TEST_DATABASE_URL: 'none',
          PROOF_RUNS: strategy === 'uri-path' ? '20' : '3',
        }),
      );
    });

    test('on one day each of the versions is in another state', async () => {
      const { id } = (await create('4')).body;
      service.now = new Date(allDiffer);
      try {
        const answers = new Map<string, Answer>();
        for (const label of labels) {
          const path = `${collections[label] ?? ''}/${String(id)}`;
          answers.set(label, await service.request('GET', path));
        }
        const of = (label: string) => {
          const answer = answers.get(label);
          assert.ok(answer !== undefined);
          const header = (name: string) => answer.headers.get(name) ?? '';
          return { ...answer, header };
        };
        const gone = of('1');
        assert.equal(gone.status, 410, gone.text);
        assert.equal(gone.header('cache-control'), 'no-store');
        assert.deepEqual(gone.body['supportedVersions'], [2, 3, 4]);
        assert.equal(gone.body['successor'], 2);
        assert.match(gone.header('link'), /rel="?successor-version/);

        assert.equal(of('2').status, 200, of('2').text);
        assert.equal(of('2').header('deprecation'), `@${String(Date.UTC(2025, 8, 1) / 1000)}`);
        assert.equal(of('2').header('sunset'), 'Sat, 01 Mar 2036 00:00:00 GMT');

        assert.equal(of('3').status, 200);
        assert.equal(of('3').header('deprecation'), '');
        assert.match(of('3').header('link'), /rel="?successor-version/);
        assert.equal(of('4').status, 200);
        assert.equal(of('4').header('deprecation'), '');
        assert.equal(of('4').header('api-supported-versions'), '3, 4');
        for (const label of ['2', '3', '4']) assert.equal(of(label).header('x-api-version'), label);
      } finally {
        service.now = new Date(allAnswer);
      }
    });

    test('what one version writes all others read, and give back unchanged', async () => {
      for (const writer of labels) {
        const { body: written } = await create(writer);
        for (const reader of labels) {
          const { body: seen } = await read(reader, written['id']);
          // All of them say the same in their own words; only what some cannot say has its declared value.
          assert.deepEqual(
            { ...told(seen), channel: 'web' },
            { ...expectedAt(reader), channel: 'web' },
            `${writer} read by ${reader}`,
          );
          const back = await service.request(
            'PUT',
            `${collections[reader] ?? ''}/${String(written['id'])}`,
            { body: seen },
          );
          assert.equal(back.status, 200, back.text);
          for (const other of labels) {
            const { body } = await read(other, written['id']);
            assert.deepEqual(
              told(body),
              told(expectedAt(other)),
              `${reader} sent back, ${other} reads`,
            );
          }
        }
      }
    });

    test('entity tags differ, and a condition in one version holds for all', async () => {
      const { id } = (await create('4')).body;
      const tags = new Map<string, string>();
      for (const label of labels)
        tags.set(label, (await read(label, id)).headers.get('etag') ?? '');
      assert.equal(new Set(tags.values()).size, labels.length);
      const one = (label: string) => `${collections[label] ?? ''}/${String(id)}`;
      const unchanged = await service.request('GET', one('2'), {
        headers: { 'if-none-match': tags.get('2') ?? '' },
      });
      assert.equal(unchanged.status, 304);
      const other = await service.request('GET', one('2'), {
        headers: { 'if-none-match': tags.get('4') ?? '' },
      });
      assert.equal(other.status, 200);
      const written = await service.request('PATCH', one('3'), {
        body: { city: 'Rome' },
        headers: { 'if-match': tags.get('3') ?? '' },
      });
      assert.equal(written.status, 200, written.text);
      const late = await service.request('PATCH', one('1'), {
        body: { city: 'Paris' },
        headers: { 'if-match': tags.get('1') ?? '' },
      });
      assert.equal(late.status, 412, late.text);
      assert.equal((await read('4', id)).body['address'], '1 Analytical Way, Rome');
    });

    test('a repeated request is answered once more, in the shape of its version', async () => {
      orders += 1;
      const key = { 'idempotency-key': `"key-${String(orders)}"` };
      const body = bodies['2']?.(orders);
      const first = await success(service.request('POST', '/v2/orders', { body, headers: key }));
      const again = await success(service.request('POST', '/v2/orders', { body, headers: key }));
      assert.deepEqual(again.body, first.body);
      // The same order in the words of another version is the same request.
      const newest = { ...bodies['4']?.(orders) };
      const translated = await service.request('POST', '/v4/orders', {
        body: newest,
        headers: key,
      });
      assert.equal(translated.status, 201, translated.text);
      assert.equal(translated.body['id'], first.body['id']);
      assert.equal(translated.body['address'], '1 Analytical Way, London');
    });

    test('subscribers of two versions are told of one event, each in its own shape', async () => {
      const { followEvents } = await load<{
        followEvents(url: string, headers: Readonly<Record<string, string>>): Promise<Stream>;
      }>(directory, 'test/support/event-stream.ts');
      const { startReceiver } = await load<{ startReceiver(): Promise<Receiver> }>(
        directory,
        'test/support/receiver.ts',
      );
      const versions = ['1', '4'] as const;
      const streams: Stream[] = [];
      const receivers: Receiver[] = [];
      try {
        for (const label of versions) {
          streams.push(
            await followEvents(`${service.address}/v${label}/events`, service.credential),
          );
          const receiver = await startReceiver();
          receivers.push(receiver);
          await success(
            service.request('POST', `/v${label}/webhook-endpoints`, {
              body: { url: receiver.url },
            }),
          );
        }
        const { body } = await create('3');
        const id = String(body['id']);
        for (let round = 0; round < 3; round += 1) await service.work();
        // Besides, what happens to versions is told.
        for (const stream of streams) {
          await stream.until(({ events }) => events.some(({ data }) => data.includes(id)));
        }
        const tells = (event: Members, type: string, of: string) =>
          event['type'] === type && (event['data'] as Members)['id'] === of;
        const seen = (label: string) => read(label, id).then((answer) => answer.body);
        for (const [index, label] of versions.entries()) {
          const name = label === '1' ? 'purchase.created' : 'order.created';
          const type = `com.acme.${name}.v${label}`;
          const streamed = streams[index]?.events
            .map(({ data }) => JSON.parse(data) as Members)
            .find((event) => tells(event, type, id));
          const delivered = receivers[index]?.received.find(({ event }) => tells(event, type, id));
          for (const event of [streamed ?? {}, delivered?.event ?? {}]) {
            assert.equal(event['type'], type);
            const { resource } = event['data'] as { resource?: unknown };
            assert.deepEqual(resource, await seen(label));
          }
        }
      } finally {
        for (const stream of streams) stream.close();
        for (const receiver of receivers) await receiver.stop();
      }
    });
  });
}

/** The order of all of these tests, as a version shows it. */
function expectedAt(label: string): Members {
  const { reference: _, ...members } = bodies[label]?.(0) ?? {};
  const common = { status: label === '1' ? 'open' : 'draft' };
  const filled = { dueAt: '2030-01-01T00:00:00.000Z' };
  if (label === '1') return { ...members, ...common, ...filled, urgency: 'high', note: '' };
  return { ...members, ...common, ...filled, note: label === '4' ? null : '' };
}
