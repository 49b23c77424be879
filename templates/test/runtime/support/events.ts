import { sql } from 'kysely';
import {
  about,
  createStrategy,
  currentVersion,
  emitted,
  limitsRows,
  versions,
} from '../../contract.ts';
import { cloudEvent, type CloudEvent } from '../../../src/runtime/events/cloud-event.ts';
import type { StoredEvent } from '../../../src/runtime/events/event.ts';
import { outbox } from '../../../src/runtime/events/outbox.ts';
import { sequencer } from '../../../src/runtime/events/sequencer.ts';
import type { ConformingService } from './conformance.ts';
import type { ResourceSample } from './sample.ts';

/** What tests of events do with a service. */
export interface EventTesting {
  /** The events that some work causes, in order. */
  causedBy(work: () => Promise<unknown>): Promise<readonly StoredEvent[]>;
  all(): Promise<readonly StoredEvent[]>;
  /** As its consumers get it. */
  shown(event: StoredEvent): CloudEvent;
  /** Lets something happen while no event can be kept. */
  withoutEvents(work: () => Promise<unknown>): Promise<void>;
}

export function eventTesting({ database, newId, baseUrl }: ConformingService): EventTesting {
  const events = outbox(database, {
    newId,
    keep: Number.MAX_SAFE_INTEGER,
    keepsDeciding: limitsRows,
  });
  const { run } = sequencer(database, () => {});

  async function readAfter(position: number): Promise<readonly StoredEvent[]> {
    while (await run(new AbortController().signal));
    return events.read(database.reader, position, 10_000);
  }

  const rename = (from: string, to: string) =>
    database.transaction((transaction) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(transaction),
    );

  return {
    async causedBy(work) {
      const before = await readAfter(0);
      await work();
      return readAfter(before.at(-1)?.position ?? 0);
    },
    all: () => readAfter(0),
    shown: (event) =>
      cloudEvent(event, currentVersion, {
        baseUrl,
        vendor: about.vendor,
        strategy: createStrategy({ versions, baseUrl }),
      }),
    async withoutEvents(work) {
      await rename('events', 'events_elsewhere');
      try {
        await work();
      } finally {
        await rename('events_elsewhere', 'events');
      }
    },
  };
}

/**
 * Type of the event that tells of a resource; none where the service does not announce it.
 *
 * @param kind `created`, `updated`, `deleted`, or the state that it enters
 */
export function typesOf({ path }: ResourceSample, kind: string): readonly string[] {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return emitted
    .filter(({ collection, type }) => collection === segment && type.endsWith(`.${kind}`))
    .map(({ type }) => type);
}
