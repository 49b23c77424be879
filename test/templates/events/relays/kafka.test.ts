import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CloudEvent } from 'cloudevents';
import { readKafkaSettings } from '../../../../templates/src/runtime/events/relays/kafka-settings.ts';
import { kafkaBroker } from '../../../../templates/src/runtime/events/relays/kafka.ts';
import type { Broker } from '../../../../templates/src/runtime/events/relays/relay.ts';
import { createBackground } from '../../../../templates/src/runtime/service/background.ts';
import {
  startKafka,
  type ClusterOptions,
  type Fault,
  type KafkaCluster,
} from './support/kafka-broker.ts';
import { crc32c, murmur2, type KafkaRecord } from './support/kafka-records.ts';
import { createWorld, runUntilIdle, write, type World } from './support/world.ts';

const service = 'acme-orders';

describe('the relay to Kafka', () => {
  let world: World;
  let cluster: KafkaCluster;
  let relayed: Broker;

  beforeEach(async () => {
    world = await createWorld();
    await begin();
  });
  afterEach(async () => {
    await relayed.close();
    await cluster.stopListening();
    await world.close();
  });

  async function begin(options: ClusterOptions = {}, password = options.password): Promise<void> {
    cluster = await startKafka(options);
    const settings = readKafkaSettings({
      KAFKA_BROKERS: cluster.ports.map((port) => `127.0.0.1:${String(port)}`).join(','),
      KAFKA_TLS: false,
      ...(password === undefined
        ? {}
        : {
            KAFKA_SASL_MECHANISM: 'PLAIN',
            KAFKA_USERNAME: 'service',
            KAFKA_PASSWORD: password,
          }),
    });
    relayed = kafkaBroker({ settings, service, write });
  }

  async function restart(options: ClusterOptions, password?: string): Promise<void> {
    await cluster.stopListening();
    await begin(options, password);
  }

  const eventOf = ({ value }: KafkaRecord) =>
    JSON.parse(value) as { id: string; data: { id: string; revision: number } };

  /** Every event once, and those of one row in the order of its revisions. */
  function assertWhole(count: number): void {
    assert.deepEqual(cluster.complaints, []);
    assert.equal(cluster.records.length, count);
    assert.equal(new Set(cluster.records.map((record) => eventOf(record).id)).size, count);
    const latest = new Map<string, number>();
    for (const record of cluster.records) {
      const { id, revision } = eventOf(record).data;
      assert.equal(revision, (latest.get(id) ?? 0) + 1, `of ${id}`);
      latest.set(id, revision);
    }
  }

  test('an event is a CloudEvent on the topic of the service, with its subject as the key', async () => {
    await world.add(30, 10);
    await runUntilIdle(world.relay(relayed));
    assertWhole(30);
    const partitions = new Set<number>();
    for (const record of cluster.records) {
      const { topic, key, partition, acks, headers, value } = record;
      assert.equal(topic, 'acme-orders.events');
      assert.equal(acks, -1, 'all replicas in sync');
      assert.deepEqual(headers, { 'content-type': 'application/cloudevents+json; charset=UTF-8' });
      const event = new CloudEvent(JSON.parse(value) as object);
      assert.ok(event.validate());
      assert.equal(key, event.subject);
      assert.equal(key, event['partitionkey']);
      assert.equal(partition, (murmur2(Buffer.from(key ?? '')) & 0x7fffffff) % 3);
      partitions.add(partition);
    }
    assert.ok(partitions.size > 1);
  });

  const faults: readonly Fault[] = ['not-leader', 'too-few-replicas', 'cut-before', 'cut-after'];
  for (const fault of faults) {
    test(`a batch that meets "${fault}" is sent again, and is there once`, async () => {
      await world.add(250, 7);
      cluster.faults.push(fault);
      await runUntilIdle(world.relay(relayed));
      assert.deepEqual(cluster.faults, []);
      assertWhole(250);
    });
  }

  test('a partition that another broker leads is looked for there', async () => {
    await restart({ brokers: 2 });
    await world.add(100, 9);
    const task = world.relay(relayed);
    await runUntilIdle(task);
    cluster.leaders = cluster.leaders.map((leader) => 1 - leader);
    await world.add(100, 9);
    await runUntilIdle(task);
    assertWhole(200);
  });

  test('while no broker is there it is tried again and again, and nothing is lost', async () => {
    const failures: number[] = [];
    const background = createBackground([world.relay(relayed)], {
      error: (line: { failures: number }) => failures.push(line.failures),
    });
    background.start();
    try {
      await world.add(5);
      await until(async () => (await world.cursor('kafka')) === 5);
      await cluster.stopListening();
      await world.add(20);
      await until(async () => failures.length >= 2);
      await cluster.listenAgain();
      await until(async () => (await world.cursor('kafka')) === 25);
    } finally {
      await background.stop();
    }
    assertWhole(25);
  });

  test('a broker that refuses for good fails the attempt, and the next one begins anew', async () => {
    await world.add(5);
    cluster.faults.push(...Array.from({ length: 4 }, () => 'too-few-replicas' as const));
    const task = world.relay(relayed);
    await assert.rejects(runUntilIdle(task));
    assert.equal(await world.cursor('kafka'), 0);
    await runUntilIdle(task);
    assertWhole(5);
    assert.equal(cluster.requests.filter((name) => name === 'InitProducerId').length, 2);
  });

  test('a password is proven by SASL, and a wrong one is an error that does not tell it', async () => {
    await restart({ password: 's3cr3t' });
    await world.add(3);
    await runUntilIdle(world.relay(relayed));
    assertWhole(3);
    await relayed.close();
    await restart({ password: 's3cr3t' }, 'wr0ng');
    await world.add(1);
    await assert.rejects(runUntilIdle(world.relay(relayed)), (error: Error) => {
      const { stack = '', cause } = error;
      return !`${stack} ${String(cause)} ${JSON.stringify(error)}`.includes('wr0ng');
    });
    assert.deepEqual(cluster.records, []);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(20);
}

test('the checks of the brokers are those of Kafka', () => {
  // RFC 3720, appendix B.4.
  assert.equal(crc32c(Buffer.alloc(32)), 0x8a9136aa);
  assert.equal(crc32c(Buffer.alloc(32, 0xff)), 0x62a8ab43);
  // UtilsTest of Kafka.
  assert.equal(murmur2(Buffer.from('21')), -973_932_308);
  assert.equal(murmur2(Buffer.from('foobar')), -790_332_482);
  assert.equal(murmur2(Buffer.from('a-little-bit-long-string')), -985_981_536);
  assert.equal(murmur2(Buffer.from('abc')), 479_470_107);
});

describe('the settings of Kafka', () => {
  test('name brokers, and a password where there is one', () => {
    const KAFKA_BROKERS = 'a:9092, b.example:9093';
    assert.deepEqual(readKafkaSettings({ KAFKA_BROKERS, KAFKA_TLS: false }), {
      brokers: ['a:9092', 'b.example:9093'],
      isSecure: false,
    });
    const sasl = { mechanism: 'SCRAM-SHA-512', username: 'u', password: 'p' } as const;
    const settings = readKafkaSettings({
      KAFKA_BROKERS,
      KAFKA_TLS: true,
      KAFKA_SASL_MECHANISM: sasl.mechanism,
      KAFKA_USERNAME: sasl.username,
      KAFKA_PASSWORD: sasl.password,
    });
    assert.deepEqual([settings.isSecure, settings.sasl], [true, sasl]);
  });

  test('are refused by name, without telling a secret', () => {
    for (const brokers of [
      '',
      'a',
      'a:',
      'kafka://a:9092',
      'a:0',
      'a:99999',
      'user:p@a:9092',
      'a:1,',
    ]) {
      assert.throws(
        () => readKafkaSettings({ KAFKA_BROKERS: brokers, KAFKA_TLS: false }),
        /^Error: KAFKA_BROKERS must be /,
        brokers,
      );
    }
    assert.throws(
      () =>
        readKafkaSettings({
          KAFKA_BROKERS: 'a:9092',
          KAFKA_TLS: false,
          KAFKA_USERNAME: 'u',
          KAFKA_PASSWORD: 's3cr3t',
        }),
      /KAFKA_SASL_MECHANISM, KAFKA_USERNAME and KAFKA_PASSWORD belong together$/,
    );
  });
});
