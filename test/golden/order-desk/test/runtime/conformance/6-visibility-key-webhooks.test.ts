import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { about, everything } from '../../contract.ts';
import { apiKeyStore } from '../../../src/runtime/authentication/api-key-store.ts';
import { startConforming, testEngines, type ConformingService } from '../support/conformance.ts';
import { grant, keyedKinds } from '../support/granted-keys.ts';
import { happeningsOf, type Happening, type Happenings } from '../support/happenings.ts';
import { listenersOf, sentTo, webhookOf, type Listeners } from '../support/listeners.ts';
import { isRemote } from '../support/target.ts';
import { without, unlessNone, type EventKind } from '../support/event-kinds.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, webhooks of clients whose keys change, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let listeners: Listeners;
      let happenings: Happenings;

      before(async () => {
        if (isRemote()) return;
        service = await startConforming(engine);
        // Events of versions whose phase begins now are sent before there is a receiver.
        await service.app.background.run();
        listeners = listenersOf(service);
        happenings = happeningsOf(service);
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(async () => {
        if (!isRemote()) await listeners.close();
      });

      const happens = (
        { types: [type = ''] }: EventKind,
        happening: Omit<Happening, 'type'> = {},
      ) => happenings.happens({ type, ...happening });

      test(
        'C-126 C-130 what waits for a receiver is not sent to whose rights have gone meanwhile; a replay brings it',
        unlessNone(keyedKinds),
        async () => {
          const [kind] = keyedKinds;
          assert.ok(kind !== undefined);
          const listener = await listeners.listen(everything, { mechanism: 'api-key' });
          const { name, client } = listener;
          const { endpoint, receiver } = webhookOf(listener);
          const from = service.now.toISOString();
          receiver.answer = () => ({ status: 500 });
          const id = await happens(kind);
          await service.app.background.run();
          assert.equal(receiver.received.length, 1);
          const before = await client('GET', `${endpoint}/deliveries`);
          assert.deepEqual(
            (before.body['items'] as readonly { state: string }[]).map(({ state }) => state),
            ['pending'],
          );
          await grant(service, name, without(kind.readBy));
          await listeners.settle();
          receiver.answer = () => ({ status: 204 });
          await listeners.settle();
          assert.equal(
            receiver.received.length,
            1,
            'it was tried before the rights were gone, and not again',
          );
          await grant(service, name, everything);
          await listeners.settle();
          const { body } = await client('GET', `${endpoint}/deliveries`);
          const [delivery] = body['items'] as readonly {
            state: string;
            attempts: readonly { error?: string }[];
          }[];
          assert.equal(delivery?.state, 'cancelled');
          assert.equal(delivery.attempts.at(-1)?.error, 'not-permitted');
          const { failures } = await service.database.reader
            .selectFrom('webhook_endpoints')
            .select('failures')
            .where('id', '=', endpoint.slice(endpoint.lastIndexOf('/') + 1))
            .executeTakeFirstOrThrow();
          assert.equal(failures, 1, 'the receiver has failed once, and only then');
          const asked = await client('POST', `${endpoint}/replay`, { body: { from } });
          assert.equal(asked.status, 202, asked.text);
          // At once: events may be kept for a minute.
          await service.app.background.run();
          assert.deepEqual(
            sentTo(receiver).map(({ data }) => data.id),
            [id, id],
          );
        },
      );

      test(
        'C-126 C-130 whose key is revoked is sent nothing, not even a test',
        unlessNone(keyedKinds),
        async () => {
          const [kind] = keyedKinds;
          assert.ok(kind !== undefined);
          const listener = await listeners.listen(everything, { mechanism: 'api-key' });
          const { name, client } = listener;
          const { endpoint, receiver } = webhookOf(listener);
          await happens(kind);
          await service.app.background.run();
          assert.equal(receiver.received.length, 1);
          assert.equal((await client('POST', `${endpoint}/ping`, { body: {} })).status, 202);
          await apiKeyStore(service.database, about.vendor, service.newId).revoke(
            name,
            service.now,
          );
          service.later(5000);
          await happens(kind);
          await service.app.background.run();
          assert.equal(receiver.received.length, 1);
          const log = await service.database.reader
            .selectFrom('webhook_deliveries')
            .select(['state', 'event_type'])
            .where('webhook_endpoint_id', '=', endpoint.slice(endpoint.lastIndexOf('/') + 1))
            .execute();
          assert.deepEqual(
            new Set(log.map(({ state, event_type }) => `${event_type} ${state}`)),
            new Set([`${kind.types[0] ?? ''} delivered`, 'ping cancelled']),
          );
        },
      );
    },
  );
}
