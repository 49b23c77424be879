import type { Limits } from '../limits/limits.ts';

/** A connection of HTTP/1.1, or an answer of HTTP/2. */
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
  /** Looks after what is sent, until it is closed or its client is cut off. */
  watch(sent: Sent, cutOff: () => void): void;
}

/**
 * Cuts off clients that ask and do not read. What waits for them is memory of the service, and Node sets no limit to the
 * time. They have to take an answer as fast as they have to send a body. Connections are looked at, and not each answer on them:
 * most answers have left before anybody could look.
 */
export function createSlowReaders({
  body,
  requestTimeout: patience,
}: Pick<Limits, 'body' | 'requestTimeout'>): SlowReaders {
  const watched = new Map<Sent, Watched>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const [{ writableLength: pending }, state] of watched) {
      if (pending === 0 || pending !== state.pending) {
        state.pending = pending;
        state.since = now;
      } else if (now - state.since > patience * (1 + pending / body)) {
        state.cutOff();
      }
    }
    if (watched.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  return {
    watch(sent, cutOff) {
      watched.set(sent, { pending: 0, since: 0, cutOff });
      sent.once('close', () => watched.delete(sent));
      timer ??= setInterval(look, Math.min(1000, patience / 4)).unref();
    },
  };
}
