import type { QuotaStore, Standing } from './policy.ts';
import { afterRequest } from './rate.ts';

/** Clients of one generation: a few megabytes. */
const limit = 20_000;

/**
 * Counts in this process, for a service that runs as one. However many addresses ask, it grows to two generations of
 * clients: a client that sends nothing during a whole generation is forgotten, at no cost for each request.
 */
export function memoryStore(generation = limit): QuotaStore {
  let current = new Map<string, Standing>();
  let previous = new Map<string, Standing>();

  return {
    take(key, policies, cost, now) {
      const before = current.get(key) ?? previous.get(key);
      const standing = afterRequest(before, policies, cost, now.getTime());
      if (current.size >= generation && !current.has(key)) {
        previous = current;
        current = new Map();
      }
      current.set(key, standing);
      return standing;
    },
    close: () => Promise.resolve(),
  };
}
