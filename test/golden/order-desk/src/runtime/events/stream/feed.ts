import type { Readable } from 'node:stream';
import type { Task } from '../../service/background.ts';
import type { Connection } from '../../storage/statement.ts';
import type { CloudEvent } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import type { Outbox } from '../outbox.ts';
import { createSubscriber, type Subscriber, type Subscription } from './subscriber.ts';
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
  subscribe(subscription: Subscription): Readable;
  /** Ends every stream, and each that still begins. */
  close(): Promise<void>;
}

/**
 * Many streams, one reader: one statement reads the new events and passes them to all subscribers that are up to date. The
 * text of each event is made once. Without a client nothing is read.
 */
export function createFeed({ outbox, reader, clock, write }: FeedSettings): Feed {
  const subscribers = new Set<Subscriber>();
  /** The text of each event: subscribers that see the same share it. */
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

  function subscribe(subscription: Subscription): Readable {
    const subscriber = createSubscriber(source, {
      ...subscription,
      // A client receives only the members that it may see.
      textOf(event) {
        const visible = subscription.seen(event);
        return visible && textOf(visible);
      },
    });
    subscribers.add(subscriber);
    subscriber.stream.once('close', () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) position = undefined;
    });
    if (isClosed) void subscriber.end();
    return subscriber.stream;
  }

  /** @returns whether more may have happened */
  async function deliver(): Promise<boolean> {
    if (position === undefined) return false;
    const after = position;
    const events = await read(after);
    // Meanwhile everybody may have left, and others may have begun elsewhere.
    const last = events.at(-1);
    if (position !== after || last === undefined) return false;
    position = last.position;
    for (const subscriber of subscribers) subscriber.offer(events);
    return events.length === pageSize;
  }

  return {
    name: 'event-stream',
    subscribe,
    async run() {
      const now = clock();
      await Promise.all([...subscribers].map((subscriber) => subscriber.beat(now)));
      const hasMore = await deliver();
      // What happened before the end comes before it.
      if (!hasMore) for (const subscriber of subscribers) subscriber.conclude(now);
      return hasMore;
    },
    async close() {
      isClosed = true;
      const ended = Promise.all([...subscribers].map((subscriber) => subscriber.end()));
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, farewell);
      timeout.unref();
      await Promise.race([ended, timer.promise]);
      clearTimeout(timeout);
      for (const { stream } of subscribers) stream.destroy();
    },
  };
}
