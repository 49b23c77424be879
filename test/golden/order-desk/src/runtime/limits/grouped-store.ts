import type { Policy, QuotaStore, Standing } from './policy.ts';

/** A request that waits until the store has answered one before it. */
interface Waiting {
  readonly cost: number;
  readonly now: Date;
  resolve(standing: Standing): void;
  reject(error: unknown): void;
}

/**
 * Counts requests of one client together that come while the store counts another one of the same: a store elsewhere is asked once
 * for all of them, and the row of a client is not locked once for each. No request waits longer for it, and each stands where it would
 * stand if they had been counted one after another.
 */
export function groupedStore(store: QuotaStore): QuotaStore {
  /** By key: who waits. The key is there as long as the store counts for it. */
  const waiting = new Map<string, Waiting[]>();

  function countNext(key: string, policies: readonly Policy[]): void {
    const group = nextGroup(waiting.get(key) ?? [], mostAtOnce(policies));
    if (group.length === 0) {
      waiting.delete(key);
      return;
    }
    countTogether(store, key, policies, group)
      .catch((error: unknown) => {
        for (const each of group) each.reject(error);
      })
      .finally(() => countNext(key, policies));
  }

  return {
    take(key, policies, cost, now) {
      const others = waiting.get(key);
      if (others !== undefined) {
        return new Promise((resolve, reject) => {
          others.push({ cost, now, resolve, reject });
        });
      }
      const taken = store.take(key, policies, cost, now);
      if (!(taken instanceof Promise)) return taken;
      waiting.set(key, []);
      return taken.finally(() => countNext(key, policies));
    },
    close: () => store.close(),
  };
}

/** What a store may be asked for at once. */
function mostAtOnce(policies: readonly Policy[]): number {
  return Math.min(...policies.map(({ burst }) => burst));
}

/** Takes those that came first out of the list, as many as cost no more than that together. */
function nextGroup(all: Waiting[], most: number): Waiting[] {
  let total = 0;
  const end = all.findIndex(({ cost }) => {
    total += cost;
    return total > most;
  });
  return all.splice(0, end === -1 ? all.length : Math.max(1, end));
}

async function countTogether(
  store: QuotaStore,
  key: string,
  policies: readonly Policy[],
  group: readonly Waiting[],
): Promise<void> {
  const total = group.reduce((sum, { cost }) => sum + cost, 0);
  const latest = group.reduce((last, { now }) => (now > last ? now : last), new Date(0));
  const last = await store.take(key, policies, total, latest);
  if (!last.isAllowed) {
    await countEach(store, key, policies, group);
    return;
  }
  let later = total;
  for (const { cost, resolve } of group) {
    later -= cost;
    const levels = last.levels.map((level, index) => level - later * (policies[index]?.per ?? 0));
    resolve({ ...last, levels });
  }
}

/** For a group that costs too much together. After a refusal, each request that costs as much is refused without asking the store. */
async function countEach(
  store: QuotaStore,
  key: string,
  policies: readonly Policy[],
  group: readonly Waiting[],
): Promise<void> {
  let refused = Number.POSITIVE_INFINITY;
  let last: Standing | undefined;
  for (const { cost, now, resolve } of group) {
    if (last !== undefined && cost >= refused) {
      resolve({ ...last, isAllowed: false });
      continue;
    }
    last = await store.take(key, policies, cost, now);
    if (!last.isAllowed) refused = cost;
    resolve(last);
  }
}
