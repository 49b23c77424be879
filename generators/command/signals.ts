import { watchInterruptions, type Interruptions } from './interruptions.ts';
import { isPromptCancelled } from './prompt-cancelled.ts';
import { printError, showCursor } from './output.ts';

/**
 * Does the work of a command and ends the process when the person stops it: with Ctrl-C, where input ends, or by leaving a
 * question. `stopped` has the last words and tells the exit status.
 */
export async function withSignals(
  work: (interruptions: Interruptions) => Promise<number>,
  { left, stopped }: { left: AbortSignal | undefined; stopped: () => number },
): Promise<number> {
  const stop = (): never => {
    if (process.stderr.isTTY) printError(showCursor);
    return process.exit(stopped());
  };
  const interruptions = watchInterruptions(stop);
  // Where input ends, a question is never answered, and nothing is left that Node would wait for.
  process.once('beforeExit', stop);
  const onLeft = (): void => {
    if (isPromptCancelled(left?.reason)) stop();
  };
  left?.addEventListener('abort', onLeft);
  try {
    const status = await work(interruptions);
    interruptions.tooLate(status);
    return status;
  } catch (error) {
    interruptions.stop();
    throw error;
  } finally {
    process.off('beforeExit', stop);
    left?.removeEventListener('abort', onLeft);
  }
}
