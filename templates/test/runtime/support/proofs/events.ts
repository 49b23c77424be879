import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { valuesOf } from '../arbitraries.ts';
import { followEvents, type EventStream } from '../event-stream.ts';
import { openMachine, reachable } from './custom-operations.ts';
import type { Frozen, FrozenResource, Members } from './frozen.ts';
import type { Proving } from './proving.ts';

interface ArrivedEvent {
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly id: string; readonly resource?: Members };
}

/** A subscriber of a version receives the events that it promised, with its names and shapes, and nothing else. */
export function proveEvents(frozen: Frozen, proving: () => Proving): void {
  const { resources, label, vendor, hasFullEvents } = frozen;

  async function follow(): Promise<EventStream> {
    const { service } = proving();
    const stream = await followEvents(`${service.address}/v${label}/events`, service.credential);
    assert.equal(stream.status, 200);
    await stream.until(({ retry }) => retry !== undefined);
    return stream;
  }

  /** Lets all that can be asked for happen to a resource, as clients of the newest version do. */
  async function happen({ newest: sample }: FrozenResource): Promise<void> {
    const { service, make } = proving();
    const { request } = service;
    const collection = await make.collection(sample);
    if (sample.methods.includes('create')) {
      await request('POST', collection, {
        body: await make.body(sample),
        headers: { 'idempotency-key': `"${service.newId()}"` },
      });
    }
    for (const customOperation of sample.customOperations ?? []) {
      const body = { ...(await make.body(sample)), ...customOperation.meeting };
      const { id } = await make.insert(sample, collection, body);
      for (const { name, input } of [...customOperation.way, customOperation]) {
        await request('POST', `${collection}/${id}/${name}`, {
          body: input,
          headers: { 'if-match': '*', 'idempotency-key': `"${service.newId()}"` },
        });
      }
    }
  }

  /** The events that arrive during some work. */
  async function arrivingDuring(work: () => Promise<unknown>): Promise<readonly ArrivedEvent[]> {
    const stream = await follow();
    try {
      await work();
      await proving().service.work();
      await proving().service.work();
      // It is on its way over the network.
      await wait(100);
      // Every subscriber receives events about versions.
      return stream.events
        .map(({ data }) => JSON.parse(data) as ArrivedEvent)
        .filter(({ type }) => !type.startsWith(`com.${vendor}.api.version.`));
    } finally {
      stream.close();
    }
  }

  const typeOf = (name: string) => `com.${vendor}.${name}.v${label}`;
  const known = new Set(frozen.events.map(typeOf));

  // To subscribe is for those who may read.
  if (!resources.some(({ isOpen }) => isOpen('read'))) return;

  test('events: a subscriber receives the promised events, and nothing else', async () => {
    const events = await arrivingDuring(async () => {
      for (const resource of resources) await happen(resource);
    });
    for (const { type } of events) assert.ok(known.has(type), `${type} was not promised`);
    const types = new Set(events.map(({ type }) => type));
    for (const resource of resources) {
      for (const name of expected(resource, frozen)) {
        assert.ok(types.has(typeOf(name)), `the subscriber did not receive ${name}`);
      }
    }
    if (!hasFullEvents) return;
    for (const { type, data } of events) {
      const resource = resources.find(({ name }) => type.startsWith(`com.${vendor}.${name}.`));
      assert.ok(resource !== undefined && data.resource !== undefined, type);
      frozen.checkShown(resource.shown, data.resource, type);
    }
  });

  for (const resource of resources) {
    if (
      !resource.methods.includes('create') ||
      !resource.isOpen('read') ||
      !frozen.events.includes(`${resource.name}.created`) ||
      frozen.withdrawn.includes(`${resource.name}.created`)
    ) {
      continue;
    }
    test(`events: rows that clients of this version create have events in their shape: ${resource.name}`, async () => {
      const { create, make } = proving();
      const [chosen = {}] = fc.sample(valuesOf(resource.request('POST'), frozen.follow), {
        numRuns: 1,
        seed: 5,
      });
      let made: Members = {};
      const events = await arrivingDuring(async () => {
        const collection = resource.collection(await make.collection(resource.newest));
        const { answer } = await create(resource, collection, chosen as Members);
        made = answer.body;
      });
      const found = events.find(({ data }) => data.id === made['id']);
      assert.equal(found?.type, typeOf(`${resource.name}.created`));
      if (hasFullEvents) assert.deepEqual(found.data.resource, made);
    });
  }
}

/** Events that happen to one for certain, whatever its conditions are about. */
function expected(resource: FrozenResource, { events, withdrawn }: Frozen): string[] {
  const { name, newest, isOpen } = resource;
  if (!isOpen('read')) return [];
  const entered = reachable(openMachine(resource))
    .filter(([, { isConditional }]) => !isConditional)
    .map(([, { to }]) => to);
  const made = newest.methods.includes('create') && isOpen('create') ? ['created'] : [];
  return [...made, ...entered]
    .map((each) => `${name}.${each}`)
    .filter((each) => events.includes(each) && !withdrawn.includes(each));
}
