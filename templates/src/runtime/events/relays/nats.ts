import {
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamClient,
} from '@nats-io/jetstream';
import {
  connect,
  credsAuthenticator,
  headers,
  nanos,
  type NatsConnection,
} from '@nats-io/transport-node';
import { cloudEventMediaType, type CloudEvent } from '../cloud-event.ts';
import type { StoredEvent } from '../event.ts';
import { fittingJson } from './fitting.ts';
import type { NatsSettings } from './nats-settings.ts';
import type { Broker } from './relay.ts';

/** Milliseconds that one answer of the server is waited for. */
const timeout = 5000;
/** Milliseconds in which the server knows an event that it has already. */
const duplicateWindow = 3_600_000;
/** Bytes of a message that its headers may need. */
const reserve = 1024;

export interface NatsOptions {
  readonly settings: NatsSettings;
  /** Name of the service: of the stream, and the beginning of every subject. */
  readonly service: string;
  /** Milliseconds for which a stream that is made here keeps its messages. */
  readonly keep: number;
  write(event: StoredEvent): CloudEvent;
}

/**
 * NATS JetStream: every event is a message on `<service>.<resource>.<event>`, and its id the one by which the server
 * tells a repetition. The stream is made where no stream has these subjects; one that is there stays as it is.
 */
export function natsBroker({ settings, service, keep, write }: NatsOptions): Broker {
  let connected: Promise<Connected> | undefined;

  async function open(): Promise<Connected> {
    const connection = await connect(connectionOptions(settings, service));
    try {
      await ensureStream(connection, service, keep);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return { connection, client: jetstream(connection, { timeout }) };
  }

  async function close(): Promise<void> {
    const closing = connected;
    connected = undefined;
    // A connection that never came about needs no end.
    await closing?.then(({ connection }) => connection.close()).catch(() => undefined);
  }

  return {
    name: 'nats',
    async send(events) {
      if (connected !== undefined && (await isClosed(connected))) connected = undefined;
      connected ??= open();
      try {
        const { connection, client } = await connected;
        const room = (connection.info?.max_payload ?? Number.MAX_SAFE_INTEGER) - reserve;
        // One after the other: of several on their way the second might arrive without the first.
        for (const event of events) {
          const { type, id } = event;
          const contentType = headers();
          contentType.set('content-type', cloudEventMediaType);
          await client.publish(`${service}.${type}`, fittingJson(write(event), room), {
            msgID: id,
            headers: contentType,
          });
        }
      } catch (error) {
        // Whatever it was, the next attempt begins with a new connection.
        await close();
        throw error;
      }
    },
    close,
  };
}

interface Connected {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
}

async function isClosed(connected: Promise<Connected>): Promise<boolean> {
  return (await connected).connection.isClosed();
}

function connectionOptions(settings: NatsSettings, service: string) {
  const { servers, isSecure, user, password, token, credentials } = settings;
  return {
    name: service,
    servers: [...servers],
    timeout,
    // What was on its way fails at once, and not when its time is over: the relay begins anew.
    reconnect: false,
    ...(isSecure ? { tls: {} } : {}),
    ...(user === undefined || password === undefined ? {} : { user, pass: password }),
    ...(token === undefined ? {} : { token }),
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(credentials) }),
  };
}

async function ensureStream(
  connection: NatsConnection,
  service: string,
  keep: number,
): Promise<void> {
  const { streams } = await jetstreamManager(connection, { timeout });
  const subjects = `${service}.>`;
  try {
    await streams.find(subjects);
  } catch (error) {
    const isMissing =
      error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
    if (!isMissing) throw error;
    await streams.add({
      name: service,
      subjects: [subjects],
      max_age: nanos(keep),
      duplicate_window: nanos(Math.min(keep, duplicateWindow)),
    });
  }
}
