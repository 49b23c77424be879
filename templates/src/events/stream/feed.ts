import type { Readable } from 'node:stream';
import type { Task } from '../../service/background.ts';
import type { Connection } from '../../storage/statement.ts';
import type { CloudEvent } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import { createFollower, type Entry, type Follower, type Following } from './follower.ts';
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
 * Many streams, one reader: whenever something happened the new events are read and written once, by one statement, and
 * handed to all who are level with it. Without a client nothing is read at all.
 */
export function createFeed({ outbox, reader, clock, write }: FeedSettings): Feed {
  const followers = new Set<Follower>();
  let position: number | undefined;
  let isClosed = false;

  async function read(after: number): Promise<readonly Entry[]> {
    const events = await outbox.read(reader, after, pageSize);
    return events.map((event) => ({
      position: event.position,
      type: event.type,
      text: messageOf(write(event)),
    }));
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
    const follower = createFollower(source, following);
    followers.add(follower);
    follower.stream.once('close', () => {
      followers.delete(follower);
      if (followers.size === 0) position = undefined;
    });
    if (isClosed) void follower.end();
    return follower.stream;
  }

  return {
    name: 'event-stream',
    follow,
    async run() {
      const now = clock();
      await Promise.all([...followers].map((follower) => follower.beat(now)));
      if (position === undefined) return false;
      const after = position;
      const entries = await read(after);
      // Meanwhile everybody may have left, and others may have begun elsewhere.
      const last = entries.at(-1);
      if (position !== after || last === undefined) return false;
      position = last.position;
      for (const follower of followers) follower.offer(entries);
      return entries.length === pageSize;
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
