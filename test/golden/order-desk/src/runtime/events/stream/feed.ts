import type { Readable } from 'node:stream';
import type { Task } from '../../service/background.ts';
import type { Connection } from '../../storage/statement.ts';
import type { CloudEvent } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import { createFollower, type Follower, type Following } from './follower.ts';
import { messageOf } from './wire-format.ts';

/** Events that one statement reads. */
const pageSize = 100;
/** Milliseconds that a shutdown waits for clients to take the end of their streams. */
const farewell = 1000;

export interface FeedSettings {
  readonly outbox: Pick<Outbox, 'read'>;
  readonly reader: Connection;
  readonly clock: () => Date;
  /** An event as clients see it. */
  write(event: StoredEvent): CloudEvent;
}

/** Tells every client that listens to this process what happens. */
export interface Feed extends Task {
  /** The stream of one client; destroying it ends it. */
  follow(following: Following): Readable;
  /** Ends every stream, and each that still begins. */
  close(): Promise<void>;
}

/**
 * Many streams, one reader: whenever something happened the new events are read by one statement, and handed to all who
 * are level with it; what is told of each is written once. Without a client nothing is read at all.
 */
export function createFeed({ outbox, reader, clock, write }: FeedSettings): Feed {
  const followers = new Set<Follower>();
  /** Each event is written once for all who are told the same of it. */
  const texts = new WeakMap<StoredEvent, string>();
  let position: number | undefined;
  let isClosed = false;

  const read = (after: number) => outbox.read(reader, after, pageSize);

  function textOf(event: StoredEvent): string {
    const text = texts.get(event) ?? messageOf(write(event));
    texts.set(event, text);
    return text;
  }

  const source = {
    read,
    get position() {
      return position;
    },
    joins(reached: number, hasReadAll: boolean) {
      // The first one decides where the common reading begins.
      if (hasReadAll) position ??= reached;
      return position !== undefined && reached >= position;
    },
  };

  function follow(following: Following): Readable {
    const follower = createFollower(source, {
      ...following,
      // One client is told of an event what it may see.
      textOf(event) {
        const told = following.seen(event);
        return told && textOf(told);
      },
    });
    followers.add(follower);
    follower.stream.once('close', () => {
      followers.delete(follower);
      if (followers.size === 0) position = undefined;
    });
    if (isClosed) void follower.end();
    return follower.stream;
  }

  /** @returns whether more may have happened */
  async function tell(): Promise<boolean> {
    if (position === undefined) return false;
    const after = position;
    const events = await read(after);
    // Meanwhile everybody may have left, and others may have begun elsewhere.
    const last = events.at(-1);
    if (position !== after || last === undefined) return false;
    position = last.position;
    for (const follower of followers) follower.offer(events);
    return events.length === pageSize;
  }

  return {
    name: 'event-stream',
    follow,
    async run() {
      const now = clock();
      await Promise.all([...followers].map((follower) => follower.beat(now)));
      const hasMore = await tell();
      // What happened before the end comes before it.
      if (!hasMore) for (const follower of followers) follower.conclude(now);
      return hasMore;
    },
    async close() {
      isClosed = true;
      const ended = Promise.all([...followers].map((follower) => follower.end()));
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, farewell);
      timeout.unref();
      await Promise.race([ended, timer.promise]);
      clearTimeout(timeout);
      for (const { stream } of followers) stream.destroy();
    },
  };
}
