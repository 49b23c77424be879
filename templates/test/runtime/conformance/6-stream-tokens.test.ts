import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { startConforming, testEngines, type ConformingService } from '../support/conformance.ts';
import { streamTesting, subjectsOf, type StreamTesting } from '../support/streams.ts';
import { isRemote } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';

for (const engine of testEngines()) {
  describe(
    `part 6, streams of clients with tokens, ${engine.name}`,
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
        'C-128 a token that has expired ends the stream',
        needingEvents('clock', 'database'),
        async () => {
          for (const issuer of Object.values(service.credentials.issuers)) {
            const exp = Math.floor(service.now.getTime() / 1000) + 20;
            const token = await issuer.sign('expires', { claims: { exp } });
            const bearer = { authorization: `Bearer ${token}` };
            const ending = await streams.follow('', {}, service.address, bearer);
            const stream = await streams.follow();
            service.later(15_000);
            await streams.work();
            await ending.until(({ comments }) => comments.length === 1);
            // The clock of an issuer may be a minute behind.
            service.later(90_000);
            await streams.work();
            await ending.until(({ hasEnded }) => hasEnded);
            const id = await streams.happens();
            assert.deepEqual(subjectsOf(await stream.holds(1)), [id]);
          }
        },
      );
    },
  );
}
