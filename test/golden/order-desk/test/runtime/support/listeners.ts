import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { hasStream, hasWebhooks } from '../../contract.ts';
import type { Caller, Granted } from '../../../src/runtime/authentication/caller.ts';
import { testClient, type TestClient } from './client.ts';
import { prefix, type ConformingService } from './conformance.ts';
import { followEvents, type EventStream } from './event-stream.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import type { CredentialHeaders } from './credentials/credential-maker.ts';

export interface DeliveredEvent {
  readonly id: string;
  readonly data: {
    readonly id: string;
    readonly resource?: Readonly<Record<string, unknown>>;
    readonly changed?: readonly string[];
  };
}

/** A client that receives events by every kind of delivery. */
export interface Listener {
  readonly client: TestClient;
  readonly name: string;
  /** Absent where the service sends no webhooks. */
  readonly webhook?: Webhook;
  /** Absent where it has none. */
  readonly stream?: EventStream;
}

interface Webhook {
  /** Path of its endpoint. */
  readonly endpoint: string;
  readonly receiver: Receiver;
}

/** Absent name: a client of its own; absent mechanism: the usual one. */
export type Called = Partial<Pick<Caller, 'name' | 'mechanism'>>;

export interface Listeners {
  listen(granted: Granted, called?: Called): Promise<Listener>;
  /** Made once: a client has few keys at a time. */
  credentialOf(
    name: string,
    granted: Granted,
    mechanism?: Caller['mechanism'],
  ): Promise<CredentialHeaders>;
  /** Does what is due, and waits until nothing is on its way. */
  settle(): Promise<void>;
  /** Ends all that there are. */
  close(): Promise<void>;
}

export function listenersOf(service: ConformingService): Listeners {
  const credentials = new Map<string, Promise<CredentialHeaders>>();
  const listeners: Listener[] = [];
  let names = 0;

  function credentialOf(name: string, granted: Granted, mechanism?: Caller['mechanism']) {
    const key = JSON.stringify([name, mechanism, granted]);
    const known = credentials.get(key) ?? service.credentials.of(name, mechanism, granted);
    credentials.set(key, known);
    return known;
  }

  return {
    credentialOf,
    async listen(granted, { name = '', mechanism } = {}) {
      names += 1;
      const called = name === '' ? `listener-${String(names)}` : name;
      const credential = await credentialOf(called, granted, mechanism);
      const client = testClient(service.address, credential);
      const listener = {
        client,
        name: called,
        ...(hasWebhooks ? { webhook: await subscribe(client) } : {}),
        ...(hasStream ? { stream: await follow(service, credential) } : {}),
      };
      listeners.push(listener);
      return listener;
    },
    async settle() {
      const { background } = service.app;
      if (hasStream) await background.run();
      const open = listeners.flatMap(({ stream }) =>
        stream === undefined || stream.hasEnded ? [] : [{ stream, before: stream.comments.length }],
      );
      service.later(15_000);
      await background.run();
      // The comment comes after the events that the service sent before.
      for (const { stream, before } of open) {
        await stream.until(({ comments, hasEnded }) => hasEnded || comments.length > before);
      }
    },
    async close() {
      if (hasWebhooks) {
        await service.database.transaction((transaction) =>
          // Not every service has the table.
          sql`delete from webhook_endpoints`.execute(transaction),
        );
      }
      for (const { stream, webhook } of listeners.splice(0)) {
        stream?.close();
        await webhook?.receiver.stop();
      }
    },
  };
}

async function subscribe(client: TestClient): Promise<Webhook> {
  const receiver = await startReceiver();
  const made = await client('POST', `${prefix}/webhook-endpoints`, { body: { url: receiver.url } });
  assert.equal(made.status, 201, made.text);
  return { endpoint: `${prefix}/webhook-endpoints/${String(made.body['id'])}`, receiver };
}

async function follow(
  { address }: ConformingService,
  credential: CredentialHeaders,
): Promise<EventStream> {
  const stream = await followEvents(`${address}${prefix}/events`, credential);
  await stream.until(({ retry, hasEnded }) => retry !== undefined || hasEnded);
  return stream;
}

/** The webhook of a listener, in a test that is skipped where there are none. */
export function webhookOf({ webhook }: Listener): Webhook {
  assert.ok(webhook !== undefined);
  return webhook;
}

/** What a receiver was sent, in order. */
export function sentTo({ received }: Receiver): readonly DeliveredEvent[] {
  return received.map(({ event }) => event as unknown as DeliveredEvent);
}

/** The events that a client received, which are the same by each way. */
export function receivedBy({ stream, webhook }: Listener): readonly DeliveredEvent[] {
  const streamed = stream?.events.map(({ data }) => JSON.parse(data) as DeliveredEvent);
  const sent = webhook === undefined ? undefined : sentTo(webhook.receiver);
  if (streamed !== undefined && sent !== undefined) {
    assert.deepEqual(byId(streamed), byId(sent), 'by both ways');
  }
  return streamed ?? sent ?? [];
}

function byId(events: readonly DeliveredEvent[]): readonly DeliveredEvent[] {
  return events.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export function receivedIds(listener: Listener): readonly string[] {
  return receivedBy(listener).map(({ data }) => data.id);
}
