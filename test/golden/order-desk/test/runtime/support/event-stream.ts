import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { fetchFrom } from './fetch-by-host.ts';
import { requestFor } from './selected.ts';

/** An event as a client gets it (WHATWG HTML, section 9.2.6). */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** A stream that is being read. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly ReceivedEvent[];
  readonly comments: readonly string[];
  /** Milliseconds that the service asks to wait before the next attempt. */
  readonly retry: number | undefined;
  /** Whether the service has ended it. */
  readonly hasEnded: boolean;
  /** Waits until it has so many events, and fails where there are more. */
  holds(count: number): Promise<readonly ReceivedEvent[]>;
  /** Waits until something is the case. */
  until(condition: (stream: EventStream) => boolean): Promise<void>;
  close(): void;
}

/** Milliseconds that a test waits for what should be there at once. */
const patience = 5000;

/** Events about versions go to all subscribers, whenever the clock of a test comes by: `com.acme.api.version.sunset`. */
const ofVersions = /^com\.[^.]+\.api\.version\.[a-z]+$/;

/**
 * Reads by the rules of the standard, and not by those that the service writes by.
 *
 * @param options whether what happens to versions is wanted as well
 */
export async function followEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  { withVersions = false }: { readonly withVersions?: boolean } = {},
): Promise<EventStream> {
  const leaving = new AbortController();
  const { origin } = new URL(url);
  const request = requestFor(url.slice(origin.length), headers);
  const response = await fetchFrom(origin + request.target, {
    headers: request.headers,
    signal: leaving.signal,
  });
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];
  const state = { retry: undefined as number | undefined, hasEnded: false, lastId: '' };
  let fields: { type?: string; data: string[] } = { data: [] };

  function readLine(line: string): void {
    if (line === '') {
      const { data, type = 'message' } = fields;
      const isWanted = withVersions || !ofVersions.test(type);
      if (data.length > 0 && isWanted)
        events.push({ id: state.lastId, type, data: data.join('\n') });
      fields = { data: [] };
      return;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (name === '') comments.push(value);
    else if (name === 'id') state.lastId = value;
    else if (name === 'event') fields.type = value;
    else if (name === 'data') fields.data.push(value);
    else if (name === 'retry' && /^\d+$/.test(value)) state.retry = Number(value);
  }

  async function read(): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    }
  }

  void read()
    // However it ends, it has ended.
    .catch(() => undefined)
    .finally(() => {
      state.hasEnded = true;
    });
  const stream: EventStream = {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    get retry() {
      return state.retry;
    },
    get hasEnded() {
      return state.hasEnded;
    },
    async holds(count) {
      await stream.until(() => events.length >= count);
      assert.equal(events.length, count);
      return events;
    },
    async until(condition) {
      for (const start = performance.now(); !condition(stream);) {
        assert.ok(performance.now() - start < patience, `it stays at ${JSON.stringify(stream)}`);
        await wait(5);
      }
    },
    close() {
      leaving.abort();
    },
  };
  return stream;
}
