import { Readable } from 'node:stream';
import type { StoredEvent } from '../event.ts';
import { commentOf } from './wire-format.ts';

/** Bytes that wait for one client before it counts as slow, besides what its connection holds. */
const buffered = 64 * 1024;
/** Milliseconds between comments that keep the connection in use, and between looks at the credential. */
export const heartbeat = 15_000;
/** Milliseconds that a client may leave its full buffer unread. */
const patience = 2 * heartbeat;

/** Where a follower gets what it missed, and learns whether it has caught up. */
export interface Source {
  /** The next events after a position, by a statement of its own. */
  read(after: number): Promise<readonly StoredEvent[]>;
  /** Position up to which everybody who is level has been told. */
  readonly position: number | undefined;
  /**
   * Whether a follower that has everything up to this position gets the rest by `offer`.
   *
   * @param hasReadAll there was nothing after it a moment ago
   */
  joins(position: number, hasReadAll: boolean): boolean;
}

export interface Following {
  /** What comes first. */
  readonly opening: string;
  /** Position after which it begins. */
  readonly after: number;
  /** Absent: every type. */
  readonly types?: ReadonlySet<string>;
  readonly now: Date;
  /** Whether the client may still see what it follows; rejects where it cannot be told. */
  isPermitted(now: Date): Promise<boolean>;
  /** Absent: it has no end of its own. */
  readonly ending?: Ending;
  /** The event as the client is told it now; undefined where it does not exist for it. */
  seen(event: StoredEvent): StoredEvent | undefined;
}

/** The end that a stream comes to by the clock. */
export interface Ending {
  /** Milliseconds since 1970. What happens from then on is not told any more. */
  readonly at: number;
  /** What is told last, whichever types are asked for. */
  readonly notice: string;
}

/** The same with what is written of events. */
export interface Listening extends Following {
  /** Undefined where the client is told nothing of it. */
  textOf(event: StoredEvent): string | undefined;
}

/** One client that follows the events. */
export interface Follower {
  readonly stream: Readable;
  /** To one who is level: the events that come next, in their order. */
  offer(events: readonly StoredEvent[]): void;
  /** Does what time asks for. */
  beat(now: Date): Promise<void>;
  /** Ends the stream with its notice, if the time for that has come. */
  conclude(now: Date): void;
  /** Ends the stream after what was written already; resolves when the connection has it all, or is given up. */
  end(): Promise<void>;
}

/**
 * A client that is level is told what happens by `offer`, and costs no statement. One that comes back, or that reads more
 * slowly than things happen, reads on by itself, a page whenever its buffer has room, until it is level again. So what
 * waits for a client in memory is never more than its buffer and one event.
 */
export function createFollower(source: Source, listening: Listening): Follower {
  const { types, isPermitted, textOf } = listening;
  const { ending } = listening;
  let position = listening.after;
  let isLevel = false;
  let isReading = false;
  let isEnding = false;
  let isFull = false;
  let beatAt = listening.now.getTime();
  /** Since when the client has not read the full buffer, by the clock of the beats. */
  let fullSince: number | undefined;

  const stream = new Readable({
    highWaterMark: buffered,
    read() {
      // It is asked for more before what it has is taken: its length does not tell.
      isFull = false;
      fullSince = undefined;
      void catchUp();
    },
  });
  push(listening.opening);

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
        const told = source.position;
        const events = await source.read(position);
        if (isOver()) return;
        const isWritten = write(events);
        // What everybody was told and is not kept any more will not be found.
        if (events.length === 0) position = Math.max(position, told ?? position);
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
