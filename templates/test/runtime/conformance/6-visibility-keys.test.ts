import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { everything } from '../../contract.ts';
import { startConforming, testEngines, type ConformingService } from '../support/conformance.ts';
import { grant, keyedKinds } from '../support/granted-keys.ts';
import { happeningsOf, type Happening, type Happenings } from '../support/happenings.ts';
import { receivedIds, listenersOf, type Listeners } from '../support/listeners.ts';
import { isRemote } from '../support/target.ts';
import { without, unlessNone, type EventKind } from '../support/event-kinds.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, clients whose keys change, ${engine.name}`,
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
        'C-112 C-126 C-130 a client that loses its rights receives nothing from then on',
        unlessNone(keyedKinds),
        async () => {
          for (const kind of keyedKinds) {
            const listener = await listeners.listen(everything, { mechanism: 'api-key' });
            const first = await happens(kind);
            await listeners.settle();
            await grant(service, listener.name, without(kind.readBy));
            await listeners.settle();
            await happens(kind);
            await listeners.settle();
            assert.deepEqual(receivedIds(listener), [first], kind.name);
            await grant(service, listener.name, everything);
            await listeners.settle();
            const again = await happens(kind);
            await listeners.settle();
            assert.deepEqual(receivedIds(listener), [first, again], kind.name);
          }
        },
      );
    },
  );
}
