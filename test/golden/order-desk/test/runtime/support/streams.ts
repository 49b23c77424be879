import { receivableTypes } from '../../contract.ts';
import type { NewEvent } from '../../../src/runtime/events/event.ts';
import { prefix, type ConformingService } from './conformance.ts';
import { followEvents, type EventStream, type ReceivedEvent } from './event-stream.ts';
import { happeningsOf } from './happenings.ts';

export const path = `${prefix}/events`;

const [first = '', ...others] = receivableTypes;
/** Types of events that the client of the tests receives; the second may be the same as the first. */
export const types = [first, others[0] ?? first] as const;

type Headers = Readonly<Record<string, string>>;

/** What tests of streams do with a service. */
export interface StreamTesting {
  /** Makes an event of any kind that every listener receives. @returns its identifier */
  happens(type?: string, data?: Partial<NewEvent['data']>): Promise<string>;
  /** Opens a stream that receives all events from then on. */
  follow(
    query?: string,
    headers?: Headers,
    address?: string,
    credential?: Headers,
  ): Promise<EventStream>;
  /** Does what is due by the clock. */
  work(): Promise<void>;
  /** Closes every stream that was opened so far. */
  close(): void;
}

export function streamTesting(service: ConformingService): StreamTesting {
  const { happens } = happeningsOf(service);
  const streams: EventStream[] = [];
  const work = () => service.app.background.run();

  return {
    async happens(type = first, data = {}) {
      const id = await happens({ type, data });
      await work();
      return id;
    },
    async follow(
      query = '',
      headers = {},
      address = service.address,
      credential = service.credential,
    ) {
      const stream = await followEvents(`${address}${path}${query}`, { ...credential, ...headers });
      streams.push(stream);
      await stream.until(({ retry, hasEnded }) => retry !== undefined || hasEnded);
      return stream;
    },
    work,
    close() {
      for (const stream of streams.splice(0)) stream.close();
    },
  };
}

/** Identifiers of what happened, as the stream tells them. */
export function subjectsOf(events: readonly ReceivedEvent[]): unknown[] {
  return events.map(({ data }) => (JSON.parse(data) as { data: { id: unknown } }).data.id);
}
