import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HTTP, type CloudEventV1 } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { generateAcme, startAcme, type Acme } from '../support/acme.ts';
import { temporaryDirectory } from '../support/generated.ts';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

type Event = CloudEventV1<{
  readonly id: string;
  readonly revision: number;
  readonly href: string;
  readonly resource?: Readonly<Record<string, unknown>>;
}>;

const baseUrl = 'https://orders.acme.example';

/** A receiver as a stranger would write it: every delivery is verified before it is looked at. */
class StrangersReceiver {
  readonly #server: Server;
  readonly received: Received[] = [];
  #status = 204;

  constructor() {
    this.#server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString();
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        this.received.push({ headers, body });
        response.writeHead(this.#status).end();
      })();
    });
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/events`;
  }

  answerWith(status: number): void {
    this.#status = status;
  }

  async until(count: number): Promise<void> {
    const limit = Date.now() + 20_000;
    while (this.received.length < count && Date.now() < limit) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(this.received.length >= count, `${String(this.received.length)} of ${String(count)}`);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** As the packages of others read it, which throw where anything is not as the defaults say. */
function read(secret: string, { headers, body }: Received): Event {
  new Webhook(secret).verify(body, headers);
  const event = HTTP.toEvent({ headers, body });
  assert.ok(!Array.isArray(event));
  assert.equal((event as { validate?: () => boolean }).validate?.(), true);
  return event as Event;
}

describe('webhooks, as strangers receive them', () => {
  const directory = join(temporaryDirectory(), 'acme');
  const receiver = new StrangersReceiver();
  let service: Acme;
  let url: string;

  before(async () => {
    await generateAcme(directory);
    service = await startAcme(directory, {
      BASE_URL: baseUrl,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    url = await receiver.start();
  });
  after(async () => {
    await service.stop();
    receiver.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  async function subscribe(members: object = {}) {
    receiver.received.length = 0;
    receiver.answerWith(204);
    const made = await service.send('POST', '/v1/webhook-endpoints', { url, ...members });
    const { secret = '', publicKey = '' } = made.body;
    return {
      path: made.location,
      secret: String(secret),
      publicKey: String(publicKey),
      [Symbol.asyncDispose]: async () => {
        await service.send('DELETE', made.location);
      },
    };
  }

  test('tell what happened to each order, in its order, to whoever has the secret', async () => {
    await using subscription = await subscribe();
    const { secret } = subscription;
    const orders = [await service.order(), await service.order({ accessCode: 'open sesame' })];
    for (const { location } of orders) {
      await service.send('PATCH', location, { note: 'gift' });
      await service.send('DELETE', location);
    }
    await receiver.until(6);
    const events = receiver.received.map((received) => read(secret, received));
    for (const { body, location } of orders) {
      const mine = events.filter(({ data }) => data?.id === body.id);
      assert.deepEqual(
        mine.map(({ type }) => type),
        ['created', 'updated', 'deleted'].map((name) => `com.acme.order.${name}.v1`),
      );
      for (const { subject, data, source } of mine) {
        assert.equal(subject, `orders/${body.id}`);
        assert.equal(data?.href, baseUrl + location);
        assert.equal(source, `${baseUrl}/v1`);
      }
      assert.deepEqual(mine[0]?.data?.resource, body);
    }
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    assert.ok(receiver.received.every(({ body }) => !body.includes('open sesame')));
  });

  test('are signed with a key that only the service has, where the client wants that', async () => {
    await using subscription = await subscribe({ signing: 'ed25519' });
    const { path, publicKey } = subscription;
    await service.send('POST', `${path}/ping`);
    await receiver.until(1);
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] =
      receiver.received;
    const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = String(headers['webhook-signature']).replace('v1a,', '');
    assert.ok(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')));
  });

  test('are verified with either secret while one is replaced', async () => {
    await using subscription = await subscribe();
    const { path, secret } = subscription;
    const rotated = await service.send('POST', `${path}/rotate-secret`);
    await service.send('POST', `${path}/ping`);
    await receiver.until(1);
    const [got] = receiver.received;
    assert.ok(got !== undefined);
    assert.equal(read(secret, got).id, read(String(rotated.body['secret']), got).id);
  });

  test('come again with the same identifier after a failure, signed for that moment', async () => {
    await using subscription = await subscribe();
    const { path, secret } = subscription;
    receiver.answerWith(500);
    await service.order();
    await receiver.until(1);
    receiver.answerWith(204);
    // The schedule is proven by a clock that is set; here the time is real, and the owner asks for it again.
    await service.send('PATCH', path, { state: 'disabled' });
    await service.send('PATCH', path, { state: 'enabled' });
    const from = new Date(Date.now() - 60_000).toISOString();
    await service.send('POST', `${path}/replay`, { from });
    await receiver.until(2);
    const [first, ...others] = receiver.received.map((received) => read(secret, received));
    assert.ok(others.some(({ id }) => id === first?.id));
  });
});
