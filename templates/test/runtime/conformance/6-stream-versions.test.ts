import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { about, emitted, renamedIn, receivableTypes, versions } from '../../contract.ts';
import { versionValue, type ApiVersion } from '../../../src/runtime/versioning/version.ts';
import { startConforming, testEngines, type ConformingService } from '../support/conformance.ts';
import { followEvents, type EventStream } from '../support/event-stream.ts';
import { isRemote } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';

/** Versions that end, and take new clients until then. */
const leaving = versions.filter(
  ({ sunset, closed }) => sunset !== undefined && closed === undefined,
);

/** An event that a version has, as it is called there: if possible one that clients of tests receive. */
function typeIn({ label }: ApiVersion): string {
  const { events } = renamedIn(label);
  const [type = ''] = [...receivableTypes, ...emitted.map((each) => each.type)].flatMap(
    (newest) => {
      const { [newest]: own = newest } = events;
      return own ?? [];
    },
  );
  return type;
}

for (const engine of testEngines()) {
  describe(
    `part 6, streams of versions that end, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      const opened: EventStream[] = [];

      before(async () => {
        if (!isRemote()) service = await startConforming(engine);
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(() => {
        for (const stream of opened.splice(0)) stream.close();
      });

      test(
        'C-127 C-128 a stream ends with its version on every replica, which is the last thing it says',
        leaving.length > 0
          ? needingEvents('clock', 'database')
          : { skip: 'no version that clients can still begin to use ends' },
        async () => {
          const { now } = service;
          const replica = service.createReplica();
          const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
          const replicas = [service.app, replica];
          try {
            for (const version of leaving) {
              const end = Date.parse(version.sunset ?? '');
              service.now = new Date(end - 10_000);
              const credential = await service.credentials.of(`leaving-${version.label}`);
              const open = (at: string, headers: Readonly<Record<string, string>> = {}) =>
                followEvents(
                  `${at}/v${version.label}/events?types=${typeIn(version)}`,
                  { ...credential, ...headers },
                  { withVersions: true },
                );
              const ending = [await open(service.address), await open(address)];
              opened.push(...ending);
              for (const stream of ending) await stream.until(({ retry }) => retry !== undefined);
              service.now = new Date(end - 1000);
              for (const { background } of replicas) await background.run();
              for (const stream of ending) assert.ok(!stream.hasEnded);
              const counts = ending.map(({ events }) => events.length);

              service.now = new Date(end);
              for (const { background } of replicas) await background.run();
              for (const [index, stream] of ending.entries()) {
                await stream.until(({ hasEnded }) => hasEnded);
                const last = stream.events.at(-1);
                assert.equal(stream.events.length, (counts[index] ?? 0) + 1);
                assert.equal(last?.type, `com.${about.vendor}.api.version.sunset`);
                const { data } = JSON.parse(last.data) as {
                  readonly data: { readonly version: object };
                };
                const { sunset, migrationGuide } = version;
                assert.deepEqual(
                  { migrationGuide: undefined, ...data.version, successor: undefined },
                  {
                    version: versionValue(version),
                    transition: 'sunset',
                    at: service.now.toISOString(),
                    state: 'sunset',
                    sunset,
                    migrationGuide,
                    successor: undefined,
                  },
                );
                assert.equal(
                  (await open(service.address, { 'last-event-id': last.id })).status,
                  410,
                );
              }
            }
          } finally {
            await replica.server.close();
            service.now = now;
          }
        },
      );
    },
  );
}
