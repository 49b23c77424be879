import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { deliveryQueue } from '../../../src/runtime/events/webhooks/queue.ts';
import { pino } from 'pino';
import { selector, strategy } from '../../contract.ts';
import {
  followed,
  offering,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { typesOf } from '../support/events.ts';
import { isSignedWith, startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { isRemote } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';
import { webhookEnvironment } from '../support/webhook-environment.ts';
import { webhookTesting, type Delivery, type WebhookTesting } from '../support/webhooks.ts';

const { absolute } = selector;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function subjectsOf(received: readonly Received[]): unknown[] {
  return received.map(({ event }) => event['subject']);
}

function revisionsOf(received: readonly Received[]): unknown[] {
  return received.map(({ event }) => (event['data'] as { revision?: number }).revision);
}

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = needingEvents('clock', 'database');

for (const engine of testEngines()) {
  describe(
    `part 6, deliveries of webhooks, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let webhooks: WebhookTesting;
      const receivers: Receiver[] = [];
      const log: string[] = [];

      before(async () => {
        if (isRemote()) return;
        const logger = pino({ level: 'warn' }, { write: (line) => log.push(line) });
        service = await startConforming(engine, logger);
        webhooks = webhookTesting(service);
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(async () => {
        if (isRemote()) return;
        // What one test leaves behind is nothing to the next one.
        await service.database.transaction((transaction) =>
          transaction.deleteFrom('webhook_endpoints').execute(),
        );
        await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
      });

      async function receiver(answer?: Receiver['answer']): Promise<Receiver> {
        const started = await startReceiver();
        if (answer !== undefined) started.answer = answer;
        receivers.push(started);
        return started;
      }

      const delayOf = ({ nextAttemptAt = '' }: Delivery) =>
        Date.parse(nextAttemptAt) - service.now.getTime();

      async function onlyDelivery(
        subscription: Parameters<WebhookTesting['deliveries']>[0],
      ): Promise<Delivery> {
        const [delivery, ...others] = await webhooks.deliveries(subscription);
        assert.ok(delivery !== undefined);
        assert.equal(others.length, 0);
        return delivery;
      }

      test(
        'C-120 C-121 a delivery is a CloudEvent, signed with the secret that the client has',
        reach,
        async () => {
          const to = await receiver();
          const subscription = await webhooks.subscribe(to);
          const rowId = await webhooks.happens();
          await webhooks.work();
          const [got, ...others] = to.received;
          assert.ok(got !== undefined);
          assert.equal(others.length, 0);
          const { event, headers } = got;
          assert.equal(headers['content-type'], 'application/cloudevents+json');
          assert.equal(event['specversion'], '1.0');
          assert.equal(event['subject'], `things/${rowId}`);
          assert.match(
            String(event['type']),
            new RegExp(`\\.${webhooks.type.replace('.', '\\.')}\\.v\\d[\\d-]*$`),
          );
          assert.equal(headers['webhook-id'], event['id']);
          assert.equal(headers['webhook-timestamp'], String(service.now.getTime() / 1000));
          assert.match(subscription.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
          assert.ok(isSignedWith(subscription.secret, got));
          assert.ok(!isSignedWith(subscription.secret, { ...got, text: `${got.text} ` }));
        },
      );

      test('C-121 or with a private key, whose public half the client has', reach, async () => {
        const to = await receiver();
        const subscription = await webhooks.subscribe(to, { signing: 'ed25519' });
        const publicKey = String(subscription.body['publicKey']);
        assert.match(publicKey, /^whpk_/);
        assert.equal(subscription.secret, '', 'there is nothing secret for the client');
        await webhooks.happens();
        await webhooks.work();
        const [got] = to.received;
        assert.ok(got !== undefined);
        const x = Buffer.from(publicKey.slice(5), 'base64').toString('base64url');
        const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
        const [scheme, signature = ''] = String(got.headers['webhook-signature']).split(',');
        assert.equal(scheme, 'v1a');
        const signed = `${String(got.headers['webhook-id'])}.${String(got.headers['webhook-timestamp'])}.${got.text}`;
        assert.ok(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')));
      });

      test(
        'C-122 C-124 a receiver that fails is tried again, with the same identifier and a new signature',
        reach,
        async () => {
          const to = await receiver(() => ({ status: 500 }));
          const subscription = await webhooks.subscribe(to);
          await webhooks.happens();
          await webhooks.work();
          await webhooks.work();
          assert.equal(to.received.length, 1, 'not before its time');
          const waiting = await onlyDelivery(subscription);
          assert.equal(waiting.state, 'pending');
          assert.ok(delayOf(waiting) >= 5 * second && delayOf(waiting) <= 6 * second);

          service.later(delayOf(waiting) - 1);
          await webhooks.work();
          assert.equal(to.received.length, 1);
          service.later(1);
          to.answer = () => ({ status: 200 });
          await webhooks.work();
          const [first, again] = to.received;
          assert.ok(first !== undefined && again !== undefined);
          assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
          assert.equal(again.text, first.text);
          assert.notEqual(again.headers['webhook-timestamp'], first.headers['webhook-timestamp']);
          assert.equal(
            again.headers['webhook-timestamp'],
            String(Math.floor(service.now.getTime() / 1000)),
          );
          assert.notEqual(again.headers['webhook-signature'], first.headers['webhook-signature']);
          assert.ok(isSignedWith(subscription.secret, again));
          const done = await onlyDelivery(subscription);
          assert.equal(done.state, 'delivered');
          assert.deepEqual(
            done.attempts.map(({ status }) => status),
            [500, 200],
          );
        },
      );

      test(
        'C-123 while a secret is replaced both sign, and a day later the new one alone',
        reach,
        async () => {
          const to = await receiver();
          const subscription = await webhooks.subscribe(to);
          const rotated = await service.request('POST', `${subscription.path}/rotate-secret`);
          assert.equal(rotated.status, 200, rotated.text);
          const secret = String(rotated.body['secret']);
          assert.notEqual(secret, subscription.secret);
          await webhooks.happens();
          await webhooks.work();
          service.later(day - 1);
          await webhooks.happens();
          await webhooks.work();
          service.later(1);
          await webhooks.happens();
          await webhooks.work();
          const [first, last, after] = to.received;
          assert.ok(first !== undefined && last !== undefined && after !== undefined);
          for (const got of [first, last]) {
            assert.ok(isSignedWith(secret, got) && isSignedWith(subscription.secret, got));
            assert.match(String(got.headers['webhook-signature']), /^v1,[^ ]+ v1,[^ ]+$/);
          }
          assert.ok(isSignedWith(secret, after) && !isSignedWith(subscription.secret, after));
        },
      );

      test(
        'C-124 the schedule takes three days; then the endpoint is disabled, and its owner sees why',
        reach,
        async () => {
          const to = await receiver(() => ({ status: 503 }));
          const subscription = await webhooks.subscribe(to);
          await webhooks.happens();
          await webhooks.work();
          const delays: number[] = [];
          for (;;) {
            const delivery = await onlyDelivery(subscription);
            if (delivery.state !== 'pending') break;
            delays.push(delayOf(delivery));
            service.later(delayOf(delivery));
            await webhooks.work();
          }
          const planned = [
            5 * second,
            5 * minute,
            30 * minute,
            2 * hour,
            5 * hour,
            10 * hour,
            14 * hour,
            20 * hour,
            day,
          ];
          assert.equal(delays.length, planned.length);
          for (const [index, delay] of delays.entries()) {
            const least = planned[index] ?? 0;
            assert.ok(
              delay >= least && delay <= least * 1.2,
              `${String(delay)} for ${String(least)}`,
            );
          }
          assert.equal((await onlyDelivery(subscription)).state, 'failed');
          const { state, disabledReason, disabledAt } = await webhooks.read(subscription);
          assert.deepEqual(
            [state, disabledReason, disabledAt],
            ['disabled', 'exhausted', service.now.toISOString()],
          );
        },
      );

      test(
        'C-124 a receiver that comes back after an hour gets what it missed, in order',
        reach,
        async () => {
          let isDown = true;
          const to = await receiver(() => ({ status: isDown ? 500 : 200 }));
          const subscription = await webhooks.subscribe(to);
          const rowId = service.newId();
          for (const time of [1, 2, 3]) {
            await webhooks.happens({ rowId, data: { id: rowId, revision: time } });
          }
          for (const started = service.now.getTime(); service.now.getTime() < started + hour;) {
            await webhooks.work();
            service.later(10 * minute);
          }
          assert.deepEqual(
            new Set(revisionsOf(to.received)),
            new Set([1]),
            'the others wait for it',
          );
          isDown = false;
          to.received.length = 0;
          service.later(2 * hour);
          await webhooks.work();
          assert.deepEqual(revisionsOf(to.received), [1, 2, 3]);
          const states = (await webhooks.deliveries(subscription)).map(({ state }) => state);
          assert.deepEqual(states, ['delivered', 'delivered', 'delivered']);
        },
      );

      test('C-124 Retry-After is honoured, in seconds and as a date', reach, async () => {
        const to = await receiver(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
        const subscription = await webhooks.subscribe(to);
        await webhooks.happens();
        await webhooks.work();
        assert.equal(delayOf(await onlyDelivery(subscription)), hour);
        service.later(hour);
        const date = new Date(service.now.getTime() + 3 * hour).toUTCString();
        to.answer = () => ({ status: 503, headers: { 'retry-after': date } });
        await webhooks.work();
        assert.equal(Math.ceil(delayOf(await onlyDelivery(subscription)) / second), 3 * 3600);
      });

      test('C-124 an endpoint that answers 410 is disabled at once', reach, async () => {
        const to = await receiver(() => ({ status: 410 }));
        const subscription = await webhooks.subscribe(to);
        await webhooks.happens();
        await webhooks.happens();
        await webhooks.work();
        const { state, disabledReason } = await webhooks.read(subscription);
        assert.deepEqual([state, disabledReason], ['disabled', 'gone']);
        const notices = log.filter((line) => line.includes(subscription.id));
        assert.equal(notices.length, 1, 'the log tells it once');
        assert.match(notices.join(), /disabled.*gone|gone.*disabled/);
        assert.ok(!notices.join().includes(to.url), 'an address may hold a secret');
        const states = new Set(
          (await webhooks.deliveries(subscription)).map(({ state: each }) => each),
        );
        assert.ok(states.has('failed') && !states.has('pending'));
        const before = to.received.length;
        await webhooks.happens();
        service.later(2 * day);
        await webhooks.work();
        assert.equal(to.received.length, before);
      });

      test('C-119 C-124 a redirect is a failure, and is not followed', reach, async () => {
        const elsewhere = await receiver();
        const to = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
        const subscription = await webhooks.subscribe(to);
        await webhooks.happens();
        await webhooks.work();
        assert.equal(elsewhere.received.length, 0);
        const delivery = await onlyDelivery(subscription);
        assert.equal(delivery.state, 'pending');
        assert.deepEqual(
          delivery.attempts.map(({ status }) => status),
          [307],
        );
      });

      test(
        'C-119 a name is checked when it is resolved, and nothing is sent into a private network',
        reach,
        async () => {
          const to = await receiver();
          const { port } = new URL(to.url);
          const subscriptions = [];
          for (const host of ['private.test', 'mixed.test', 'unknown.test']) {
            subscriptions.push(
              await webhooks.subscribe({ ...to, url: `https://${host}:${port}/hook` }),
            );
          }
          const fine = await webhooks.subscribe({
            ...to,
            url: `http://loopback.test:${port}/hook`,
          });
          await webhooks.happens();
          await webhooks.work();
          const errors = [];
          for (const subscription of subscriptions) {
            const { attempts: made } = await onlyDelivery(subscription);
            errors.push(...made.map(({ error, milliseconds }) => ({ error, milliseconds })));
          }
          // Nothing tells a name of the private network from one that there is not.
          const alike = { error: 'no-public-address', milliseconds: 0 };
          assert.deepEqual(errors, [alike, alike, alike]);
          assert.deepEqual(
            to.received.map(({ headers }) => headers['host']),
            [`loopback.test:${port}`],
          );
          assert.equal((await onlyDelivery(fine)).state, 'delivered');
        },
      );

      test('C-124 a receiver that hangs does not delay other deliveries', reach, async () => {
        const hanging = await receiver(() => undefined);
        const quick = await receiver();
        const slow = await webhooks.subscribe(hanging);
        const other = await webhooks.subscribe(quick);
        const count = 30;
        for (let number = 0; number < count; number += 1) await webhooks.happens();
        const working = webhooks.work();
        const limit = Date.now() + 10 * second;
        while (quick.received.length < count && Date.now() < limit) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        assert.equal(quick.received.length, count);
        assert.ok(hanging.mostAtOnce <= 4, `${String(hanging.mostAtOnce)} at a time`);
        await service.request('DELETE', slow.path);
        hanging.hangUp();
        await working;
        const states = (await webhooks.deliveries(other)).map(({ state }) => state);
        assert.deepEqual(new Set(states), new Set(['delivered']));
      });

      test(
        'C-124 a receiver that hangs is given up: the time that it has to answer ends',
        reach,
        async () => {
          const to = await receiver(() => undefined);
          const subscription = await webhooks.subscribe(to);
          await webhooks.happens();
          const impatient = service.createReplica({ webhooks: webhookEnvironment(100) });
          await impatient.background.run();
          const delivery = await onlyDelivery(subscription);
          assert.deepEqual(
            delivery.attempts.map(({ error }) => error),
            ['timeout'],
          );
          assert.equal(delivery.state, 'pending');
        },
      );

      test(
        'C-125 events of one subject arrive in their order, one at a time; others do not wait',
        reach,
        async () => {
          const rowId = service.newId();
          let isDown = true;
          const to = await receiver(({ event }) => ({
            status: isDown && event['subject'] === `things/${rowId}` ? 500 : 200,
          }));
          await webhooks.subscribe(to);
          for (const revision of [1, 2])
            await webhooks.happens({ rowId, data: { id: rowId, revision } });
          const others = [await webhooks.happens(), await webhooks.happens()];
          await webhooks.work();
          assert.deepEqual(
            subjectsOf(to.received).toSorted(),
            [rowId, ...others].map((id) => `things/${id}`).toSorted(),
          );
          isDown = false;
          to.received.length = 0;
          service.later(6 * second);
          await webhooks.work();
          assert.deepEqual(revisionsOf(to.received), [1, 2]);
        },
      );

      test(
        'C-125 replicas share the work: each delivery is made by one of them',
        reach,
        async () => {
          const to = await receiver();
          const subscription = await webhooks.subscribe(to);
          const count = 40;
          for (let number = 0; number < count; number += 1) await webhooks.happens();
          const replicas = [service.app, service.createReplica(), service.createReplica()];
          await Promise.all(replicas.map(({ background }) => background.run()));
          await webhooks.work();
          const identifiers = to.received.map(({ headers }) => headers['webhook-id']);
          assert.equal(identifiers.length, count);
          assert.equal(new Set(identifiers).size, count);
          assert.equal((await webhooks.deliveries(subscription)).length, count);
        },
      );

      test(
        'C-125 what a killed replica was sending is sent by another one, and what it answers late is not kept',
        reach,
        async () => {
          const to = await receiver(() => ({ status: 500 }));
          const subscription = await webhooks.subscribe(to);
          await webhooks.happens();
          await webhooks.work();
          service.later(10 * second);
          // It claims, and is never heard of again.
          const { database, newId, now } = service;
          const queue = deliveryQueue(database, newId);
          const until = new Date(now.getTime() + minute);
          const [claim] = await database.transaction((transaction) =>
            queue.claim(transaction, now, { isFailing: true, limit: 10, until }),
          );
          assert.ok(claim !== undefined);
          to.answer = () => ({ status: 200 });
          await webhooks.work();
          assert.equal(to.received.length, 1, 'it belongs to the one that claimed it');
          service.later(minute);
          await webhooks.work();
          assert.equal(to.received.length, 2);
          assert.equal(
            to.received[1]?.headers['webhook-id'],
            to.received[0]?.headers['webhook-id'],
          );
          const attempt = { at: now.toISOString(), status: 500, milliseconds: 1 };
          const isKept = await database.transaction((transaction) =>
            queue.settle(
              transaction,
              claim,
              attempt,
              { state: 'failed', disables: 'exhausted' },
              service.now,
            ),
          );
          assert.equal(isKept, false);
          assert.equal((await onlyDelivery(subscription)).state, 'delivered');
          assert.equal((await webhooks.read(subscription))['state'], 'enabled');
        },
      );

      test(
        'C-125 a service that stops leaves what it was sending to the next one',
        reach,
        async () => {
          const to = await receiver();
          await webhooks.subscribe(to);
          await webhooks.happens();
          const stopping = service.createReplica();
          stopping.background.start();
          const limit = Date.now() + 10 * second;
          while (to.received.length === 0 && Date.now() < limit) {
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
          await stopping.background.stop();
          assert.equal(to.received.length, 1);
          service.later(2 * minute);
          await webhooks.work();
          assert.equal(to.received.length, 1, 'what arrived is kept as such');
        },
      );

      test(
        'C-130 an event shows what its reader may read of the resource, and no more',
        reach,
        async () => {
          const to = await receiver();
          await webhooks.subscribe(to);
          let seen = 0;
          for (const sample of offering('create', 'read')) {
            const address = await service.make.collection(sample);
            const made = await service.request('POST', address, {
              body: await service.make.body(sample),
            });
            assert.equal(made.status, 201, made.text);
            const path = followed(made.headers.get('location') ?? '');
            to.received.length = 0;
            const { body } = await service.request('GET', path);
            await webhooks.work();
            for (const { event } of to.received.filter(({ event }) =>
              path.endsWith(`/${String(event['subject'])}`),
            )) {
              const { resource, href, revision } = event['data'] as {
                resource?: object;
                href?: string;
                revision: number;
              };
              // Timed transitions have events as well.
              if (revision !== body['revision']) continue;
              seen += 1;
              assert.equal(href, absolute(service.baseUrl, path));
              if (resource !== undefined) assert.deepEqual(resource, body);
              for (const name of sample.writeOnly)
                assert.ok(!Object.hasOwn(resource ?? {}, name), name);
            }
          }
          const isAnnounced = offering('create', 'read').some(
            (sample) => typesOf(sample, 'created').length > 0,
          );
          assert.ok(seen > 0 || !isAnnounced, 'the service sent something');
        },
      );

      test('C-127 an endpoint gets events of the version that it is pinned to', reach, async () => {
        const to = await receiver();
        const { body } = await webhooks.subscribe(to);
        const label = String(body['apiVersion']);
        await webhooks.happens();
        await webhooks.work();
        const [got] = to.received;
        assert.match(String(got?.event['type']), new RegExp(`\\.v${label}$`));
        if (strategy !== 'uri-path') return;
        assert.match(String(got?.event['source']), new RegExp(`/v${label}$`));
      });
    },
  );
}
