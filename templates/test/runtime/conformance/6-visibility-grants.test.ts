import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { everything, grantedKinds, hasStream, hasWebhooks } from '../../contract.ts';
import { testClient } from '../support/client.ts';
import {
  prefix,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { happeningsOf, type Happening, type Happenings } from '../support/happenings.ts';
import { receivedIds, listenersOf, type Listeners } from '../support/listeners.ts';
import { isRemote } from '../support/target.ts';
import { calledFor, without, unlessNone, type EventKind } from '../support/event-kinds.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, the kinds that each reader gets events of, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let listeners: Listeners;
      let happenings: Happenings;

      before(async () => {
        if (isRemote()) return;
        service = await startConforming(engine);
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
        'C-112 C-126 C-130 a client receives no events of resources that it may not read',
        unlessNone(grantedKinds),
        async () => {
          for (const kind of grantedKinds) {
            const granted = without(kind.readBy);
            const isAdmitted = grantedKinds.some(({ readBy }) =>
              readBy.some((grant) =>
                [...granted.roles, ...granted.scopes.map((name) => `scope:${name}`)].includes(
                  grant,
                ),
              ),
            );
            if (isAdmitted) {
              const some = await listeners.listen(granted, calledFor(kind, granted));
              const all = await listeners.listen(everything, calledFor(kind, everything));
              const id = await happens(kind);
              await listeners.settle();
              assert.deepEqual(receivedIds(all), [id], kind.name);
              assert.deepEqual(receivedIds(some), [], kind.name);
              continue;
            }
            const credential = await listeners.credentialOf(`reads no ${kind.name}`, granted);
            const client = testClient(service.address, credential);
            if (hasStream) assert.equal((await client('GET', `${prefix}/events`)).status, 403);
            if (!hasWebhooks) continue;
            const body = { url: 'http://127.0.0.1:1/' };
            assert.equal(
              (await client('POST', `${prefix}/webhook-endpoints`, { body })).status,
              403,
            );
          }
        },
      );
    },
  );
}
