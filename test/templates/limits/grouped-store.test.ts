import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { groupedStore } from '../../../templates/src/runtime/limits/grouped-store.ts';
import { memoryStore } from '../../../templates/src/runtime/limits/memory-store.ts';
import type { Policy, QuotaStore } from '../../../templates/src/runtime/limits/policy.ts';

const policies: readonly Policy[] = [
  { name: 'default', requests: 10, per: 60_000, burst: 12 },
  { name: 'burst', requests: 4, per: 1000, burst: 8 },
];
const now = new Date('2026-03-01T12:00:00.000Z');

/** A store that answers only when a test lets it, and lists the requests that it got. */
function distantStore() {
  const local = memoryStore();
  const asked: { readonly key: string; readonly cost: number }[] = [];
  const open: (() => void)[] = [];
  let failure: Error | undefined;
  const store: QuotaStore = {
    take(key, all, cost, instant) {
      asked.push({ key, cost });
      return new Promise((resolve, reject) => {
        open.push(() => {
          if (failure === undefined) resolve(local.take(key, all, cost, instant));
          else reject(failure);
        });
      });
    },
    close: () => Promise.resolve(),
  };
  return {
    store,
    asked,
    fail(error: Error | undefined) {
      failure = error;
    },
    /** Answers every request, and those that follow from the answers. */
    async answerAll() {
      while (open.length > 0) {
        open.shift()?.();
        await new Promise(setImmediate);
      }
    },
  };
}

test('requests that come together stand where they would stand one after another', async () => {
  const costs = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(costs, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const distant = distantStore();
      const grouped = groupedStore(distant.store);
      const alone = memoryStore();
      for (const [round, each] of rounds.entries()) {
        const instant = new Date(now.getTime() + round * 700);
        const together = each.map((cost) => grouped.take('a', policies, cost, instant));
        await distant.answerAll();
        const expected = each.map((cost) => alone.take('a', policies, cost, instant));
        assert.deepEqual(await Promise.all(together), expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('a client that asks twenty times at once costs two questions where all pass, and three where none does', async () => {
  const many = [{ name: 'many', requests: 100, per: 1000, burst: 100 }];
  const distant = distantStore();
  const grouped = groupedStore(distant.store);
  const passing = Array.from({ length: 20 }, () => grouped.take('a', many, 1, now));
  await distant.answerAll();
  const levels = (await Promise.all(passing)).map(({ levels: [level] }) => level);
  assert.deepEqual(
    levels,
    Array.from({ length: 20 }, (_, index) => (index + 1) * 1000),
  );
  assert.deepEqual(
    distant.asked.map(({ cost }) => cost),
    [1, 19],
  );
  const rest = grouped.take('a', many, 80, now);
  await distant.answerAll();
  assert.ok((await rest).isAllowed);
  distant.asked.length = 0;
  const refused = Array.from({ length: 20 }, () => grouped.take('a', many, 1, now));
  await distant.answerAll();
  assert.ok((await Promise.all(refused)).every(({ isAllowed }) => !isAllowed));
  assert.deepEqual(
    distant.asked.map(({ cost }) => cost),
    [1, 19, 1],
  );
});

test('no group asks for more than there ever is', async () => {
  const distant = distantStore();
  const grouped = groupedStore(distant.store);
  const all = Array.from({ length: 30 }, () => grouped.take('a', policies, 3, now));
  await distant.answerAll();
  const passed = (await Promise.all(all)).filter(({ isAllowed }) => isAllowed);
  assert.equal(passed.length, 2);
  assert.ok(distant.asked.every(({ cost }) => cost <= 8));
});

test('clients do not wait for each other', async () => {
  const distant = distantStore();
  const grouped = groupedStore(distant.store);
  const all = ['a', 'b', 'a', 'c'].map((key) => grouped.take(key, policies, 1, now));
  assert.deepEqual(
    distant.asked.map(({ key }) => key),
    ['a', 'b', 'c'],
  );
  await distant.answerAll();
  assert.ok((await Promise.all(all)).every(({ isAllowed }) => isAllowed));
});

test('a store that fails fails for everybody who waits, and is asked again by the next one', async () => {
  const distant = distantStore();
  const grouped = groupedStore(distant.store);
  distant.fail(new Error('gone'));
  const all = Promise.allSettled([1, 2, 3].map(() => grouped.take('a', policies, 1, now)));
  await distant.answerAll();
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  distant.fail(undefined);
  const next = grouped.take('a', policies, 1, now);
  await distant.answerAll();
  assert.ok((await next).isAllowed);
});
