import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { limits } from '../../contract.ts';
import type { Operation } from '../../../src/runtime/endpoints/route.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import type { Policy, QuotaStore } from '../../../src/runtime/limits/policy.ts';
import { createQuotas } from '../../../src/runtime/limits/quotas.ts';
import { redisStore } from '../../../src/runtime/limits/redis-store.ts';
import { resilientStore } from '../../../src/runtime/limits/resilient-store.ts';

import { operation, startBareServer } from '../support/bare-server.ts';
import { prefix } from '../support/conformance.ts';
import { quotaStores, type OpenStores } from '../support/quota-stores.ts';
import { needing } from '../support/target.ts';

const hundred: Policy = { name: 'default', requests: 100, per: 60_000, burst: 100 };
const twenty: Policy = { name: 'burst', requests: 20, per: 1000, burst: 20 };
/** Comes back in parts of a millisecond. */
const crooked: Policy = { name: 'crooked', requests: 7, per: 3000, burst: 5 };
const start = new Date('2026-01-01T00:00:00Z').getTime();
const at = (milliseconds: number) => new Date(start + milliseconds);

const thing = {
  path: '/thing',
  operations: {
    GET: { ...operation, handle: () => ({ status: 200, body: {} }) } satisfies Operation,
  },
};

/** How many of so many requests at the same time pass, sent to one replica after the other. */
async function passing(
  { stores }: OpenStores,
  client: string,
  policies: readonly Policy[],
  requests: number,
  now: Date,
): Promise<number> {
  const standings = await Promise.all(
    Array.from({ length: requests }, (_, index) =>
      stores[index % stores.length]?.take(client, policies, 1, now),
    ),
  );
  return standings.filter((standing) => standing?.isAllowed).length;
}

/** A server for each replica, whose clock is held. */
async function serving<Result>(
  opened: OpenStores,
  work: (send: (index: number) => Promise<number>) => Promise<Result>,
): Promise<Result> {
  const servers = await Promise.all(
    opened.stores.map((store) => {
      const held: QuotaStore = {
        take: (key, policies, cost) => store.take(key, policies, cost, at(0)),
        close: async () => {},
      };
      return startBareServer([thing], {
        quotas: createQuotas(held, { client: [hundred] }, limits.quotaFields),
      });
    }),
  );
  try {
    return await work(async (index) => {
      const answer = await servers[index % servers.length]?.request('GET', `${prefix}/thing`);
      return answer?.status ?? 0;
    });
  } finally {
    for (const server of servers) await server.stop();
  }
}

for (const { name, missing, isShared, open } of quotaStores) {
  describe(`part 8, limits, counted in ${name}`, () => {
    const options = missing === undefined ? needing('database') : { skip: missing };
    /** Each test counts for clients of its own. */
    let opened: OpenStores;

    before(async () => {
      if (options.skip === false) opened = await open();
    });
    after(async () => {
      if (options.skip === false) await opened.close();
    });

    test(
      'C-158 of 200 requests at the same time against a quota of 100 exactly 100 succeed',
      options,
      async () => {
        const statuses = await serving(opened, (send) =>
          Promise.all(Array.from({ length: 200 }, (_, index) => send(index))),
        );
        const counts = new Map<number, number>();
        for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
        // Any other status says what kept a request from being counted.
        assert.deepEqual(Object.fromEntries(counts), { 200: 100, 429: 100 });
      },
    );

    test('C-158 at the edge of a window no more pass than come back by then', options, async () => {
      const quick: Policy = { name: 'default', requests: 100, per: 2000, burst: 100 };
      assert.equal(await passing(opened, 'at an edge', [quick], 150, at(1900)), 100);
      // A fixed window would let another hundred through.
      assert.equal(await passing(opened, 'at an edge', [quick], 150, at(2000)), 5);
      assert.equal(await passing(opened, 'at an edge', [quick], 150, at(2019)), 0);
      assert.equal(await passing(opened, 'at an edge', [quick], 150, at(2020)), 1);
      assert.equal(await passing(opened, 'at an edge', [quick], 150, at(4020)), 100);
    });

    test('C-158 it agrees with the definition, whatever comes when', options, async () => {
      for (const policies of [[crooked], [twenty, hundred], [crooked, twenty]]) {
        const key = JSON.stringify(policies);
        const passed: { at: number; cost: number }[] = [];
        let now = 0;
        for (let index = 0; index < 300; index += 1) {
          now += [0, 0, 1, 13, 77, 428, 429, 3000][mixed(index) % 8] ?? 0;
          const cost = 1 + (mixed(index + 1000) % 4);
          const store = opened.stores[index % opened.stores.length];
          const standing = await store?.take(key, policies, cost, at(now));
          const isPermitted = policies.every((policy) => permits(policy, passed, now, cost));
          assert.equal(
            standing?.isAllowed,
            isPermitted,
            `request ${String(index)} at ${String(now)}`,
          );
          if (isPermitted) passed.push({ at: now, cost });
        }
        assert.ok(passed.length > 20 && passed.length < 290);
      }
    });

    test('C-158 a clock that is behind gives nothing back', options, async () => {
      assert.equal(await passing(opened, 'behind', [crooked], 10, at(10_000)), 5);
      assert.equal(await passing(opened, 'behind', [crooked], 10, at(0)), 0);
      assert.equal(await passing(opened, 'behind', [crooked], 10, at(10_000)), 0);
      assert.equal(await passing(opened, 'behind', [crooked], 10, at(13_000)), 5);
    });

    test(
      'C-097 C-158 replicas count together',
      isShared ? options : { skip: 'a process counts for itself in it' },
      async () => {
        const [one, other] = opened.stores;
        for (let index = 0; index < 5; index += 1) {
          assert.equal((await one?.take('a', [crooked], 1, at(0)))?.isAllowed, true);
        }
        assert.equal((await other?.take('a', [crooked], 1, at(0)))?.isAllowed, false);
        assert.equal((await other?.take('b', [crooked], 1, at(0)))?.isAllowed, true);
      },
    );

    test('C-157 what is refused changes nothing, for none of the policies', options, async () => {
      const policies = [crooked, hundred];
      assert.equal(await passing(opened, 'refused', policies, 500, at(0)), 5);
      const [store] = opened.stores;
      // 428 ms do not bring one back, 429 do: a seventh of three seconds.
      assert.equal((await store?.take('refused', policies, 1, at(428)))?.isAllowed, false);
      const standing = await store?.take('refused', policies, 1, at(429));
      assert.equal(standing?.isAllowed, true);
      assert.equal(standing.levels[1], 6 * 60_000 - 429 * 100);
    });
  });
}

describe('part 8, limits, while the store does not answer', () => {
  const failing: QuotaStore = {
    take: () => Promise.reject(new Error('down')),
    close: async () => {},
  };

  test(
    'C-159 a failure of the store is logged once, and requests are counted here meanwhile',
    needing('server'),
    async () => {
      const lines: string[] = [];
      const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
      let isDown = true;
      const memory = memoryStore();
      const flaky: QuotaStore = {
        take: (...request) => (isDown ? failing.take(...request) : memory.take(...request)),
        close: async () => {},
      };
      const store = resilientStore(flaky, 'open', logger);
      for (let index = 0; index < 20; index += 1) {
        const { isAllowed } = await store.take('a', [crooked], 1, at(0));
        assert.equal(isAllowed, index < 5);
      }
      assert.equal(lines.length, 1);
      isDown = false;
      // It is left in peace for a second, and asked again after that.
      assert.equal((await store.take('a', [crooked], 1, at(400))).isAllowed, false);
      assert.equal((await store.take('a', [crooked], 5, at(1000))).isAllowed, true);
      assert.equal(lines.length, 2);
    },
  );

  test(
    'C-159 where the specification says closed, the answer is 503 meanwhile',
    needing('server'),
    async () => {
      const store = resilientStore(failing, 'closed', pino({ level: 'silent' }));
      const server = await startBareServer([thing], {
        quotas: createQuotas(store, { client: [hundred] }, limits.quotaFields),
      });
      try {
        const answer = await server.request('GET', `${prefix}/thing`);
        assert.equal(answer.status, 503);
        assert.equal(answer.headers.get('retry-after'), '1');
        assert.equal(answer.body['code'], 'service-unavailable');
      } finally {
        await server.stop();
      }
    },
  );

  test('C-159 a store that says nothing does not hold requests up', needing('server'), async () => {
    const silent: QuotaStore = { take: () => new Promise(() => {}), close: async () => {} };
    const store = resilientStore(silent, 'open', pino({ level: 'silent' }));
    const before = performance.now();
    for (let index = 0; index < 5; index += 1) {
      assert.equal((await store.take('a', [crooked], 1, at(0))).isAllowed, true);
    }
    assert.ok(performance.now() - before < 2000);
  });

  test(
    'C-159 a Redis that is not there keeps neither the service from starting nor a request waiting',
    needing('server'),
    async () => {
      const redis = await redisStore('redis://127.0.0.1:1', 'test');
      const store = resilientStore(redis, 'open', pino({ level: 'silent' }));
      try {
        assert.equal((await store.take('a', [crooked], 1, at(0))).isAllowed, true);
        await assert.rejects(async () => redis.take('a', [crooked], 1, at(0)));
      } finally {
        // It would go on looking for it.
        await store.close();
      }
    },
  );

  test(
    'C-158 memory forgets who has not asked for long, and grows no further',
    needing('server'),
    async () => {
      const store = memoryStore(100);
      for (let index = 0; index < 5; index += 1) await store.take('known', [crooked], 1, at(0));
      for (let index = 0; index < 150; index += 1) {
        await store.take(`other ${String(index)}`, [crooked], 1, at(0));
        assert.equal((await store.take('known', [crooked], 1, at(0))).isAllowed, false);
      }
      for (let index = 0; index < 201; index += 1) {
        await store.take(`stranger ${String(index)}`, [crooked], 1, at(0));
      }
      assert.equal((await store.take('known', [crooked], 1, at(0))).isAllowed, true);
    },
  );
});

/**
 * The definition: from whichever request on, no more passed than may come at once and what has come back since.
 */
function permits(
  { requests, per, burst }: Policy,
  passed: readonly { readonly at: number; readonly cost: number }[],
  now: number,
  cost: number,
): boolean {
  let sum = cost;
  if (sum > burst) return false;
  for (const earlier of passed.toReversed()) {
    sum += earlier.cost;
    if (sum * per > burst * per + requests * (now - earlier.at)) return false;
  }
  return true;
}

/** Numbers without an order that could be seen. */
function mixed(index: number): number {
  return (Math.imul(index + 1, 2_654_435_761) >>> 8) % 1009;
}
