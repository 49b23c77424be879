import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  about,
  createStrategy,
  currentVersion,
  emitted,
  eventsKept,
  eventTypes,
  hasStream,
  hasWebhooks,
  limitsRows,
  selector,
  versions,
} from '../../contract.ts';
import { cloudEvent, eventsPath } from '../../../src/runtime/events/cloud-event.ts';
import { outbox } from '../../../src/runtime/events/outbox.ts';
import { leading, perform, ready } from '../support/custom-operations.ts';
import {
  linked,
  offering,
  prefix,
  startConforming,
  testEngines,
  unknownLabel,
  type ConformingService,
} from '../support/conformance.ts';
import { schemasOf } from '../support/document-schemas.ts';
import { typesOf } from '../support/events.ts';
import { withoutBasePath } from '../support/links.ts';
import type { ResourceSample } from '../support/sample.ts';
import { isRemote, needing } from '../support/target.ts';

type Json = Readonly<Record<string, unknown>>;

describe('part 6, the description of events', () => {
  let service: ConformingService;
  let document: Json;

  before(async () => {
    service = await startConforming();
    document = (await service.anonymous('GET', '/asyncapi.json')).body;
  });
  after(() => service.stop());

  const member = (value: unknown, ...names: readonly string[]): Json =>
    names.reduce(
      (found, name) => (found as Readonly<Record<string, Json>>)[name] ?? {},
      value as Json,
    );

  test('C-129 the AsyncAPI document tells what is sent, and where', async () => {
    const answer = await service.anonymous('GET', '/asyncapi.json');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(document['asyncapi'], '3.1.0');
    assert.equal(member(document, 'info')['title'], about.title);
    const channels = Object.entries(member(document, 'channels')) as readonly [string, Json][];
    const operations = Object.values(member(document, 'operations')) as readonly Json[];
    assert.ok(channels.length > 0);
    assert.deepEqual(
      operations.map(({ action, channel }) => [action, (channel as Json)['$ref']]),
      channels.map(([name]) => ['send', `#/channels/${name}`]),
    );
    const described = new Set(
      channels.flatMap(([, { messages }]) => Object.keys(messages as Json)),
    );
    assert.equal(described.size, eventTypes.length);
    if (!hasStream) return;
    assert.equal(
      member(document, 'channels', 'stream')['address'],
      withoutBasePath(linked(`${prefix}/events`)),
    );
    const { host } = new URL(selector.absolute(service.baseUrl, `${prefix}/events`));
    assert.equal(member(document, 'servers', 'http')['host'], host);
  });

  test('C-129 it is linked from where documents are looked for', async () => {
    const { body, headers } = await service.anonymous('GET', '/');
    assert.equal(member(body, 'links')['events'], linked('/asyncapi.json'));
    const link = headers.get('link') ?? '';
    assert.ok(link.includes(`<${linked('/asyncapi.json')}>; rel="service-desc"`), link);
    const catalog = await service.anonymous('GET', '/.well-known/api-catalog');
    const own = `${service.baseUrl}${eventsPath(currentVersion)}`;
    assert.ok(catalog.text.includes(`"${own}"`));
    const { document: openApi } = service.contract;
    assert.equal(member(openApi, 'externalDocs')['url'], own);
  });

  test('C-129 C-202 each version has a document of its events, and that of the newest is at an address of its own besides', async () => {
    const { body: openApi } = await service.anonymous('GET', '/versions');
    const listed = openApi['versions'] as readonly {
      readonly version: number | string;
      readonly state: string;
    }[];
    for (const { version, state } of listed) {
      const answer = await service.anonymous('GET', `/asyncapi/v${String(version)}.json`);
      if (state === 'sunset') {
        assert.equal(answer.status, 410);
        continue;
      }
      assert.equal(answer.status, 200, answer.text);
      const info = member(answer.body, 'info');
      assert.equal(info['x-state'], state);
      assert.equal(String(info['version']).replace(/\..*$/, ''), String(version));
      const channels = Object.values(member(answer.body, 'channels')) as readonly {
        readonly messages: Readonly<Record<string, { readonly name: string }>>;
      }[];
      const described = channels
        .flatMap(({ messages }) => Object.values(messages))
        .map(({ name }) => name);
      // Brokers get the shape of the newest version.
      const hasEvents = hasStream || hasWebhooks || String(version) === currentVersion.label;
      assert.equal(described.length > 0, hasEvents);
      for (const name of described) {
        assert.ok(
          name.endsWith(`.v${String(version)}`) ||
            name.startsWith(`com.${about.vendor}.api.version.`),
          name,
        );
      }
    }
    const newest = await service.anonymous('GET', eventsPath(currentVersion));
    assert.deepEqual(newest.body, document);
    assert.equal((await service.anonymous('GET', `/asyncapi/v${unknownLabel}.json`)).status, 404);
  });

  test(
    'C-129 both documents have one and the same schema of each event',
    { skip: !hasWebhooks && 'the service sends no webhooks' },
    () => {
      const { document: openApi } = service.contract;
      const here = member(document, 'components', 'schemas');
      const there = member(openApi, 'components', 'schemas');
      for (const [name, schema] of Object.entries(here))
        assert.deepEqual(there[name], schema, name);
      const webhooks = Object.keys(member(openApi, 'webhooks'));
      assert.deepEqual(webhooks, eventTypes);
    },
  );

  test(
    'C-129 a service that sends no webhooks describes none',
    { skip: hasWebhooks && 'the service sends webhooks' },
    () => {
      assert.equal(service.contract.document['webhooks'], undefined);
    },
  );

  test('C-129 C-130 no member that is only written is described', () => {
    const schemas = member(document, 'components', 'schemas');
    const shown = member(service.contract.document, 'components', 'schemas');
    assert.doesNotMatch(JSON.stringify(schemas), /"writeOnly":true/);
    for (const { type, resource } of emitted) {
      if (resource === undefined) continue;
      const { title = '' } = resource as { title?: string };
      // Events may show what no operation does.
      if (Object.hasOwn(shown, title)) assert.deepEqual(schemas[title], shown[title], type);
    }
  });
});

for (const engine of testEngines()) {
  describe(
    `part 6, events are what is described, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;

      before(async () => {
        if (!isRemote()) service = await startConforming(engine);
      });
      after(() => (isRemote() ? undefined : service.stop()));

      test(
        'C-120 C-129 C-130 whatever is changed, the event is what the documents say',
        needing('clock', 'database'),
        async (t) => {
          const { body: document } = await service.anonymous('GET', '/asyncapi.json');
          const ajv = schemasOf(document);
          /** Types of events that what is done here has to tell. */
          const due = new Set<string>();
          const done = (sample: ResourceSample, kind: string) => {
            for (const type of typesOf(sample, kind)) due.add(type);
          };
          for (const sample of offering('create', 'read')) {
            const collection = await service.make.collection(sample);
            const body = await service.make.body(sample);
            const made = await service.request('POST', collection, { body });
            assert.equal(made.status, 201, made.text);
            done(sample, 'created');
            const address = `${collection}/${String(made.body['id'])}`;
            const changed = await service.make.body(sample, 1);
            const changes = Object.entries(changed).filter(
              ([name]) => !sample.immutable.includes(name),
            );
            if (sample.methods.includes('update')) {
              const patched = await service.request('PATCH', address, {
                body: Object.fromEntries(changes),
              });
              if (Number(patched.body['revision']) > 1) done(sample, 'updated');
            }
            if (sample.methods.includes('delete')) {
              const { status } = await service.request('DELETE', address);
              if (status === 204) done(sample, 'deleted');
            }
          }
          for await (const each of ready(service, leading)) {
            const answer = await perform(service, each);
            if (answer?.status === 200) done(each.sample, each.customOperation.to ?? '');
          }
          if (due.size === 0) {
            t.skip('nothing that a client can ask for is announced');
            return;
          }
          await service.app.background.run();
          const events = outbox(service.database, {
            newId: service.newId,
            keep: eventsKept,
            keepsDeciding: limitsRows,
          });
          const all = await events.read(service.database.reader, 0, 1000);
          const origin = {
            baseUrl: service.baseUrl,
            vendor: about.vendor,
            strategy: createStrategy({ versions, baseUrl: service.baseUrl }),
          };
          const types = new Set(eventTypes);
          for (const stored of all) {
            const event = cloudEvent(stored, currentVersion, origin);
            assert.ok(types.has(stored.type), stored.type);
            const [, pointer = ''] = event.dataschema.split('#');
            const [address] = event.dataschema.split('#');
            // Events about versions have the same members for all readers.
            const path = stored.type.startsWith('api.version.')
              ? '/asyncapi.json'
              : eventsPath(currentVersion);
            assert.equal(address, service.baseUrl + path);
            const ofData = ajv.getSchema(`document#${pointer}`);
            assert.ok(ofData?.(event.data), `${stored.type}: ${ajv.errorsText(ofData?.errors)}`);
            const ofEvent = ajv.getSchema(`document#${pointer.replace(/Data$/, 'Event')}`);
            assert.ok(ofEvent?.(event), `${stored.type}: ${ajv.errorsText(ofEvent?.errors)}`);
            // An event of another type is not of this one.
            assert.ok(
              ofEvent !== undefined && !ofEvent({ ...event, type: 'com.example.other.v1' }),
            );
          }
          const emitters = new Set(all.map(({ resource }) => resource));
          const expected = new Set(eventTypes.map((type) => type.slice(0, type.lastIndexOf('.'))));
          for (const name of emitters) assert.ok(expected.has(name));
          const emittedTypes = new Set(all.map(({ type }) => type));
          for (const type of due)
            assert.ok(emittedTypes.has(type), `the service does not emit ${type}`);
        },
      );
    },
  );
}
