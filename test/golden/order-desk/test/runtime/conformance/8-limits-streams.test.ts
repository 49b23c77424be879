import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { limits, mechanisms, selector } from '../../contract.ts';
import { createPlaces, mostStreams } from '../../../src/runtime/events/stream/places.ts';
import { prefix, startConforming, type ConformingService } from '../support/conformance.ts';
import { fetchByHost } from '../support/fetch-by-host.ts';
import { requestFor } from '../support/selected.ts';
import { needing } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';

/** Where hosts name versions, requests say theirs themselves. */
const fetch = selector.selectedBy === 'host' ? fetchByHost : globalThis.fetch;

const path = `${prefix}/events`;
type Headers = Readonly<Record<string, string>>;

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = needingEvents('server', 'database');

describe('part 8, limits of what a client holds open', () => {
  let service: ConformingService;
  /** With their answers: the client ends a stream as soon as nothing refers to its answer any more. */
  const open: { readonly stream: AbortController; readonly answer: Response }[] = [];

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());
  afterEach(() => {
    for (const { stream } of open.splice(0)) stream.abort();
  });

  /** @returns the status; the stream stays open */
  async function follow(client: Headers, address = service.address): Promise<number> {
    const stream = new AbortController();
    const { target, headers } = requestFor(path, client);
    const answer = await fetch(address + target, { headers, signal: stream.signal });
    if (answer.status === 200) open.push({ stream, answer });
    else await answer.body?.cancel();
    return answer.status;
  }

  async function followOften(client: Headers, address?: string): Promise<void> {
    // At once, so that none of them can be counted too late.
    const tries = Array.from({ length: mostStreams + 3 }, () => follow(client, address));
    const statuses = (await Promise.all(tries)).toSorted();
    const isRight = [...statuses.slice(0, mostStreams).map(() => 200), 429, 429, 429];
    assert.deepEqual(statuses, isRight);
  }

  /** Waits until the service knows that a stream was left. */
  async function untilThereIsRoom(client: Headers): Promise<void> {
    for (let attempt = 0; (await follow(client)) !== 200; attempt += 1) {
      assert.ok(attempt < 200, 'there is no room');
      await wait(5);
    }
  }

  /** Another one, as the service tells clients apart. */
  let clients = 0;
  const client = async (name: string): Promise<Headers> => {
    if (mechanisms.length > 0) return service.credentials.of(name);
    clients += 1;
    return { 'x-forwarded-for': `198.51.100.${String(clients)}` };
  };

  test(
    'C-128 C-161 a client has a limited number of streams open, and others have theirs',
    reach,
    async () => {
      const greedy = await client('greedy');
      await followOften(greedy);
      const refused = await service.anonymous('GET', path, { headers: greedy });
      assert.equal(refused.status, 429);
      assert.equal(refused.body['code'], 'quota-exceeded');
      assert.equal(
        refused.body['type'],
        'https://iana.org/assignments/http-problem-types#quota-exceeded',
      );
      assert.deepEqual(refused.body['violated-policies'], ['streams']);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      assert.equal(
        refused.headers.get('ratelimit-policy'),
        `"streams";q=${String(mostStreams)};qu="concurrent-requests"`,
      );
      assert.match(refused.headers.get('ratelimit') ?? '', /^"streams";[ra]=0;[tw]=[1-9]/);
      // It asks for the head alone, which holds nothing open.
      assert.equal((await service.anonymous('HEAD', path, { headers: greedy })).status, 200);
      assert.equal(await follow(await client('modest')), 200);
    },
  );

  test(
    'C-128 C-161 a stream that is left makes room for another one, and for no more',
    reach,
    async () => {
      const leaving = await client('leaving');
      await followOften(leaving);
      for (let turn = 0; turn < 3; turn += 1) {
        open.shift()?.stream.abort();
        await untilThereIsRoom(leaving);
        assert.equal(await follow(leaving), 429);
      }
    },
  );

  test('C-128 C-161 each replica counts what is open at it', reach, async () => {
    const spread = await client('spread');
    await followOften(spread);
    const replica = service.createReplica();
    const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
    try {
      await followOften(spread, address);
    } finally {
      await replica.server.close();
    }
  });

  test('C-161 a place is given back once, however often that is said', needing('server'), () => {
    const places = createPlaces(limits.quotaFields, 1);
    const leave = places.take('a');
    assert.throws(() => places.take('a'), /quota-exceeded/);
    leave();
    leave();
    places.take('a');
    assert.throws(() => places.take('a'), /quota-exceeded/);
    places.take('b');
  });
});
