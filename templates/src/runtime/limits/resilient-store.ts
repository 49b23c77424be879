import type { FastifyBaseLogger } from 'fastify';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { memoryStore } from './memory-store.ts';
import type { QuotaStore, Standing } from './policy.ts';

/** Milliseconds that a request waits for the store. */
const patience = 500;
/** Milliseconds in which a store that failed is not asked again. */
const pause = 1000;

/**
 * A store whose outage is not the outage of the service.
 *
 * @param whenDown `open`: each replica counts for itself meanwhile; `closed`: nothing is answered but 503
 */
export function resilientStore(
  store: QuotaStore,
  whenDown: 'open' | 'closed',
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): QuotaStore {
  const local = memoryStore();
  let downUntil = 0;
  let isDown = false;

  return {
    async take(...request) {
      const now = request[3].getTime();
      // A clock that was set back must not keep it away for longer.
      if (now >= downUntil || downUntil - now > pause) {
        try {
          const standing = await inTime(store.take(...request));
          if (isDown) log.info('requests are counted for all replicas again');
          isDown = false;
          return standing;
        } catch (error) {
          // Logged once, and not for each request.
          if (!isDown) log.error({ err: error, whenDown }, 'the store of quotas does not answer');
          isDown = true;
          downUntil = now + pause;
        }
      }
      if (whenDown === 'open') return local.take(...request);
      throw new Problem(builtIn.serviceUnavailable, { headers: { 'retry-after': '1' } });
    },
    close: () => store.close(),
  };
}

function inTime(standing: Standing | Promise<Standing>): Standing | Promise<Standing> {
  if (!(standing instanceof Promise)) return standing;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${String(patience)} ms`));
    }, patience);
    standing.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
