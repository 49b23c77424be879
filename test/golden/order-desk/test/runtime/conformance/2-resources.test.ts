import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { limits } from '../../contract.ts';
import { placesOf } from '../support/client.ts';
import {
  changesIn,
  first,
  itemsOf,
  madeAt,
  offering,
  prefix,
  secretive,
  secretsOf,
  startConforming,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { replacementOf } from '../support/replacement.ts';
import type { Json, ResourceSample, Spelling } from '../support/sample.ts';
import { isRemote } from '../support/target.ts';

const creatable = offering('create');
const replaceable = offering('read', 'replace');
const updatable = offering('read', 'update');

/** Members of a type that a body of tests has. */
function membersIn({ bodies: [body], types }: ResourceSample, type: string): readonly string[] {
  return Object.keys(body).filter((name) => types[name] === type);
}

function samplesWith(type: string): readonly ResourceSample[] {
  return creatable.filter((sample) => membersIn(sample, type).length > 0);
}

describe('part 2, resources and their fields', () => {
  const log: string[] = [];
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    const logger = pino({ level: 'info' }, { write: (line) => log.push(line) });
    service = await startConforming(undefined, logger);
    make = service.make;
  });
  after(() => service.stop());

  /** Schemas of the members that a body of POST may have, as the document shows them. */
  function membersOf(sample: ResourceSample): [string, Json][] {
    const path = sample.path.replaceAll('~', '~0').replaceAll('/', '~1');
    const { schema } = service.contract.schema(
      `/paths/${path}/post/requestBody/content/application~1json`,
    ) as { schema: Json };
    const { properties } = service.contract.schema(String(schema['$ref']).slice(1));
    return Object.entries(properties as Readonly<Record<string, Json>>);
  }

  async function assertSpellings(sample: ResourceSample, name: string): Promise<void> {
    for (const each of sample.spellings) {
      if (each.member === name) await assertKept(sample, each);
    }
  }

  /** That a value which is sent is kept, and shown as it has to be where it is shown at all. */
  async function assertKept(
    sample: ResourceSample,
    { member, sent, shown }: Spelling,
  ): Promise<void> {
    const what = `${sample.path} ${member} ${JSON.stringify(sent).slice(0, 100)}`;
    const body = { ...(await make.full(sample)), [member]: sent };
    await make.clear(sample, { ...body, [member]: shown });
    const created = await send('POST', await make.collection(sample), { body });
    assert.equal(created.status, 201, `${what}: ${created.text}`);
    const path = madeAt(created);
    if (sample.isShown && !sample.writeOnly.includes(member)) {
      assert.deepEqual(created.body[member], shown, what);
      if (sample.methods.includes('read')) {
        assert.deepEqual((await send('GET', path)).body[member], shown, what);
      }
    }
    if (sample.methods.includes('delete')) await send('DELETE', path);
    // What is unique would not be free for others.
    else if (sample.uniqueKeys.length > 0) await make.clear(sample, { ...body, [member]: shown });
  }

  test('C-005 what is no resource is not found', async () => {
    for (const path of [`${prefix}/no-such-things`, `${prefix}/no-such-things/${unknownId}`]) {
      const answer = await send('GET', path);
      assert.equal(answer.status, 404);
      assert.equal(answer.body['code'], 'not-found');
    }
    if (isRemote()) return;
    // Of the second one the line may be still to come.
    const logged = log.map((line) => JSON.parse(line) as { readonly code?: string });
    assert.ok(logged.some(({ code }) => code === 'not-found'));
  });

  test(
    'C-006 C-115 values of another type and beyond the bounds are refused, not converted',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        const valid = await make.spare(sample);
        for (const { member, value, at } of sample.invalid) {
          const answer = await send('POST', collection, { body: { ...valid, [member]: value } });
          const what = `${sample.path} ${member}`;
          assert.equal(answer.status, validationStatus, what);
          assert.ok(placesOf(answer).includes(at), what);
        }
      }
    },
  );

  test('C-006 a body that is no object is refused', unless(creatable), async () => {
    const collection = await make.collection(first(creatable));
    for (const body of ['[]', '"text"', 'null', '5', 'true']) {
      const answer = await send('POST', collection, { body });
      assert.equal(answer.status, validationStatus, body);
      assert.equal(answer.body['code'], 'validation-failed');
    }
  });

  test('C-007 unknown members are refused by POST, PUT and PATCH', unless(creatable), async () => {
    for (const sample of creatable) {
      const collection = await make.collection(sample);
      const { id } = await make.insert(sample, collection);
      const body = { ...(await make.spare(sample)), 'no~such/member': 1 };
      const requests: [string, string, Json][] = [['POST', collection, body]];
      if (sample.methods.includes('replace')) requests.push(['PUT', `${collection}/${id}`, body]);
      if (sample.methods.includes('update')) {
        requests.push(['PATCH', `${collection}/${id}`, { 'no~such/member': null }]);
      }
      for (const [method, path, given] of requests) {
        const answer = await send(method, path, { body: given });
        assert.equal(answer.status, validationStatus, `${method} ${path}`);
        assert.deepEqual(placesOf(answer), ['/no~0such~1member']);
      }
    }
  });

  test('C-007 unknown members of members are refused', unless(creatable), async () => {
    for (const sample of creatable) {
      for (const [name, schema] of membersOf(sample)) {
        if (schema['properties'] === undefined || !(name in sample.bodies[0])) continue;
        const body: Json = await make.spare(sample);
        const inner = { ...(body[name] as object | undefined), 'no-such': 1 };
        const collection = await make.collection(sample);
        const answer = await send('POST', collection, { body: { ...body, [name]: inner } });
        assert.deepEqual(placesOf(answer), [`/${name}/no-such`]);
      }
    }
  });

  test(
    'C-008 instants come back in UTC, whatever their offset was, if the calendar has them',
    unless(samplesWith('date-time')),
    async () => {
      for (const sample of samplesWith('date-time')) {
        for (const name of membersIn(sample, 'date-time')) {
          await assertSpellings(sample, name);
          for (const instant of [
            '2023-02-29T12:00:00Z',
            '2023-02-28T24:00:00Z',
            '2023-02-28T12:00:00',
          ]) {
            const body = { ...(await make.spare(sample)), [name]: instant };
            const answer = await send('POST', await make.collection(sample), { body });
            assert.deepEqual(placesOf(answer), [`/${name}`], instant);
          }
        }
      }
    },
  );

  test('C-008 dates are those of the calendar', unless(samplesWith('date')), async () => {
    for (const sample of samplesWith('date')) {
      for (const name of membersIn(sample, 'date')) {
        const body = { ...(await make.spare(sample)), [name]: '2023-02-29' };
        const answer = await send('POST', await make.collection(sample), { body });
        assert.deepEqual(placesOf(answer), [`/${name}`]);
      }
    }
  });

  const bounded = creatable.filter(({ bounds }) => bounds.length > 0);
  test(
    'C-006 C-008 values at the bounds of members are kept, and lose no digit',
    unless(bounded),
    async () => {
      for (const sample of bounded) {
        for (const each of sample.bounds) await assertKept(sample, each);
      }
    },
  );

  test(
    'C-008 decimal numbers come back with all their digits',
    unless(samplesWith('decimal')),
    async () => {
      for (const sample of samplesWith('decimal')) {
        for (const name of membersIn(sample, 'decimal')) await assertSpellings(sample, name);
      }
    },
  );

  test('C-008 durations come back in one spelling', unless(samplesWith('duration')), async () => {
    for (const sample of samplesWith('duration')) {
      for (const name of membersIn(sample, 'duration')) await assertSpellings(sample, name);
    }
  });

  test('C-008 identifiers come back in lower case', unless(samplesWith('uuid')), async () => {
    for (const sample of samplesWith('uuid')) {
      for (const name of membersIn(sample, 'uuid')) await assertSpellings(sample, name);
    }
  });

  test('C-009 what the service sets is refused by POST', unless(creatable), async () => {
    for (const sample of creatable) {
      const collection = await make.collection(sample);
      for (const name of ['id', 'createdAt', 'updatedAt', 'revision', ...sample.readOnly]) {
        const body = { ...(await make.spare(sample)), [name]: null };
        const answer = await send('POST', collection, { body });
        assert.equal(answer.status, validationStatus);
        assert.deepEqual(placesOf(answer), [`/${name}`]);
      }
    }
  });

  test(
    'C-009 what was read can be sent back, changed where the service sets it cannot',
    unless(replaceable),
    async () => {
      for (const sample of replaceable) {
        const collection = await make.collection(sample);
        const path = `${collection}/${(await make.insert(sample, collection)).id}`;
        const { body } = await send('GET', path);
        const same = await send('PUT', path, { body });
        assert.equal(same.status, 200, same.text);
        assert.deepEqual(same.body, body);
        const changes = { id: unknownId, createdAt: '2020-01-01T00:00:00.000Z', revision: 99 };
        for (const [name, value] of Object.entries(changes)) {
          const answer = await send('PUT', path, { body: { ...body, [name]: value } });
          assert.equal(answer.status, validationStatus);
          assert.deepEqual(placesOf(answer), [`/${name}`]);
        }
        assert.deepEqual((await send('GET', path)).body, body);
      }
    },
  );

  test('C-009 what the service sets is refused by PATCH', unless(updatable), async () => {
    for (const sample of updatable) {
      const collection = await make.collection(sample);
      const path = `${collection}/${(await make.insert(sample, collection)).id}`;
      const answer = await send('PATCH', path, { body: { revision: 99 } });
      assert.equal(answer.status, validationStatus);
      assert.deepEqual(placesOf(answer), ['/revision']);
    }
  });

  const secret = creatable.filter(({ bodies, writeOnly }) =>
    writeOnly.some((name) => name in bodies[0]),
  );
  test('C-010 what is only written is in no answer', unless(secret), async () => {
    for (const sample of secret) {
      const collection = await make.collection(sample);
      const body = await make.full(sample);
      const names = sample.writeOnly.filter((name) => name in changesIn(sample));
      const changes = pick(await make.body(sample, 1), names);
      const created = await send('POST', collection, { body });
      assert.equal(created.status, 201, created.text);
      const path = madeAt(created);
      const answers = [created];
      if (sample.methods.includes('read')) answers.push(await send('GET', path));
      if (sample.methods.includes('list')) answers.push(await send('GET', collection));
      if (sample.methods.includes('replace')) {
        answers.push(await send('PUT', path, { body: replacementOf(sample, body, body) }));
      }
      if (sample.methods.includes('update'))
        answers.push(await send('PATCH', path, { body: changes }));
      const written = sample.writeOnly.filter((name) => name in body);
      for (const answer of answers) {
        const { status, body: shown, text } = answer;
        assert.ok(status < 300, text);
        // A member may be called as those of a page: `items`.
        const representations =
          'page' in shown && 'links' in shown && !('id' in shown) ? itemsOf(answer) : [shown];
        for (const name of written) {
          for (const each of representations) assert.ok(!(name in each), name);
        }
        const values = [...secretsOf(sample, body), ...secretsOf(sample, { ...body, ...changes })];
        for (const value of values) assert.ok(!text.includes(value), value);
      }
    }
  });

  const patchedSecrets = offering('create', 'update').filter((sample) => secret.includes(sample));
  test('C-010 a patch reads nothing that is only written', unless(patchedSecrets), async () => {
    for (const sample of patchedSecrets) {
      const collection = await make.collection(sample);
      const body = await make.body(sample);
      const path = `${collection}/${(await make.insert(sample, collection, body)).id}`;
      for (const name of sample.writeOnly.filter((each) => each in body)) {
        for (const operation of [
          { op: 'test', path: `/${name}`, value: body[name] },
          { op: 'copy', from: `/${name}`, path: '/no-such' },
          { op: 'move', from: `/${name}`, path: '/no-such' },
        ]) {
          const answer = await send('PATCH', path, {
            body: [operation],
            headers: { 'content-type': 'application/json-patch+json' },
          });
          assert.equal(answer.status, 409, `${operation.op} ${name}: ${answer.text}`);
        }
      }
    }
  });

  const recognised = secretive(creatable);
  test('C-010 what is only written is in no log', unless(recognised, 'log'), async () => {
    for (const sample of recognised) {
      const collection = await make.collection(sample);
      const body = await make.body(sample);
      await send('POST', collection, { body });
      await send('POST', collection, { body: { ...body, 'no-such': 1 } });
      assert.ok(log.length > 0);
      for (const value of secretsOf(sample, body))
        assert.ok(log.every((line) => !line.includes(value)));
    }
  });

  test(
    'C-011 identifiers are UUIDs of version 7 that cannot be guessed',
    unless(creatable),
    async () => {
      const sample = first(creatable);
      const collection = await make.collection(sample);
      const tails = new Set<string>();
      for (let count = 0; count < 5; count += 1) {
        const answer = await send('POST', collection, { body: await make.body(sample) });
        const id = String(madeAt(answer).split('/').at(-1));
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        tails.add(id.slice(24, 32));
      }
      // Their last 32 of 48 random bits: were they counted, they would be the same.
      assert.equal(tails.size, 5);
    },
  );

  const malformed: Readonly<Record<string, string | Uint8Array>> = {
    'no JSON': '{"a":}',
    'two documents': '{} {}',
    'a comment': '{} // nothing',
    'a member twice': '{"a":1,"a":1}',
    'a member twice, once escaped': '{"a":1,"\\u0061":2}',
    'a member twice further in': '{"a":[{"b":{"c":1,"c":2}}]}',
    'a byte order mark': '\ufeff{}',
    'an unpaired surrogate': '{"a":"\\ud800"}',
    'an unpaired surrogate in a name': '{"\\udc00":1}',
    'a NUL character': '{"a":"\\u0000"}',
    'a control character': '{"a":"\u0001"}',
    'a number beyond all bounds': '{"a":1e400}',
    'bytes that are not UTF-8': new Uint8Array([0x22, 0xff, 0x22]),
    'an overlong encoding': new Uint8Array([0x22, 0xc0, 0x80, 0x22]),
    'more levels than permitted': '['.repeat(limits.depth + 1) + ']'.repeat(limits.depth + 1),
    'very many levels': '{"a":'.repeat(Math.floor(Math.min(limits.body, 500_000) / 5)),
  };
  for (const [what, body] of Object.entries(malformed)) {
    test(`C-012 a body with ${what} is refused`, unless(creatable), async () => {
      const answer = await send('POST', await make.collection(first(creatable)), { body });
      assert.equal(answer.status, 400);
      assert.equal(answer.body['code'], 'malformed-body');
    });
  }

  test(
    'C-012 names that mean something to JavaScript are names like others',
    unless(creatable),
    async () => {
      const collection = await make.collection(first(creatable));
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        const body = `{"${name}":{"polluted":true}}`;
        const answer = await send('POST', collection, { body });
        assert.equal(answer.status, validationStatus);
        assert.ok(placesOf(answer).includes(`/${name}`), name);
        assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
      }
    },
  );

  test('C-012 as many levels as permitted are read', unless(creatable), async () => {
    const body = '['.repeat(limits.depth) + ']'.repeat(limits.depth);
    const answer = await send('POST', await make.collection(first(creatable)), { body });
    assert.equal(answer.body['code'], 'validation-failed');
  });

  const listable = offering('create', 'list');
  test(
    'C-089 a collection is an object, and so is each of its items',
    unless(listable),
    async () => {
      const sample = first(listable);
      const collection = await make.collection(sample);
      await make.insert(sample, collection);
      for (const item of itemsOf(await send('GET', collection))) assert.ok('id' in item);
    },
  );
});

function pick(body: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
