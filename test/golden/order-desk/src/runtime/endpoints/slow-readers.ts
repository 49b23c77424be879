import type { Limits } from '../limits/limits.ts';

/** What an answer tells of itself, by HTTP/1.1 and HTTP/2 alike. */
interface Sent {
  /** Bytes that wait. */
  readonly writableLength: number;
  once(event: 'close', listener: () => void): void;
}

interface Watched {
  readonly cutOff: () => void;
  /** Bytes that waited when it was looked at. */
  pending: number;
  /** Since when none of them has left. */
  since: number;
}

export interface SlowReaders {
  /** Looks after an answer until all of it has left, or its client is cut off. */
  watch(response: Sent, cutOff: () => void): void;
}

/**
 * Cuts off clients that ask and do not read. What waits for them is memory of the service, and Node sets no limit to the
 * time. They have to take an answer as fast as they have to send a body.
 */
export function createSlowReaders({
  body,
  requestTimeout: patience,
}: Pick<Limits, 'body' | 'requestTimeout'>): SlowReaders {
  const answers = new Map<Sent, Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const [response, watched] of answers) {
      const { writableLength: pending } = response;
      if (pending === 0 || pending !== watched.pending) {
        watched.pending = pending;
        watched.since = now;
      } else if (now - watched.since > patience * (1 + pending / body)) {
        watched.cutOff();
      }
    }
    if (answers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  return {
    watch(response, cutOff) {
      answers.set(response, { pending: 0, since: 0, cutOff });
      response.once('close', () => answers.delete(response));
      timer ??= setInterval(look, Math.min(1000, patience / 4)).unref();
    },
  };
}
