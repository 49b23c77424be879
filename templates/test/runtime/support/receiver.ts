import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver of events got. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as they came. */
  readonly text: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** What a receiver answers; undefined: nothing, as long as the sender waits. */
export type ReceiverAnswer =
  { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;

/** A receiver of webhooks at a real address of this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Requests that waited for their answer at the same time. */
  mostAtOnce: number;
  /** From now on; 204 until it is said. */
  answer: (request: Received) => ReceiverAnswer;
  /** Breaks off what still waits for an answer. */
  hangUp(): void;
  stop(): Promise<void>;
}

/** Events about versions go to all subscribers, whenever the clock of a test comes by: `com.acme.api.version.sunset`. */
function isOfVersions(type: unknown): boolean {
  return /^com\.[^.]+\.api\.version\.[a-z]+$/.test(String(type));
}

/** @param options whether what happens to versions is wanted as well */
export async function startReceiver({
  withVersions = false,
}: { readonly withVersions?: boolean } = {}): Promise<Receiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.once('close', () => {
      open -= 1;
    });
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const got: Received = {
        path: request.url ?? '',
        headers: Object.fromEntries(headers) as Record<string, string>,
        text,
        event: JSON.parse(text) as Received['event'],
      };
      if (!withVersions && isOfVersions(got.event['type'])) {
        response.writeHead(204).end();
        return;
      }
      receiver.received.push(got);
      const answer = receiver.answer(got);
      if (answer !== undefined) response.writeHead(answer.status, answer.headers).end();
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${String(port)}/hook`,
    received: [],
    mostAtOnce: 0,
    answer: () => ({ status: 204 }),
    hangUp: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Standard Webhooks, by the words of its specification and not by the code of the service. */
export function isSignedWith(secret: string, { headers, text }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
