import assert from 'node:assert/strict';
import type { Policy, QuotaStore } from '../../../src/runtime/limits/policy.ts';

/** How many requests are sent to use up a quota: a quota may allow thousands, and a password takes a while to check. */
const mostSent = 20;

interface Count {
  readonly policies: readonly Policy[];
  readonly cost: number;
  readonly now: Date;
}

export interface CountedStore extends QuotaStore {
  /**
   * Sends a request until it is counted so often. Where that is very often, the store only counts most of them, as it counted the second.
   *
   * @returns the answers to those that were sent
   */
  repeat<Answer>(times: number, send: () => Promise<Answer>): Promise<Answer[]>;
}

/** @param store where requests are counted now; a test may put another one in its place */
export function countedStore(store: () => QuotaStore): CountedStore {
  /** What the last request was counted for. */
  let counts = new Map<string, Count>();
  return {
    take(key, policies, cost, now) {
      counts.set(key, { policies, cost, now });
      return store().take(key, policies, cost, now);
    },
    close: () => store().close(),
    async repeat<Answer>(times: number, send: () => Promise<Answer>): Promise<Answer[]> {
      const answers: Answer[] = [];
      const sendOnce = async () => {
        counts = new Map();
        answers.push(await send());
        return counts;
      };
      if (times > mostSent) {
        const first = await sendOnce();
        // Each may come from an address of its own, whose count is not what is used up.
        const shared = [...(await sendOnce())].filter(([key]) => first.has(key));
        assert.ok(shared.length > 0, 'the requests are counted together');
        for (const [key, { policies, cost, now }] of shared) {
          await store().take(key, policies, cost * (times - mostSent), now);
        }
      }
      while (answers.length < Math.min(times, mostSent)) await sendOnce();
      return answers;
    },
  };
}
