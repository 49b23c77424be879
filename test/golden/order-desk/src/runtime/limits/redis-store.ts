import { createClient } from '@redis/client';
import type { QuotaStore } from './policy.ts';
import { longestMemory } from './rate.ts';

/**
 * The arithmetic of `rate.ts`, in one step for all replicas. Its key is gone when there is nothing left to remember, so no
 * counter can stay behind.
 *
 * KEYS: the client. ARGV: now, cost, memory, and for each policy requests, per and capacity.
 * Answers 1 or 0 and the instant and the levels, as text because a level may have more than 32 bits.
 */
const script = `
local now, cost, memory = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local policies = (#ARGV - 3) / 3
local before = tonumber(redis.call('HGET', KEYS[1], 'at') or now)
local at = math.max(before, now)
local elapsed = at - before
local allowed = 1
local levels = {}
for index = 1, policies do
  local requests, per, capacity = tonumber(ARGV[3 * index + 1]), tonumber(ARGV[3 * index + 2]), tonumber(ARGV[3 * index + 3])
  local level = tonumber(redis.call('HGET', KEYS[1], 'level' .. index) or 0)
  levels[index] = math.max(0, level - requests * elapsed)
  if levels[index] + cost * per > capacity then allowed = 0 end
end
local answer = { allowed, string.format('%.0f', at) }
local kept = { 'at', answer[2] }
for index = 1, policies do
  local level = levels[index] + allowed * cost * tonumber(ARGV[3 * index + 2])
  local text = string.format('%.0f', level)
  answer[index + 2] = text
  kept[2 * index + 1] = 'level' .. index
  kept[2 * index + 2] = text
end
if allowed == 1 then
  redis.call('HSET', KEYS[1], unpack(kept))
  redis.call('PEXPIRE', KEYS[1], memory)
end
return answer
`;

/**
 * Counts in Redis, for all replicas.
 *
 * @param url `redis://…` or `rediss://…`
 * @param prefix of the keys: other services may use the same Redis
 */
export async function redisStore(url: string, prefix: string): Promise<QuotaStore> {
  const client = createClient({
    url,
    // While Redis does not answer, requests do not wait for it.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
      reconnectStrategy: (attempts) => Math.min(100 * attempts, 2000),
    },
  });
  // Each request that needs the store reports its failure.
  client.on('error', () => {});
  let digest = '';
  // Where nothing answers it goes on trying.
  const connected = client.connect().catch(() => undefined);
  await Promise.race([connected, ready(client)]);

  return {
    async take(key, policies, cost, now) {
      const values = [
        now.getTime(),
        cost,
        longestMemory(policies),
        ...policies.flatMap(({ requests, per, burst }) => [requests, per, burst * per]),
      ].map(String);
      const options = { keys: [`${prefix}:${key}`], arguments: values };
      const answer = (await run(options)) as readonly (number | string)[];
      const [allowed, at, ...levels] = answer.map(Number);
      return { isAllowed: allowed === 1, at: at ?? 0, levels };
    },
    async close() {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };

  /** By its digest: the script is sent once. Redis forgets it when it starts again. */
  async function run(options: { keys: string[]; arguments: string[] }): Promise<unknown> {
    try {
      digest ||= await client.scriptLoad(script);
      return await client.evalSha(digest, options);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(script, options);
    }
  }
}

/** Resolves at the first error too: the service starts while Redis is down. */
function ready(client: { once(event: 'error', listener: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => {
    client.once('error', resolve);
  });
}
