import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKeyStore } from '../../src/runtime/authentication/api-key-store.ts';
import type { NewEvent } from '../../src/runtime/events/event.ts';
import { outbox, type Outbox } from '../../src/runtime/events/outbox.ts';
import { about } from '../../src/service/about.ts';
import { operation, startBareServer } from '../support/bare-server.ts';
import {
  absolute,
  prefix,
  selectedBy,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { everything } from '../support/credentials.ts';
import { followEvents, type EventStream, type ReceivedEvent } from '../support/event-stream.ts';
import { isRemote, needing } from '../support/target.ts';
import { telling, toldTypes } from '../support/told.ts';

const path = `${prefix}/events`;
const [first = '', ...others] = toldTypes;
const second = others[0] ?? first;

/** Identifiers of what happened, as the stream tells them. */
function subjectsOf(events: readonly ReceivedEvent[]): unknown[] {
  return events.map(({ data }) => (JSON.parse(data) as { data: { id: unknown } }).data.id);
}

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = telling('clock', 'database');

for (const engine of testEngines()) {
  describe(
    `part 6, the stream of events, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let events: Outbox;
      const streams: EventStream[] = [];

      before(async () => {
        if (isRemote()) return;
        service = await startConforming(engine);
        events = outbox(service.database, {
          newId: service.newId,
          keep: 604800000,
          keepsDeciding: true,
        });
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(() => {
        for (const stream of streams.splice(0)) stream.close();
      });

      const work = () => service.app.background.run();

      /** Something happens, whatever it is, and is told to who listens. @returns its identifier */
      async function happens(type = first, data: Partial<NewEvent['data']> = {}): Promise<string> {
        const id = service.newId();
        await service.database.transaction((transaction) =>
          events.append(transaction, {
            type,
            resource: type.replace(/\..*/, ''),
            rowId: id,
            path: `/things/${id}`,
            time: service.now.toISOString(),
            data: { id, revision: 1, ...data },
            deciding: { order: { tenantId: 'north' } },
          }),
        );
        await work();
        return id;
      }

      async function follow(
        query = '',
        headers: Readonly<Record<string, string>> = {},
        address = service.address,
        credential = service.credential,
      ): Promise<EventStream> {
        const all = { ...credential, ...headers };
        const stream = await followEvents(`${address}${path}${query}`, all);
        streams.push(stream);
        // From here on it hears of everything.
        await stream.until(({ retry, hasEnded }) => retry !== undefined || hasEnded);
        return stream;
      }

      test(
        'C-128 events come as they happen, each as a CloudEvent with its identifier and its type',
        reach,
        async () => {
          await happens();
          const stream = await follow('', { 'accept-encoding': 'gzip, br' });
          assert.equal(stream.status, 200);
          assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream\b/);
          assert.equal(stream.headers.get('cache-control'), 'no-store');
          assert.equal(stream.headers.get('x-accel-buffering'), 'no');
          assert.equal(stream.headers.get('content-encoding'), null);
          assert.equal(stream.headers.get('x-api-version'), prefix.slice(2));
          assert.ok((stream.retry ?? 0) > 0);

          // Under a name that no member has, which might not be for everybody.
          const resource = {
            'any text': 'two\nlines\r\nand\u2028more: "äöü"\n\ndata: not a field',
          };
          const id = await happens(first, { resource });
          const [got] = await stream.holds(1);
          assert.ok(got !== undefined);
          const event = JSON.parse(got.data) as Record<string, unknown> & { data: object };
          assert.equal(event['id'], got.id);
          assert.equal(event['type'], got.type);
          assert.match(got.type, new RegExp(`\\.${first.replace('.', '\\.')}\\.v\\d[\\d-]*$`));
          assert.equal(event['specversion'], '1.0');
          assert.equal(
            event['source'],
            absolute(service.baseUrl, prefix).replace(/\/?(\?.*)?$/, ''),
          );
          assert.equal(event['subject'], `things/${id}`);
          assert.deepEqual(event.data, {
            id,
            revision: 1,
            href: absolute(service.baseUrl, `${prefix}/things/${id}`),
            resource,
          });
        },
      );

      test(
        'C-128 whoever comes back gets what happened since, once and in order',
        reach,
        async () => {
          const stream = await follow();
          const before = [await happens(), await happens()];
          const [, last] = await stream.holds(2);
          stream.close();
          const missed: string[] = [];
          for (let index = 0; index < 3; index += 1) missed.push(await happens());
          const again = await follow('', { 'last-event-id': last?.id ?? '' });
          await again.holds(3);
          const later = await happens();
          assert.deepEqual(subjectsOf(await again.holds(4)), [...missed, later]);
          assert.deepEqual(subjectsOf(stream.events), before);
          assert.deepEqual(again.comments, []);
        },
      );

      test(
        'C-128 where the last event is not kept any more, it begins with the oldest that is, and says so',
        reach,
        async () => {
          await happens();
          const old = await follow('', { 'last-event-id': 'of another service' });
          await old.until((stream) => stream.events.length > 0);
          const [forgotten] = old.events;
          assert.match(old.comments.join(), /Last-Event-ID/);
          service.later(604800000 + 1);
          await work();
          const kept = [await happens(), await happens()];
          for (const id of [
            forgotten?.id ?? '',
            '\u00e4',
            '019bc0fd-89c0-7000-8000-000000000001',
          ]) {
            const stream = await follow('', { 'last-event-id': id });
            assert.deepEqual(subjectsOf(await stream.holds(2)), kept, id);
            assert.match(stream.comments.join(), /Last-Event-ID/);
          }
        },
      );

      test(
        'C-128 only events of the types that are asked for, and only of such that there are',
        reach,
        async () => {
          const stream = await follow(`?types=${second}`);
          const both = await follow(`?types=${first},${second}`);
          const repeated = await follow(`?types=${first}&types=${second}`);
          const wanted = await happens(second);
          const other = await happens(first);
          for (const each of [both, repeated])
            assert.deepEqual(subjectsOf(await each.holds(2)), [wanted, other]);
          assert.deepEqual(
            subjectsOf(stream.events),
            first === second ? [wanted, other] : [wanted],
          );

          for (const types of ['', 'nothing.happened', `${first},`, `${first},nothing.happened`]) {
            const refused = await service.request('GET', `${path}?types=${types}`);
            assert.equal(refused.body['code'], 'validation-failed', types);
            const [error] = refused.body['errors'] as readonly { at: string; in: string }[];
            assert.deepEqual([error?.at, error?.in], ['types', 'query']);
          }
          const unknown = await service.request('GET', `${path}?lastEventId=x`);
          assert.equal(unknown.body['code'], 'unknown-parameter');
        },
      );

      test(
        'C-128 a comment keeps the connection in use, every fifteen seconds',
        reach,
        async () => {
          const stream = await follow();
          for (let seconds = 0; seconds < 45; seconds += 5) {
            service.later(5000);
            await work();
          }
          await happens();
          await stream.holds(1);
          assert.equal(stream.comments.length, 3);
        },
      );

      test('C-128 a key that is revoked or has expired ends the stream', reach, async () => {
        const keys = apiKeyStore(service.database, about.vendor, service.newId);
        const made = {
          ...everything,
          now: service.now,
          expiresAt: new Date(service.now.getTime() + 20_000).toISOString(),
        };
        const expiring = await keys.make({ name: 'expires', ...made });
        const revoked = await keys.make({ ...everything, name: 'is revoked', now: service.now });
        const ending = [
          await follow('', {}, service.address, { 'x-api-key': expiring }),
          await follow('', {}, service.address, { 'x-api-key': revoked }),
        ];
        const stream = await follow();
        service.later(15_000);
        await work();
        for (const each of ending) await each.until(({ comments }) => comments.length === 1);
        await keys.revoke('is revoked', service.now);
        service.later(15_000);
        await work();
        for (const each of ending) await each.until(({ hasEnded }) => hasEnded);
        const id = await happens();
        assert.deepEqual(subjectsOf(await stream.holds(1)), [id]);
        assert.deepEqual(
          ending.map((each) => each.events),
          [[], []],
        );
        assert.equal((await service.anonymous('GET', path)).status, 401);
      });

      test(
        'C-128 nothing but a stream of events is offered, and HEAD opens none',
        reach,
        async () => {
          for (const accept of ['application/json', 'image/png', 'text/event-stream;q=0']) {
            const answer = await service.request('GET', path, { headers: { accept } });
            assert.equal(answer.status, 406, accept);
            // Where types name the version, the others ask for none: refused before the operation is known.
            if (selectedBy === 'type' && accept !== 'application/json') continue;
            assert.match(
              String(answer.body['available']),
              /^text\/event-stream(; version=[\d-]+)?$/,
            );
          }
          for (const range of ['text/event-stream', 'text/*', '*/*']) {
            // Where types name the version, another one than that of a stream has to, and before any that means the pinned one.
            const accept = selectedBy === 'type' ? `application/json, ${range};q=0.1` : range;
            const answer = await service.request('HEAD', path, { headers: { accept } });
            assert.equal(answer.status, 200, accept);
            assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream\b/);
            assert.equal(answer.text, '');
          }
          const allowed = await service.request('OPTIONS', path);
          assert.equal(allowed.headers.get('allow'), 'GET, HEAD, OPTIONS');
          assert.equal((await service.request('POST', path, { body: {} })).status, 405);
        },
      );

      test('C-128 every replica tells what happened at another one', reach, async () => {
        const replica = service.createReplica();
        const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
        try {
          const there = await follow('', {}, address);
          const here = await follow();
          const id = await happens();
          await replica.background.run();
          for (const each of [there, here]) assert.deepEqual(subjectsOf(await each.holds(1)), [id]);
          const [last] = here.events;
          const next = await happens();
          const moved = await follow('', { 'last-event-id': last?.id ?? '' }, address);
          assert.deepEqual(subjectsOf(await moved.holds(1)), [next]);
        } finally {
          await replica.server.close();
        }
      });

      test(
        'C-128 a service that stops ends its streams, and waits for none of them',
        reach,
        async () => {
          const replica = service.createReplica();
          const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
          const stream = await follow('', {}, address);
          const started = performance.now();
          await replica.server.close();
          await stream.until(({ hasEnded }) => hasEnded);
          assert.ok(performance.now() - started < 2000);
        },
      );
    },
  );
}

test('C-128 no timeout of requests ends a stream', needing('server'), async () => {
  const { stream, answers } = {
    stream: new Readable({ read: () => undefined }),
    answers: { 200: { description: 'A stream.' } },
  };
  const server = await startBareServer(
    [
      {
        // No media type of a vendor names a stream: where types name the version, the address says that it is one.
        path: '/events',
        operations: {
          GET: {
            ...operation,
            answers,
            mediaType: 'text/event-stream',
            handle: () => ({ status: 200, stream: () => stream }),
          },
        },
      },
    ],
    { limits: { requestTimeout: 100, headersTimeout: 50, keepAliveTimeout: 50 } },
  );
  try {
    stream.push('retry: 1\n\n');
    const following = await followEvents(`${server.address}${path}`, {});
    // Several times what a request has.
    await wait(500);
    stream.push('data: still there\n\n');
    await following.holds(1);
    following.close();
    // Who has gone is not written to.
    for (let turn = 0; !stream.destroyed && turn < 200; turn += 1) await wait(5);
    assert.ok(stream.destroyed);
  } finally {
    await server.stop();
  }
});
