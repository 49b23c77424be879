import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { createSealing } from '../../templates/src/runtime/storage/sealing.ts';
import { generate, install, refusedStart, temporaryDirectory } from '../support/generated.ts';

const specification = `
service: { name: desk }
resources: { order: { fields: { note: { type: text } } } }
events: { emit: [order.created], deliver: [webhook] }
`;

interface Row {
  readonly webhook_endpoint_id: string;
  readonly value: string;
}

describe('what is kept sealed', () => {
  let directory: string;
  let receiver: Server;
  let key: string;
  let endpoint: string;
  let secret: string;
  const received: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  const [first, second] = [randomBytes(32), randomBytes(32)].map((each) => each.toString('base64'));

  before(async () => {
    directory = join(temporaryDirectory(), 'sealing');
    await generate(specification, directory);
    install(directory);
    mkdirSync(join(directory, 'data'));
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.end();
        receiver.emit('received');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  after(() => {
    receiver.close();
    receiver.closeAllConnections();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  const environment = {
    DATABASE_URL: 'sqlite:data/sealing.db',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };

  async function whileRunning(
    settings: NodeJS.ProcessEnv,
    work: (service: RunningService) => Promise<void>,
  ): Promise<void> {
    const service = await startService(directory, undefined, { ...environment, ...settings });
    try {
      await work(service);
    } finally {
      await service.stop();
    }
  }

  const refusal = (settings: NodeJS.ProcessEnv) =>
    refusedStart(directory, { ...environment, ...settings });

  async function post(service: RunningService, path: string, body?: object) {
    const answer = await fetch(service.address + path, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }

  /** Asks for a delivery, and verifies its signature with the secret that the client was given. */
  async function signs(service: RunningService): Promise<void> {
    const arrival = once(receiver, 'received', { signal: AbortSignal.timeout(20_000) });
    assert.equal((await post(service, `/v1/webhook-endpoints/${endpoint}/ping`)).status, 202);
    await arrival;
    const { headers, body } = received.at(-1) ?? assert.fail('nothing arrived');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
    assert.equal(headers['webhook-signature'], signature);
  }

  /** What somebody reads who has the database and nothing else. */
  function opened(): string[] {
    const database = new DatabaseSync(join(directory, 'data', 'sealing.db'), { readOnly: true });
    try {
      const stored = database.prepare("select value from secrets where name = 'service'").get();
      const own = Buffer.from(String(stored?.['value']), 'base64');
      const sealing = createSealing([own], 'webhook signing secrets');
      const rows = database.prepare('select * from webhook_secrets').all() as unknown as Row[];
      return rows.map(({ value, webhook_endpoint_id: owner }) => sealing.open(value, owner));
    } finally {
      database.close();
    }
  }

  test('opens with the database alone, where no key is configured', async () => {
    await whileRunning({}, async (service) => {
      ({ key } = service);
      const { port } = receiver.address() as AddressInfo;
      const url = `http://127.0.0.1:${String(port)}/hook`;
      const made = await post(service, '/v1/webhook-endpoints', { url });
      assert.equal(made.status, 201);
      ({ id: endpoint = '', secret = '' } = made.body);
      await signs(service);
    });
    assert.deepEqual(opened(), [secret]);
  });

  test('is sealed anew with a key that is configured, and then opens with that alone', async () => {
    writeFileSync(join(directory, 'data', 'sealing-key'), `${first}\n`);
    await whileRunning({ SEALING_KEY_FILE: 'data/sealing-key' }, signs);
    assert.throws(opened);
    assert.match(await refusal({}), /^The service cannot start: SEALING_KEY is not set/);
    assert.match(await refusal({ SEALING_KEY: second }), /SEALING_KEY has not the key/);
    assert.match(await refusal({ SEALING_KEY: 'short' }), /SEALING_KEY/);
    await whileRunning({ SEALING_KEY: first }, signs);
  });

  test('changes over to another key, which is given in front of the one before', async () => {
    await whileRunning({ SEALING_KEY: `${second} ${first}` }, signs);
    await whileRunning({ SEALING_KEY: second }, signs);
    assert.match(await refusal({ SEALING_KEY: first }), /SEALING_KEY has not the key/);
    assert.throws(opened);
  });
});
