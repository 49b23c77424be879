import { Readable } from 'node:stream';
import type { StoredEvent } from '../event.ts';
import { commentOf } from './wire-format.ts';

/** Bytes that wait for one client before it counts as slow, besides what its connection holds. */
const buffered = 64 * 1024;
/** Milliseconds between comments that keep the connection in use, and between looks at the credential. */
export const heartbeat = 15_000;
/** Milliseconds that a client may leave its full buffer unread. */
const patience = 2 * heartbeat;

/** Gives a subscriber the events that it missed, and says whether it is up to date. */
export interface Source {
  /** The next events after a position, by a statement of its own. */
  read(after: number): Promise<readonly StoredEvent[]>;
  /** Position up to which all subscribers that are up to date have the events. */
  readonly position: number | undefined;
  /**
   * True when a subscriber that has all events up to this position gets the next ones by `offer`.
   *
   * @param hasReadAll there was nothing after it a moment ago
   */
  joins(position: number, hasReadAll: boolean): boolean;
}

export interface Subscription {
  /** What comes first. */
  readonly opening: string;
  /** Position after which it begins. */
  readonly after: number;
  /** Absent: every type. */
  readonly types?: ReadonlySet<string>;
  readonly now: Date;
  /** True when the client may still read events; rejects if that cannot be found out. */
  isPermitted(now: Date): Promise<boolean>;
  /** Absent: it has no end of its own. */
  readonly ending?: Ending;
  /** The event with the members that the client may see now; undefined if the event does not exist for it. */
  seen(event: StoredEvent): StoredEvent | undefined;
}

/** The end that a stream comes to by the clock. */
export interface Ending {
  /** Milliseconds since 1970. Later events are not sent. */
  readonly at: number;
  /** The last message, whichever types the client asked for. */
  readonly notice: string;
}

/** The same with what is written of events. */
export interface TextSubscription extends Subscription {
  /** Undefined if the client does not receive the event. */
  textOf(event: StoredEvent): string | undefined;
}

/** One client with an open stream. */
export interface Subscriber {
  readonly stream: Readable;
  /** Takes the next events, in their order, if it is up to date. */
  offer(events: readonly StoredEvent[]): void;
  /** Does what time asks for. */
  beat(now: Date): Promise<void>;
  /** Ends the stream with its notice, if the time for that has come. */
  conclude(now: Date): void;
  /** Ends the stream after what was written already; resolves when the connection has it all, or is given up. */
  end(): Promise<void>;
}

/**
 * A client that is up to date gets new events by `offer`, without a statement of its own. A client that returns, or that
 * reads more slowly than events happen, reads pages by itself, whenever its buffer has room, until it is up to date. So the
 * memory for a client is at most its buffer and one event.
 */
export function createSubscriber(source: Source, subscription: TextSubscription): Subscriber {
  const { types, isPermitted, textOf } = subscription;
  const { ending } = subscription;
  let position = subscription.after;
  let isLevel = false;
  let isReading = false;
  let isEnding = false;
  let isFull = false;
  let beatAt = subscription.now.getTime();
  /** Since when the client has not read the full buffer, by the clock of the beats. */
  let fullSince: number | undefined;

  const stream = new Readable({
    highWaterMark: buffered,
    read() {
      // The stream asks for more before its reader has taken what it has, so its length says nothing.
      isFull = false;
      fullSince = undefined;
      void catchUp();
    },
  });
  push(subscription.opening);

  const isOver = () => stream.destroyed || isEnding;
  const hasRoom = () => !isOver() && !isFull;

  function push(text: string): void {
    isFull = !stream.push(text);
  }

  /** @returns whether all of them found room */
  function write(events: readonly StoredEvent[]): boolean {
    for (const event of events) {
      if (event.position <= position) continue;
      if (isFull) return false;
      if (ending !== undefined && Date.parse(event.time) >= ending.at) {
        ({ position } = event);
        continue;
      }
      const isWanted = types === undefined || types.has(event.type);
      const text = isWanted ? textOf(event) : undefined;
      if (text !== undefined) push(text);
      position = event.position;
    }
    return true;
  }

  async function catchUp(): Promise<void> {
    if (isLevel || isReading) return;
    isReading = true;
    try {
      while (hasRoom()) {
        const before = source.position;
        const events = await source.read(position);
        if (isOver()) return;
        const isWritten = write(events);
        // Events that were delivered and then purged are not found again.
        if (events.length === 0) position = Math.max(position, before ?? position);
        if (isWritten && source.joins(position, events.length === 0)) {
          isLevel = true;
          return;
        }
      }
    } catch (error) {
      // The client asks again, with the last event that it has.
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isReading = false;
    }
  }

  function end(): Promise<void> {
    if (stream.destroyed) return Promise.resolve();
    const isClosed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
    if (!isEnding) {
      isEnding = true;
      stream.push(null);
    }
    return isClosed;
  }

  return {
    stream,
    end,
    offer(events) {
      if (isLevel && !isOver()) isLevel = write(events);
    },
    conclude(now) {
      if (ending === undefined || now.getTime() < ending.at || isOver()) return;
      push(ending.notice);
      void end();
    },
    async beat(now) {
      const time = now.getTime();
      if (stream.destroyed || Math.abs(time - beatAt) < heartbeat) return;
      beatAt = time;
      if (isEnding) {
        stream.destroy();
        return;
      }
      // A revoked or expired key ends the stream, and so does a key that cannot be looked up.
      if (!(await isPermitted(now).catch(() => false))) {
        void end();
        return;
      }
      if (isOver()) return;
      if (!isFull) {
        push(commentOf('still here'));
        return;
      }
      fullSince ??= time;
      if (time - fullSince >= patience) stream.destroy();
    },
  };
}
