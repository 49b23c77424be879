import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { generate, install, repository, run, temporaryDirectory } from '../support/generated.ts';
import { startKafka, type KafkaCluster } from '../templates/events/relays/support/kafka-broker.ts';
import {
  natsServer,
  openStream,
  skipNats,
} from '../templates/events/relays/support/nats-server.ts';

describe('a service that passes its events on', { skip: skipNats }, () => {
  const directory = join(temporaryDirectory(), 'relayed');
  let kafka: KafkaCluster;
  let nats: Awaited<ReturnType<typeof openStream>>;
  let service: RunningService;

  before(async () => {
    nats = await openStream();
    kafka = await startKafka();
    const text = readFileSync(join(repository, 'test', 'services', 'relays.yaml'), 'utf8');
    // The name of the service is that of the stream, which no other run has.
    await generate(text.replace('relayed-orders', nats.service), directory);
    install(directory);
    service = await startService(directory, undefined, environment());
  });
  after(async () => {
    await service.stop();
    await kafka.stopListening();
    await nats.close();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  const environment = () => ({
    LOG_LEVEL: 'silent',
    NATS_URL: `nats://${natsServer.host}:${String(natsServer.port)}`,
    KAFKA_BROKERS: `127.0.0.1:${String(kafka.ports[0])}`,
  });

  async function order(reference: string): Promise<void> {
    const response = await fetch(`${service.address}/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reference }),
    });
    assert.equal(response.status, 201, await response.text());
  }

  test('what happens is on both within a second', async () => {
    const started = performance.now();
    await order('A-1');
    await until(async () => kafka.records.length === 1);
    await until(async () => (await nats.messages()).length === 1);
    assert.ok(performance.now() - started < 2000);
    const [message] = await nats.messages();
    assert.equal(message?.subject, `${nats.service}.order.created`);
    const [record] = kafka.records;
    assert.equal(record?.topic, `${nats.service}.events`);
    assert.deepEqual(JSON.parse(record.value), message.body);
    assert.deepEqual(kafka.complaints, []);
  });

  test('a broker that is away keeps neither requests nor the other broker from going on', async () => {
    await kafka.stopListening();
    await order('A-2');
    await until(async () => (await nats.messages()).length === 2);
    assert.equal((await fetch(`${service.address}/health/ready`)).status, 200);
    await kafka.listenAgain();
    await until(async () => kafka.records.length === 2);
  });

  test('wrong settings end the start, with their name and without a secret', () => {
    const wrong = [
      { NATS_URL: 'http://user:s3cr3t@a:1' },
      { NATS_CREDENTIALS: '/nowhere' },
      { KAFKA_BROKERS: 'user:s3cr3t@a:1' },
      { KAFKA_PASSWORD: 's3cr3t' },
      { KAFKA_SASL_MECHANISM: 'GSSAPI' },
    ];
    for (const settings of wrong) {
      const [name = ''] = Object.keys(settings);
      const database = { DATABASE_URL: 'sqlite:./data/unused.db', PORT: '0' };
      const { status, stderr, stdout } = run(directory, process.execPath, ['src/main.ts'], {
        ...environment(),
        ...database,
        ...settings,
      });
      assert.notEqual(status, 0, name);
      assert.ok(stderr.includes(name), `${name}: ${stderr}`);
      assert.ok(!(stderr + stdout).includes('s3cr3t'), `${name}: ${stderr}`);
    }
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const start = performance.now(); !(await condition());) {
    assert.ok(performance.now() - start < 20_000, 'it does not come');
    await wait(20);
  }
}
