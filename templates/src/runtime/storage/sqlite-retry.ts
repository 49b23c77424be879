import { setTimeout } from 'node:timers/promises';
import { Unavailable } from './errors.ts';

/**
 * Tries again while another process holds the database. SQLite would wait by itself for most of what it is asked for, and
 * stop this process from answering meanwhile.
 *
 * @param patience milliseconds
 * @throws {Unavailable} what the last attempt threw
 */
export async function retryWhileBusy<Result>(
  patience: number,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > deadline) throw error;
    }
    await setTimeout(pause);
  }
}
