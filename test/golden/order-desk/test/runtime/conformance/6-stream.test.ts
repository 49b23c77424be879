import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventsKept, hasPartialVersions, selector } from '../../contract.ts';
import { operation, startBareServer } from '../support/bare-server.ts';
import {
  prefix,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { followEvents } from '../support/event-stream.ts';
import { path, streamTesting, subjectsOf, types, type StreamTesting } from '../support/streams.ts';
import { isRemote, needing } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';

const { absolute, selectedBy } = selector;
const [first, second] = types;

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = needingEvents('clock', 'database');

for (const engine of testEngines()) {
  describe(
    `part 6, the stream of events, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let streams: StreamTesting;

      before(async () => {
        if (isRemote()) return;
        service = await startConforming(engine);
        streams = streamTesting(service);
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(() => {
        if (!isRemote()) streams.close();
      });

      test(
        'C-128 events come as they happen, each as a CloudEvent with its identifier and its type',
        reach,
        async () => {
          await streams.happens();
          const stream = await streams.follow('', { 'accept-encoding': 'gzip, br' });
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
          const id = await streams.happens(first, { resource });
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
        'C-128 a client that reconnects gets the events since then, once and in order',
        reach,
        async () => {
          const stream = await streams.follow();
          const before = [await streams.happens(), await streams.happens()];
          const [, last] = await stream.holds(2);
          stream.close();
          const missed: string[] = [];
          for (let index = 0; index < 3; index += 1) missed.push(await streams.happens());
          const again = await streams.follow('', { 'last-event-id': last?.id ?? '' });
          await again.holds(3);
          const later = await streams.happens();
          assert.deepEqual(subjectsOf(await again.holds(4)), [...missed, later]);
          assert.deepEqual(subjectsOf(stream.events), before);
          assert.deepEqual(again.comments, []);
        },
      );

      test(
        'C-128 where the last event is not kept any more, it begins with the oldest that is, and says so',
        reach,
        async () => {
          await streams.happens();
          const old = await streams.follow('', { 'last-event-id': 'of another service' });
          await old.until((stream) => stream.events.length > 0);
          const [forgotten] = old.events;
          assert.match(old.comments.join(), /Last-Event-ID/);
          service.later(eventsKept + 1);
          await streams.work();
          const kept = [await streams.happens(), await streams.happens()];
          for (const id of [
            forgotten?.id ?? '',
            '\u00e4',
            '019bc0fd-89c0-7000-8000-000000000001',
          ]) {
            const stream = await streams.follow('', { 'last-event-id': id });
            assert.deepEqual(subjectsOf(await stream.holds(2)), kept, id);
            assert.match(stream.comments.join(), /Last-Event-ID/);
          }
        },
      );

      test(
        'C-128 only events of the types that are asked for, and only of such that there are',
        reach,
        async () => {
          const stream = await streams.follow(`?types=${second}`);
          const both = await streams.follow(`?types=${first},${second}`);
          const repeated = await streams.follow(`?types=${first}&types=${second}`);
          const wanted = await streams.happens(second);
          const other = await streams.happens(first);
          for (const each of [both, repeated])
            assert.deepEqual(subjectsOf(await each.holds(2)), [wanted, other]);
          assert.deepEqual(
            subjectsOf(stream.events),
            first === second ? [wanted, other] : [wanted],
          );

          for (const wrong of ['', 'nothing.happened', `${first},`, `${first},nothing.happened`]) {
            const refused = await service.request('GET', `${path}?types=${wrong}`);
            assert.equal(refused.body['code'], 'validation-failed', wrong);
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
          const stream = await streams.follow();
          for (let seconds = 0; seconds < 45; seconds += 5) {
            service.later(5000);
            await streams.work();
          }
          await streams.happens();
          await stream.holds(1);
          assert.equal(stream.comments.length, 3);
        },
      );

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
          const there = await streams.follow('', {}, address);
          const here = await streams.follow();
          const id = await streams.happens();
          await replica.background.run();
          for (const each of [there, here]) assert.deepEqual(subjectsOf(await each.holds(1)), [id]);
          const [last] = here.events;
          const next = await streams.happens();
          const moved = await streams.follow('', { 'last-event-id': last?.id ?? '' }, address);
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
          const stream = await streams.follow('', {}, address);
          const started = performance.now();
          await replica.server.close();
          await stream.until(({ hasEnded }) => hasEnded);
          assert.ok(performance.now() - started < 2000);
        },
      );
    },
  );
}

/** A path that names no version; where all do and types name them, the address says that it is a stream: no media type of a vendor does. */
const bare = hasPartialVersions ? '/stream' : '/events';

test('C-128 no timeout of requests ends a stream', needing('server'), async () => {
  const { stream, answers } = {
    stream: new Readable({ read: () => undefined }),
    answers: { 200: { description: 'A stream.' } },
  };
  const server = await startBareServer(
    [
      {
        path: bare,
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
    const following = await followEvents(`${server.address}${prefix}${bare}`, {});
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
