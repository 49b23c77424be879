import assert from 'node:assert/strict';
import {
  load,
  success,
  type EvolvedService,
  type Receiver,
  type Stream,
} from './evolved-service.ts';

/** An event of one resource. */
interface Told {
  readonly type: string;
  readonly data: { readonly id: string; readonly resource: unknown };
}

/**
 * What those are told who follow the stream and who have a webhook endpoint, both of a version.
 *
 * @param prefixes of the addresses of each version
 * @param make makes a resource while they listen, and says its identifier
 * @returns for each version what is told of it, first by the stream
 */
export async function toldAt(
  directory: string,
  service: EvolvedService,
  prefixes: readonly string[],
  make: () => Promise<string>,
): Promise<readonly (readonly Told[])[]> {
  const { request, credential, address } = service;
  const { followEvents } = await load<{
    followEvents(url: string, headers: Readonly<Record<string, string>>): Promise<Stream>;
  }>(directory, 'test/runtime/support/event-stream.ts');
  const { startReceiver } = await load<{ startReceiver(): Promise<Receiver> }>(
    directory,
    'test/runtime/support/receiver.ts',
  );
  const streams: Stream[] = [];
  const receivers: Receiver[] = [];
  try {
    for (const prefix of prefixes) {
      streams.push(await followEvents(`${address}${prefix}/events`, credential));
      const receiver = await startReceiver();
      receivers.push(receiver);
      const body = { url: receiver.url };
      await success(request('POST', `${prefix}/webhook-endpoints`, { body }));
    }
    const id = await make();
    for (let round = 0; round < 3; round += 1) await service.work();
    // Besides, what happens to versions is told.
    for (const stream of streams) {
      await stream.until(({ events }) => events.some(({ data }) => data.includes(id)));
    }
    return prefixes.map((prefix, index) => {
      const streamed = streams[index]?.events.map(({ data }) => JSON.parse(data) as Told) ?? [];
      const delivered =
        receivers[index]?.received.map(({ event }) => event as unknown as Told) ?? [];
      return [streamed, delivered].map((events) => {
        const found = events.find(({ data }) => data.id === id);
        assert.ok(found !== undefined, `nothing is told at ${prefix}`);
        return found;
      });
    });
  } finally {
    for (const stream of streams) stream.close();
    for (const receiver of receivers) await receiver.stop();
  }
}
