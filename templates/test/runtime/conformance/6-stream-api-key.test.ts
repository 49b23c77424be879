import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { about, apiKeyHeader, everything } from '../../contract.ts';
import { apiKeyStore } from '../../../src/runtime/authentication/api-key-store.ts';
import { startConforming, testEngines, type ConformingService } from '../support/conformance.ts';
import { path, streamTesting, subjectsOf, type StreamTesting } from '../support/streams.ts';
import { isRemote } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, streams of clients with API keys, ${engine.name}`,
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
        'C-128 a key that is revoked or has expired ends the stream',
        needingEvents('clock', 'database'),
        async () => {
          const keys = apiKeyStore(service.database, about.vendor, service.newId);
          const made = {
            ...everything,
            now: service.now,
            expiresAt: new Date(service.now.getTime() + 20_000).toISOString(),
          };
          const expiring = await keys.make({ name: 'expires', ...made });
          const revoked = await keys.make({ ...everything, name: 'is revoked', now: service.now });
          const ending = [
            await streams.follow('', {}, service.address, { [apiKeyHeader]: expiring }),
            await streams.follow('', {}, service.address, { [apiKeyHeader]: revoked }),
          ];
          const stream = await streams.follow();
          service.later(15_000);
          await streams.work();
          for (const each of ending) await each.until(({ comments }) => comments.length === 1);
          await keys.revoke('is revoked', service.now);
          service.later(15_000);
          await streams.work();
          for (const each of ending) await each.until(({ hasEnded }) => hasEnded);
          const id = await streams.happens();
          assert.deepEqual(subjectsOf(await stream.holds(1)), [id]);
          assert.deepEqual(
            ending.map((each) => each.events),
            [[], []],
          );
          assert.equal((await service.anonymous('GET', path)).status, 401);
        },
      );
    },
  );
}
