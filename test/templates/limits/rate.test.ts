import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Policy, Standing } from '../../../templates/src/runtime/limits/policy.ts';
import {
  afterRequest,
  levelAt,
  longestMemory,
  remaining,
  waitFor,
} from '../../../templates/src/runtime/limits/rate.ts';

const anyPolicy = fc
  .record({
    requests: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1_000_000 })),
    seconds: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 86_400 })),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ requests, seconds, part }): Policy => ({
    name: 'any',
    requests,
    per: 1000 * seconds,
    burst: Math.max(1, Math.round(requests * part)),
  }));

const anyPolicies = fc.array(anyPolicy, { minLength: 1, maxLength: 2 });
const anyRequests = fc.array(
  fc.record({
    pause: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 0, max: 100_000_000 }),
    ),
    share: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { minLength: 1, maxLength: 80 },
);

interface Passed {
  readonly at: bigint;
  readonly cost: bigint;
}

/** The definition: from whichever request on, no more pass than may come at once and what has come back since. */
function permits(policy: Policy, passed: readonly Passed[], at: bigint, cost: bigint): boolean {
  const per = BigInt(policy.per);
  const whole = BigInt(policy.burst) * per;
  let sum = cost;
  if (sum * per > whole) return false;
  for (const earlier of passed.toReversed()) {
    sum += earlier.cost;
    if (sum * per > whole + BigInt(policy.requests) * (at - earlier.at)) return false;
  }
  return true;
}

test('what passes is what the definition permits, to the millisecond, for all policies together', () => {
  fc.assert(
    fc.property(anyPolicies, anyRequests, (policies, requests) => {
      const most = Math.min(...policies.map(({ burst }) => burst));
      const passed: Passed[] = [];
      let standing: Standing | undefined;
      let now = 1_700_000_000_000;
      for (const { pause, share } of requests) {
        now += pause;
        const cost = Math.max(1, Math.round(share * most));
        const expected = policies.every((policy) =>
          permits(policy, passed, BigInt(now), BigInt(cost)),
        );
        standing = afterRequest(standing, policies, cost, now);
        assert.equal(standing.isAllowed, expected);
        if (expected) passed.push({ at: BigInt(now), cost: BigInt(cost) });
      }
    }),
    { numRuns: 3000 },
  );
});

test('the wait is the shortest one, and what is left is what passes', () => {
  fc.assert(
    fc.property(anyPolicy, anyRequests, (policy, requests) => {
      let standing: Standing | undefined;
      let now = 1_700_000_000_000;
      for (const { pause, share } of requests) {
        now += pause;
        standing = afterRequest(
          standing,
          [policy],
          Math.max(1, Math.round(share * policy.burst)),
          now,
        );
      }
      const [level = 0] = standing?.levels ?? [];
      const wait = waitFor(policy, level, 1);
      const passesAt = (instant: number, cost: number) =>
        afterRequest(standing, [policy], cost, instant).isAllowed;
      assert.equal(passesAt(now + wait, 1), true);
      if (wait > 0) assert.equal(passesAt(now + wait - 1, 1), false);
      const left = remaining(policy, level);
      if (left > 0) assert.equal(passesAt(now, left), true);
      if (left < policy.burst) assert.equal(passesAt(now, left + 1), false);
      assert.equal(passesAt(now + longestMemory([policy]), policy.burst), true);
      if (wait > 0) assert.equal(waitFor(policy, levelAt(policy, wait), 1), wait);
    }),
    { numRuns: 2000 },
  );
});

test('a burst of one spaces requests out: in no time of a whole `per` more pass than the policy names', () => {
  fc.assert(
    fc.property(anyPolicy, anyRequests, (any, requests) => {
      const policy = { ...any, burst: 1 };
      const passed: number[] = [];
      let standing: Standing | undefined;
      let now = 0;
      for (const { pause } of requests) {
        now += pause;
        standing = afterRequest(standing, [policy], 1, now);
        if (!standing.isAllowed) continue;
        passed.push(now);
        const within = passed.filter((at) => at > now - policy.per);
        assert.ok(within.length <= policy.requests);
      }
    }),
  );
});
