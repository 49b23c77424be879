import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CloudEvent } from 'cloudevents';
import { readNatsSettings } from '../../../../templates/src/runtime/events/relays/nats-settings.ts';
import { natsBroker } from '../../../../templates/src/runtime/events/relays/nats.ts';
import { createBackground } from '../../../../templates/src/runtime/service/background.ts';
import { natsServer, openStream, skipNats, type StoredMessage } from './support/nats-server.ts';
import { startProxy, type Proxy } from './support/proxy.ts';
import { createWorld, runUntilIdle, write, type World } from './support/world.ts';

const keep = 86_400_000;

describe('the relay to NATS JetStream', { skip: skipNats }, () => {
  let world: World;
  let proxy: Proxy;
  let stream: Awaited<ReturnType<typeof openStream>>;

  beforeEach(async () => {
    world = await createWorld();
    proxy = await startProxy(natsServer);
    stream = await openStream();
  });
  afterEach(async () => {
    await stream.close();
    await proxy.stop();
    await world.close();
  });

  const address = () => `nats://127.0.0.1:${String(proxy.port)}`;
  const broker = () =>
    natsBroker({ settings: readNatsSettings(address()), service: stream.service, keep, write });

  /** Every event once, and those of one row in the order of its revisions. */
  function assertWhole(messages: readonly StoredMessage[], count: number): void {
    assert.equal(messages.length, count);
    assert.equal(new Set(messages.map(({ id }) => id)).size, count);
    const latest = new Map<string, number>();
    for (const { body } of messages) {
      const { id, revision } = body['data'] as { id: string; revision: number };
      assert.equal(revision, (latest.get(id) ?? 0) + 1, `of ${id}`);
      latest.set(id, revision);
    }
  }

  test('an event is a CloudEvent on the subject of its type, in a stream that is made for it', async () => {
    const relayed = broker();
    await world.add(2);
    await runUntilIdle(world.relay(relayed));
    await relayed.close();
    const messages = await stream.messages();
    assert.deepEqual(
      messages.map(({ subject }) => subject),
      ['created', 'updated'].map((event) => `${stream.service}.order.${event}`),
    );
    for (const { id, contentType, body } of messages) {
      assert.equal(contentType, 'application/cloudevents+json');
      // The library of the CloudEvents project is strict about what it takes.
      const event = new CloudEvent(body);
      assert.ok(event.validate());
      assert.equal(event.id, id);
      assert.equal(event.subject, 'orders/row-0');
    }
    const { config } = await stream.streams.info(stream.service);
    assert.deepEqual(config.subjects, [`${stream.service}.>`]);
    assert.equal(config.max_age, keep * 1e6);
    assert.equal(config.duplicate_window, 3600e9);
  });

  test('a stream that is there already is used as it is', async () => {
    const name = `${stream.service}-of-others`;
    await stream.streams.add({ name, subjects: [`${stream.service}.>`] });
    const relayed = broker();
    await world.add(3);
    await runUntilIdle(world.relay(relayed));
    await relayed.close();
    assertWhole(await stream.messages(name), 3);
    await assert.rejects(stream.streams.info(stream.service), /not found/);
    await stream.streams.delete(name);
  });

  test('whenever the connection is cut, the stream has every event once and in order', async () => {
    const relayed = broker();
    await world.add(300, 7);
    const task = world.relay(relayed);
    let failures = 0;
    // Wherever in the conversation that is: from the greeting to a message near the end.
    for (let bytes = 100; (await world.cursor('nats')) < 300; bytes = Math.ceil(bytes * 1.7)) {
      proxy.cutAfter = bytes;
      await runUntilIdle(task).catch(() => {
        failures += 1;
      });
    }
    await relayed.close();
    assert.ok(failures > 5, `cut ${String(failures)} times`);
    assertWhole(await stream.messages(), 300);
  });

  test('while the server is away it is asked again and again, and nothing is lost', async () => {
    const relayed = broker();
    const failures: number[] = [];
    const background = createBackground([world.relay(relayed)], {
      error: (line: { failures: number }) => failures.push(line.failures),
    });
    background.start();
    try {
      await world.add(5);
      await until(async () => (await world.cursor('nats')) === 5);
      proxy.isOpen = false;
      proxy.cut();
      await world.add(20);
      await until(async () => failures.length >= 2);
      assert.deepEqual(failures.slice(0, 2), [1, 2]);
      proxy.isOpen = true;
      await until(async () => (await world.cursor('nats')) === 25);
    } finally {
      await background.stop();
    }
    assertWhole(await stream.messages(), 25);
  });

  test('killed in the middle, another process goes on, and the stream has every event once', async () => {
    await world.add(1500, 11);
    const instant = (restart: number) => new Date(world.now.getTime() + restart * 61_000);
    let kills = 0;
    for (let restart = 0; (await world.cursor('nats')) < 1500; restart += 1) {
      assert.ok(restart < 40, 'it gets further each time');
      const child = spawn(process.execPath, [
        join(import.meta.dirname, 'support', 'relaying.ts'),
        world.url,
        address(),
        stream.service,
        // A lease that died with its holder ends by the clock.
        instant(restart).toISOString(),
      ]);
      await once(child.stdout, 'data');
      // Longer each time: on a machine with other work to do it gets there as well.
      const lifetime = 60 + ((restart * 37) % 90) + restart * 20;
      await Promise.race([wait(lifetime), once(child, 'exit')]);
      child.kill('SIGKILL');
      await once(child, 'exit');
      kills += 1;
    }
    assert.ok(kills > 2, `killed ${String(kills)} times`);
    assertWhole(await stream.messages(), 1500);
  });

  test('an event that the server would not take goes without the resource', async () => {
    const relayed = broker();
    await world.add(1, 1, 'x'.repeat(1_100_000));
    await world.add(1);
    await runUntilIdle(world.relay(relayed));
    await relayed.close();
    const [long, short] = await stream.messages();
    assert.ok(long !== undefined && !('resource' in (long.body['data'] as object)));
    assert.ok(short !== undefined && 'resource' in (short.body['data'] as object));
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(20);
}

describe('the settings of NATS', () => {
  test('name servers and a credential', () => {
    assert.deepEqual(readNatsSettings('nats://a:4222, nats://b:4223'), {
      servers: ['a:4222', 'b:4223'],
      isSecure: false,
    });
    assert.deepEqual(readNatsSettings('tls://user:p%40ss@a:4222'), {
      servers: ['a:4222'],
      isSecure: true,
      user: 'user',
      password: 'p@ss',
    });
    assert.equal(readNatsSettings('nats://s3cr3t@a:4222').token, 's3cr3t');
    const file = join(mkdtempSync(join(tmpdir(), 'nats-')), 'service.creds');
    writeFileSync(file, '-----BEGIN NATS USER JWT-----\n-----BEGIN USER NKEY SEED-----\n');
    assert.ok(readNatsSettings('nats://a:4222', file).credentials instanceof Uint8Array);
  });

  test('are refused by name, without telling a secret', () => {
    for (const url of [
      '',
      'http://a',
      'a:4222',
      'nats://',
      'nats://a:4222/path',
      'nats://a,tls://b',
    ]) {
      assert.throws(() => readNatsSettings(url), /^Error: NATS_URL must /, url);
    }
    assert.throws(
      () => readNatsSettings('http://user:s3cr3t@a'),
      (error: Error) => !error.message.includes('s3cr3t'),
    );
    assert.throws(
      () => readNatsSettings('nats://a', '/nowhere'),
      /NATS_CREDENTIALS must name a file/,
    );
    const file = join(mkdtempSync(join(tmpdir(), 'nats-')), 'service.creds');
    writeFileSync(file, 'something else');
    assert.throws(
      () => readNatsSettings('nats://a', file),
      /NATS_CREDENTIALS must name a file with/,
    );
  });
});
