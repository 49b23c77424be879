import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { everything, hidingKinds } from '../../contract.ts';
import {
  madeAt,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { happeningsOf, type Happening, type Happenings } from '../support/happenings.ts';
import {
  receivedIds,
  listenersOf,
  receivedBy,
  type Listener,
  type Listeners,
} from '../support/listeners.ts';
import { isRemote, needing } from '../support/target.ts';
import {
  calledFor,
  sampleOf,
  without,
  unlessNone,
  type EventKind,
} from '../support/event-kinds.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, the members that each reader gets, ${engine.name}`,
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
        'C-114 C-130 a member that a client does not see is in no event that it gets',
        unlessNone(hidingKinds),
        async () => {
          // No field has such a name.
          const open = 'of everybody';
          for (const kind of hidingKinds) {
            for (const { member, readableBy } of kind.hidden) {
              const few = without(readableBy);
              const all = await listeners.listen(everything, calledFor(kind, everything));
              const some = await listeners.listen(few, calledFor(kind, few));
              await happens(kind, {
                data: {
                  resource: { [member]: 'for few', [open]: 'for all' },
                  changed: [member, open],
                },
              });
              const thin = await happens(kind);
              await listeners.settle();
              const dataOf = (listener: Listener) =>
                receivedBy(listener).find(({ data }) => data.id !== thin)?.data;
              assert.deepEqual(dataOf(all)?.resource, { [member]: 'for few', [open]: 'for all' });
              assert.deepEqual(dataOf(all)?.changed, [member, open]);
              assert.deepEqual(dataOf(some)?.resource, { [open]: 'for all' }, member);
              assert.deepEqual(dataOf(some)?.changed, [open], member);
              assert.ok(receivedIds(some).includes(thin));
            }
          }
        },
      );

      const announced = hidingKinds.filter(
        (kind) => sampleOf(kind) !== undefined && kind.types.includes(`${kind.name}.created`),
      );

      test(
        'C-114 C-130 an event shows of a resource what a request would',
        announced.length > 0
          ? needing('clock', 'database')
          : {
              skip: 'no request creates a row that has events and members that only some callers see',
            },
        async () => {
          for (const kind of announced) {
            const sample = sampleOf(kind);
            assert.ok(sample !== undefined);
            const readers: Listener[] = [];
            for (const granted of [
              everything,
              ...kind.hidden.map(({ readableBy }) => without(readableBy)),
            ]) {
              readers.push(await listeners.listen(granted, calledFor(kind, granted)));
            }
            const collection = await service.make.collection(sample);
            const made = await service.request('POST', collection, {
              body: await service.make.body(sample),
            });
            assert.equal(made.status, 201, made.text);
            await listeners.settle();
            for (const reader of readers) {
              const { body } = await reader.client('GET', madeAt(made));
              const [event] = receivedBy(reader);
              assert.equal(event?.data.id, body['id']);
              if (event?.data.resource !== undefined) assert.deepEqual(event.data.resource, body);
            }
          }
        },
      );

      test('C-114 C-129 the documents demand no member of events that not everybody sees', async () => {
        const { schemas } = (
          (await service.anonymous('GET', '/asyncapi.json')).body as {
            components: {
              schemas: Readonly<
                Record<string, { properties?: Record<string, { required?: string[] }> }>
              >;
            };
          }
        ).components;
        for (const { hidden, types } of hidingKinds) {
          for (const type of types) {
            const words = type
              .split(/[.-]/)
              .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
            const required =
              schemas[`${words.join('')}Data`]?.properties?.['resource']?.required ?? [];
            for (const { member } of hidden)
              assert.ok(!required.includes(member), `${type}: ${member}`);
          }
        }
      });
    },
  );
}
