import { randomBytes } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

export const natsServer = { host: '127.0.0.1', port: 4222 };
const servers = `${natsServer.host}:${String(natsServer.port)}`;

const missing = await connect({ servers, timeout: 2000 }).then(
  async (connection) => {
    await connection.close();
    return undefined;
  },
  (error: unknown) => `no NATS at ${servers}: ${String(error)}`,
);
if (missing && process.env['REQUIRE_SERVERS'] === '1') throw new Error(missing);

/** Why NATS is not tested, if it is not. */
export const skipNats = missing ?? false;

export interface StoredMessage {
  readonly subject: string;
  readonly id: string;
  readonly contentType: string;
  readonly body: Record<string, unknown>;
}

/** A service name that no other test has, and what the stream of that name holds. */
export async function openStream() {
  const connection = await connect({ servers });
  const { streams } = await jetstreamManager(connection);
  const service = `test-${randomBytes(6).toString('hex')}`;
  return {
    service,
    streams,
    async messages(name = service): Promise<StoredMessage[]> {
      const info = await streams.info(name).catch(() => undefined);
      if (info === undefined) return [];
      const { state } = info;
      const messages: StoredMessage[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq += 1) {
        const message = await streams.getMessage(name, { seq });
        if (message === null) continue;
        messages.push({
          subject: message.subject,
          id: message.header.get('Nats-Msg-Id'),
          contentType: message.header.get('content-type'),
          body: message.json(),
        });
      }
      return messages;
    },
    async close() {
      await streams.delete(service).catch(() => undefined);
      await connection.close();
    },
  };
}
