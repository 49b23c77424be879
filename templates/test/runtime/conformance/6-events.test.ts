import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { hasFullEvents, rulesByTable, selector } from '../../contract.ts';
import type { StoredEvent } from '../../../src/runtime/events/event.ts';
import { testClient, type TestClient } from '../support/client.ts';
import {
  changesIn,
  holding,
  linked,
  madeAt,
  offering,
  prefix,
  secretsOf,
  startConforming,
  testEngines,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { eventTesting, typesOf, type EventTesting } from '../support/events.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { isRemote } from '../support/target.ts';

const { absolute } = selector;

const readable = offering('read');
const creatable = offering('create');
const replaceable = offering('read', 'replace');
const updatable = offering('read', 'update');
const deletable = offering('delete');
const announced = creatable.filter((sample) => typesOf(sample, 'created').length > 0);
const secret = creatable.filter(({ writeOnly }) => writeOnly.length > 0);
const around = holding(
  offering('read').filter(({ parent }) => parent?.methods.includes('delete')),
  2,
);
/** Members that can be changed to another value, which is shown. */
const changing = (sample: ResourceSample) =>
  Object.keys(changesIn(sample)).filter((name) => !sample.writeOnly.includes(name));
const changeable = updatable.filter((sample) => changing(sample).length > 0);
const contended = updatable.filter((sample) =>
  changing(sample).some((name) => !Object.hasOwn(sample.unique, name)),
);

const types = (events: readonly StoredEvent[]) => events.map(({ type }) => type);

for (const engine of testEngines()) {
  describe(`part 6, events on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let events: EventTesting;
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
      if (!isRemote()) events = eventTesting(service);
    });
    after(() => service.stop());

    /** A new resource and its address. A resource that is stored without a request causes no event. */
    async function made(sample: ResourceSample): Promise<string> {
      const collection = await service.make.collection(sample);
      return `${collection}/${(await service.make.insert(sample, collection)).id}`;
    }

    async function post(sample: ResourceSample, headers: Readonly<Record<string, string>> = {}) {
      const collection = await service.make.collection(sample);
      const answer = await send('POST', collection, {
        body: await service.make.body(sample),
        headers,
      });
      assert.equal(answer.status, 201, answer.text);
      return answer;
    }

    /** A body that changes a resource as a whole. */
    async function otherBody(sample: ResourceSample, path: string): Promise<Json> {
      const { body } = await send('GET', path);
      const unchanging = sample.immutable.flatMap((name) =>
        Object.hasOwn(body, name) ? [[name, body[name]]] : [],
      );
      const other = Object.entries(await service.make.body(sample, 1));
      return Object.fromEntries([
        ...other.filter(([name]) => !sample.immutable.includes(name)),
        ...unchanging,
      ]);
    }

    test(
      'C-120 an event is a CloudEvent in every member, and its data is what the document describes',
      unless(announced, 'database'),
      async () => {
        for (const sample of announced) {
          const [event, ...others] = await events.causedBy(() => post(sample));
          assert.ok(event !== undefined && others.length === 0);
          const { data, ...attributes } = events.shown(event);
          // CloudEvents 1.0.2, section 3, on names; its types of values are text alone here.
          for (const [name, value] of Object.entries(attributes)) {
            assert.match(name, /^[a-z0-9]{1,20}$/);
            assert.ok(typeof value === 'string' && value !== '', name);
          }
          // Section 3.1, required attributes.
          assert.equal(attributes.specversion, '1.0');
          assert.match(attributes.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
          assert.equal(
            attributes.source,
            absolute(service.baseUrl, prefix).replace(/\/?(\?.*)?$/, ''),
          );
          assert.match(attributes.type, /^com(\.[a-z][a-z0-9-]*){3}\.v\d[\d-]*$/);
          assert.ok(attributes.type.endsWith(`.${event.type}.${prefix.slice(1)}`), attributes.type);
          // Section 3.1, optional attributes.
          assert.equal(attributes.datacontenttype, 'application/json');
          assert.equal(attributes.subject, event.path.slice(1));
          assert.equal(new Date(attributes.time).toISOString(), attributes.time);
          assert.equal(attributes.time, service.now.toISOString());
          // What it says of the data is held against them in 6-description.test.ts.
          assert.ok(
            attributes.dataschema.startsWith(
              `${service.baseUrl}/asyncapi/${prefix.slice(1)}.json#/`,
            ),
          );
          // Extensions: Partitioning, and Distributed Tracing, which is W3C Trace Context.
          assert.equal(attributes.partitionkey, attributes.subject);
          assert.match(attributes.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
          assert.equal(data.href, absolute(service.baseUrl, prefix + event.path));
        }
      },
    );

    test('C-120 source and id together name one event', unless(announced, 'database'), async () => {
      for (const sample of announced) await post(sample);
      const names = (await events.all()).map((event) => {
        const { source, id } = events.shown(event);
        return `${source} ${id}`;
      });
      assert.equal(new Set(names).size, names.length);
    });

    test(
      'C-120 C-153 an event belongs to the trace of its request',
      unless(announced, 'database'),
      async () => {
        const traceId = randomUUID().replaceAll('-', '');
        for (const sample of announced) {
          const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
          const [event] = await events.causedBy(() => post(sample, { traceparent }));
          assert.ok(event !== undefined);
          assert.equal(events.shown(event).traceparent?.split('-')[1], traceId);
        }
      },
    );

    test(
      'C-130 C-137 a POST announces what it made, as a reader sees it',
      unless(creatable, 'database'),
      async () => {
        for (const sample of creatable) {
          const answers: Awaited<ReturnType<typeof post>>[] = [];
          const caused = await events.causedBy(async () => answers.push(await post(sample)));
          assert.deepEqual(types(caused), typesOf(sample, 'created'));
          for (const { data, rowId, path } of caused) {
            const [answer] = answers;
            assert.equal(linked(prefix + path), answer?.headers.get('location'));
            assert.equal(rowId, path.slice(path.lastIndexOf('/') + 1));
            assert.equal(data.revision, 1);
            if (!hasFullEvents) {
              assert.deepEqual(data, { id: rowId, revision: 1 });
              continue;
            }
            assert.equal(data.resource?.['id'], rowId);
            // Write-only members are in no response.
            if (sample.isShown) assert.deepEqual(data.resource, answer?.body);
          }
        }
      },
    );

    test(
      'C-010 C-130 what is only written is in no event',
      unless(secret, 'database'),
      async () => {
        for (const sample of secret) {
          const collection = await service.make.collection(sample);
          const body: Record<string, unknown> = { ...(await service.make.body(sample)) };
          const caused = await events.causedBy(async () => {
            const created = await send('POST', collection, { body });
            assert.equal(created.status, 201, created.text);
            if (!sample.methods.includes('update')) return;
            const patch = Object.fromEntries(sample.writeOnly.map((name) => [name, body[name]]));
            await send('PATCH', madeAt(created), { body: patch });
          });
          const all = caused.flatMap((event) => [event.data, events.shown(event).data]);
          for (const name of sample.writeOnly) {
            for (const { resource = {}, changed = [] } of all) {
              assert.ok(
                !Object.hasOwn(resource, name) && !changed.includes(name),
                `there is an event ${name}`,
              );
            }
          }
          for (const value of secretsOf(sample, body))
            assert.ok(!JSON.stringify(all).includes(value), value);
        }
      },
    );

    test('C-050 reading announces nothing', unless(readable, 'database'), async () => {
      for (const sample of readable) {
        const path = await made(sample);
        const caused = await events.causedBy(async () => {
          for (const method of ['GET', 'HEAD', 'OPTIONS']) await send(method, path);
        });
        assert.deepEqual(caused, []);
      }
    });

    test(
      'C-060 a PUT announces a change once, and the same again nothing',
      unless(replaceable, 'database'),
      async () => {
        for (const sample of replaceable) {
          const path = await made(sample);
          const body = await otherBody(sample, path);
          let revision: unknown;
          const caused = await events.causedBy(async () => {
            for (let count = 0; count < 3; count += 1) {
              const answer = await send('PUT', path, { body });
              assert.equal(answer.status, 200, answer.text);
              revision = answer.body['revision'];
            }
          });
          assert.deepEqual(types(caused), revision === 1 ? [] : typesOf(sample, 'updated'));
          for (const { data } of caused) assert.equal(data.revision, revision);
        }
      },
    );

    test(
      'C-064 C-125 a PATCH announces what it changed, and which members',
      unless(changeable, 'database'),
      async () => {
        for (const sample of changeable) {
          const path = await made(sample);
          const { body: before } = await send('GET', path);
          const other = await otherBody(sample, path);
          const [member = ''] = changing(sample);
          const patch = { [member]: other[member] ?? null };
          const caused = await events.causedBy(async () => {
            await send('PATCH', path, { body: patch });
            await send('PATCH', path, { body: patch });
          });
          const { body: after } = await send('GET', path);
          const hasChanged = after['revision'] !== before['revision'];
          assert.deepEqual(types(caused), hasChanged ? typesOf(sample, 'updated') : []);
          for (const { data } of hasFullEvents ? caused : []) {
            assert.deepEqual(data.changed, [member]);
            assert.deepEqual(data.resource, after);
          }
        }
      },
    );

    test(
      'C-057 C-125 a repeated request announces nothing',
      unless(creatable, 'database'),
      async () => {
        for (const sample of creatable) {
          const collection = await service.make.collection(sample);
          const body = await service.make.body(sample);
          const headers = { 'idempotency-key': `"${randomUUID()}"` };
          const caused = await events.causedBy(async () => {
            for (let count = 0; count < 3; count += 1) {
              const { status } = await send('POST', collection, { body, headers });
              assert.equal(status, 201);
            }
          });
          assert.deepEqual(types(caused), typesOf(sample, 'created'));
        }
      },
    );

    test(
      'C-066 C-067 C-125 a DELETE announces it, once',
      unless(deletable, 'database'),
      async () => {
        for (const sample of deletable) {
          const path = await made(sample);
          const caused = await events.causedBy(async () => {
            const statuses = await Promise.all(
              [1, 2, 3].map(async () => (await send('DELETE', path)).status),
            );
            assert.deepEqual(statuses.toSorted(), [204, 404, 404]);
          });
          assert.deepEqual(types(caused), typesOf(sample, 'deleted'));
        }
      },
    );

    test(
      'C-067 C-125 what goes with its parent is announced before it',
      unless(around, 'database'),
      async () => {
        for (const sample of around) {
          const { parent = sample } = sample;
          const parentPath = await made(parent);
          const collection = parentPath + sample.path.slice(sample.path.lastIndexOf('/'));
          const children = [
            await service.make.insert(sample, collection),
            await service.make.insert(sample, collection),
          ];
          const caused = await events.causedBy(async () => {
            const { status, text } = await send('DELETE', parentPath);
            assert.equal(status, 204, text);
          });
          const own = typesOf(sample, 'deleted');
          const gone = caused.filter(({ type }) => own.includes(type));
          const expected = children.map(({ id }) => `${collection}/${id}`.slice(prefix.length));
          assert.deepEqual(
            gone.map(({ path }) => path).toSorted(),
            own.length === 0 ? [] : expected.toSorted(),
          );
          assert.deepEqual(types(caused).slice(gone.length), typesOf(parent, 'deleted'));
        }
      },
    );

    test(
      'C-125 a rule that refuses leaves neither a resource nor an event',
      unless(announced, 'server'),
      async () => {
        for (const sample of announced) {
          const own = rulesByTable[sample.table];
          assert.ok(own !== undefined);
          const collection = await service.make.collection(sample);
          const body = await service.make.body(sample);
          const headers = { 'idempotency-key': `"${randomUUID()}"` };
          const usual = own.afterCreate;
          let seen = '';
          own.afterCreate = ({ id }: { id: string }) => {
            seen = id;
            throw new Error('not today');
          };
          const replica = service.createReplica();
          try {
            const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
            const client = testClient(address, service.credential);
            const caused = await events.causedBy(async () => {
              const { status } = await client('POST', collection, { body, headers });
              assert.equal(status, 500);
            });
            assert.deepEqual(caused, []);
          } finally {
            await replica.server.close();
            if (usual === undefined) delete own.afterCreate;
            else own.afterCreate = usual;
          }
          assert.notEqual(seen, '');
          if (sample.methods.includes('read')) {
            assert.equal((await send('GET', `${collection}/${seen}`)).status, 404);
          }
          // Nothing of it is left that the same request could meet.
          assert.equal((await send('POST', collection, { body, headers })).status, 201);
        }
      },
    );

    test(
      'C-125 what cannot be announced does not happen',
      unless(announced, 'database'),
      async () => {
        for (const sample of announced) {
          const collection = await service.make.collection(sample);
          const request = {
            body: await service.make.body(sample),
            headers: { 'idempotency-key': `"${randomUUID()}"` },
          };
          const count = async () =>
            sample.methods.includes('list') ? await allItems(send, sample, collection) : undefined;
          const before = await count();
          await events.withoutEvents(async () => {
            assert.equal((await send('POST', collection, request)).status, 500);
          });
          assert.deepEqual(await count(), before);
          const caused = await events.causedBy(async () => {
            assert.equal((await send('POST', collection, request)).status, 201);
          });
          assert.deepEqual(types(caused), typesOf(sample, 'created'));
        }
      },
    );

    test(
      'C-125 of two replicas that change one resource at once, the events have the order of the changes',
      unless(contended, 'server'),
      async () => {
        const replicas = [service.createReplica(), service.createReplica()];
        try {
          const clients: TestClient[] = [];
          for (const { server } of replicas) {
            const address = await server.listen({ host: '127.0.0.1', port: 0 });
            clients.push(testClient(address, service.credential));
          }
          for (const sample of contended) {
            const path = await made(sample);
            const { body: start } = await send('GET', path);
            const name = changing(sample).find((each) => !Object.hasOwn(sample.unique, each)) ?? '';
            const values = sample.bodies.map((body) => body[name]);
            const caused = await events.causedBy(() =>
              Promise.all(
                Array.from({ length: 16 }, (_, index) =>
                  clients[index % 2]?.('PATCH', path, {
                    body: { [name]: values[index % 4 < 2 ? 0 : 1] },
                    headers: { 'if-match': '*', 'idempotency-key': `"${randomUUID()}"` },
                  }),
                ),
              ),
            );
            const { body: end } = await send('GET', path);
            const changes = Number(end['revision']) - Number(start['revision']);
            assert.deepEqual(
              caused.map(({ data }) => data.revision),
              typesOf(sample, 'updated').length === 0
                ? []
                : Array.from(
                    { length: changes },
                    (_, index) => Number(start['revision']) + index + 1,
                  ),
            );
          }
          await Promise.all(replicas.map(({ background }) => background.run()));
          const positions = (await events.all()).map(({ position }) => position);
          assert.deepEqual(
            positions,
            positions.map((_, index) => index + 1),
          );
        } finally {
          for (const { server } of replicas) await server.close();
        }
      },
    );
  });
}
