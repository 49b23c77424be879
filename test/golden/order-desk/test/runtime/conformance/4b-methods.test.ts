import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { hasStream, limits, pinned, selector } from '../../contract.ts';
import { isSendable, sendableOf } from '../support/body-size.ts';
import { placesOf } from '../support/client.ts';
import {
  apart,
  changeable,
  changesIn,
  filled,
  first,
  holding,
  isFree,
  isSeenAsSent,
  isTakenByDefault,
  itemsOf,
  linked,
  madeAt,
  offering,
  startConforming,
  testEngines,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { head } from '../support/raw.ts';
import { replacementOf } from '../support/replacement.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { schemasOf } from '../support/schemas.ts';

const { selectedBy } = selector;

const creatable = offering('create');
const readable = offering('read');
const replaceable = offering('read', 'replace');
const updatable = offering('read', 'update');
const deletable = offering('delete');

const jsonPatch = 'application/json-patch+json';

interface NestedPatch {
  readonly name: string;
  readonly value: unknown;
  readonly made: unknown;
}

/** What a member becomes that a rule decides by, or that not everybody sees or sets, is for those to say who set it. */
const isDecided = ({ attributes }: ResourceSample, name: string, member: Json): boolean =>
  'x-readableBy' in member ||
  'x-writableBy' in member ||
  attributes.some((rule) => rule.member === name);

/** Whether an address without a version may be one of this service. */
const isNamedBeside = new Set<typeof selectedBy>(['query', 'header', 'type']);
const whyNamed =
  (pinned !== '' && 'a request that names no version is one of the pinned version') ||
  (!isNamedBeside.has(selectedBy) && 'a version is part of the address, or need not be named');
const isUnnamed = { skip: whyNamed };

describe('part 4b, methods', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  /** A new resource and its address. */
  async function made(sample: ResourceSample): Promise<{ path: string; collection: string }> {
    const collection = await make.collection(sample);
    const { id } = await make.insert(sample, collection);
    return { path: `${collection}/${id}`, collection };
  }

  test(
    'C-049 what is read may be kept by its reader and checked again',
    unless(readable),
    async () => {
      const { path, collection } = await made(first(readable));
      const paths = first(readable).methods.includes('list') ? [path, collection] : [path];
      for (const each of paths) {
        const { status, headers } = await send('GET', each);
        assert.equal(status, 200);
        assert.equal(headers.get('cache-control'), 'private, no-cache');
        assert.match(headers.get('vary') ?? '', /\bAccept\b/);
      }
      assert.match((await send('GET', path)).headers.get('etag') ?? '', /^"[^"]+"$/);
    },
  );

  test('C-051 what its reader has already is not sent again', unless(readable), async () => {
    for (const sample of readable) {
      const { path } = await made(sample);
      const { headers } = await send('GET', path);
      const etag = headers.get('etag') ?? '';
      for (const tags of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const same = await send(method, path, { headers: { 'if-none-match': tags } });
          assert.equal(same.status, 304, tags);
          assert.equal(same.text, '');
          for (const name of ['etag', 'cache-control', 'vary', 'x-api-version']) {
            assert.equal(same.headers.get(name), headers.get(name), name);
          }
          assert.equal(same.headers.get('content-type'), null);
        }
      }
      for (const tags of ['"another"', `"${etag.slice(1, -1)}x"`]) {
        const other = await send('GET', path, { headers: { 'if-none-match': tags } });
        assert.equal(other.status, 200, tags);
      }
      const wrong = await send('GET', path, { headers: { 'if-none-match': 'unquoted' } });
      assert.equal(wrong.status, 400);
    }
  });

  test('C-050 reading changes nothing', unless(readable), async () => {
    for (const sample of readable) {
      const { path, collection } = await made(sample);
      const { body: before } = await send('GET', path);
      service.later(60_000);
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        await send(method, path);
        if (sample.methods.includes('list')) await send(method, collection);
      }
      assert.deepEqual((await send('GET', path)).body, before);
    }
  });

  test(
    'C-052 a body of GET means nothing, nor is it taken for the next request',
    unless(readable),
    async () => {
      const { path } = await made(first(readable));
      const body = 'DELETE / HTTP/1.1\r\n\r\n';
      const length = `Content-Length: ${String(body.length)}`;
      const line = `GET ${path} HTTP/1.1`;
      const answers = await service.exchange(
        service.head(line, length, 'Content-Type: no-type-at-all') + body,
        service.head(line, 'Connection: close'),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(answers[0]?.text, answers[1]?.text);
    },
  );

  test(
    'C-053 POST answers 201 with the address and the representation of what is new',
    unless(offering('create', 'read')),
    async () => {
      for (const sample of offering('create', 'read')) {
        const collection = await make.collection(sample);
        const created = await send('POST', collection, { body: await make.body(sample) });
        assert.equal(created.status, 201, created.text);
        const location = created.headers.get('location') ?? '';
        assert.equal(location, linked(`${collection}/${String(created.body['id'])}`));
        assert.deepEqual((await send('GET', location)).body, created.body);
      }
    },
  );

  test(
    'C-053 C-061 POST and PATCH answer with a validator',
    unless(offering('create', 'update')),
    async () => {
      const sample = first(offering('create', 'update'));
      const collection = await make.collection(sample);
      const created = await send('POST', collection, { body: await make.body(sample) });
      const path = madeAt(created);
      const patched = await send('PATCH', path, { body: {} });
      for (const { headers } of [created, patched]) {
        const answer = await send('PATCH', path, {
          body: {},
          headers: { 'if-match': headers.get('etag') ?? '' },
        });
        assert.equal(answer.status, sample.isShown ? 200 : 204);
      }
    },
  );

  const repeatable = holding(creatable, 2);
  test('C-054 two POSTs make two resources', unless(repeatable), async () => {
    const sample = first(repeatable);
    const collection = await make.collection(sample);
    const ids = [];
    for (const body of [await make.body(sample), await make.body(sample)]) {
      ids.push(madeAt(await send('POST', collection, { body })));
    }
    assert.notEqual(ids[0], ids[1]);
  });

  test('C-055 an answer to POST is not kept', unless(creatable), async () => {
    const sample = first(creatable);
    const collection = await make.collection(sample);
    const { headers } = await send('POST', collection, { body: await make.body(sample) });
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('C-056 POST needs a body and its type', unless(creatable), async () => {
    const collection = await make.collection(first(creatable));
    const empty = await send('POST', collection);
    assert.equal(empty.status, 400);
    assert.equal(empty.body['code'], 'malformed-body');
    const typed = { headers: { 'content-type': 'application/json' } };
    assert.equal((await send('POST', collection, typed)).body['code'], 'malformed-body');
    const untyped = await send('POST', collection, { body: '{}', headers: { 'content-type': '' } });
    assert.equal(untyped.status, 415);
  });

  test(
    'C-058 PUT replaces: what it leaves out gets its default, or goes',
    unless(replaceable),
    async () => {
      for (const sample of replaceable) {
        const collection = await make.collection(sample);
        const given = await make.body(sample);
        const path = `${collection}/${(await make.insert(sample, collection, given)).id}`;
        const { body: before } = await send('GET', path);
        const members = membersOf(service, sample);
        const kept = new Set([
          ...sample.required,
          ...sample.readOnly,
          ...Object.keys(members).filter((name) => isTakenByDefault(sample, name)),
        ]);
        const stored = { ...given, ...before };
        const said = Object.entries(stored).filter(([name]) => kept.has(name));
        const body = replacementOf(sample, Object.fromEntries(said), stored);
        const { status, body: after, text } = await send('PUT', path, { body });
        assert.equal(status, 200, text);
        for (const [name, member] of Object.entries(members)) {
          if (name in body || member['readOnly'] === true || sample.writeOnly.includes(name))
            continue;
          if (isDecided(sample, name, member)) continue;
          assert.deepEqual(after[name], member['default'], `${sample.path} ${name}`);
        }
      }
    },
  );

  test(
    'C-059 PUT creates where the specification says so, and nowhere else',
    unless(replaceable),
    async () => {
      for (const sample of replaceable) {
        const collection = await make.collection(sample);
        const path = `${collection}/${service.newId()}`;
        const body = await make.body(sample);
        const headers = { 'if-none-match': '*' };
        const { status, text } = await send('PUT', path, { body, headers });
        assert.equal(status, sample.replacingNothing, text);
        assert.equal((await send('GET', path)).status, sample.createByReplace ? 200 : 404);
        if (!sample.createByReplace) continue;
        assert.equal((await send('PUT', path, { body, headers })).status, 412);
        const repeated = replacementOf(sample, body, body);
        assert.equal((await send('PUT', path, { body: repeated })).status, 200);
      }
    },
  );

  const creating = replaceable.filter(({ replacingNothing }) => replacingNothing === 201);
  test(
    'C-059 what PUT would create has a UUID in lower case, and another identifier is refused',
    unless(creating),
    async () => {
      for (const sample of creating) {
        const collection = await make.collection(sample);
        const body = await make.body(sample);
        const [, name = ''] =
          /\{(\w+)\}$/.exec(
            service.contract.find('PUT', `${collection}/${service.newId()}`)?.path ?? '',
          ) ?? [];
        for (const id of [
          'AC-17',
          '1',
          'null',
          `${service.newId()}0`,
          service.newId().toUpperCase(),
        ]) {
          const answer = await send('PUT', `${collection}/${id}`, { body });
          assert.equal(answer.status, validationStatus, answer.text);
          assert.deepEqual(placesOf(answer), [name]);
          assert.match(answer.text, /UUID/);
        }
      }
    },
  );

  test(
    'C-060 C-061 repeating PUT changes nothing, and its answer has no validator',
    unless(replaceable),
    async () => {
      for (const sample of replaceable) {
        const collection = await make.collection(sample);
        const first = await make.body(sample);
        const path = `${collection}/${(await make.insert(sample, collection, first)).id}`;
        const { body: before } = await send('GET', path);
        const body = replacementOf(sample, await make.body(sample, 1), { ...first, ...before });
        await make.clear(sample, body, before['id']);
        const once = await send('PUT', path, { body });
        assert.equal(once.status, 200, once.text);
        assert.equal(once.headers.get('etag'), null);
        service.later(60_000);
        for (let count = 0; count < 3; count += 1) {
          assert.deepEqual((await send('PUT', path, { body })).body, once.body);
        }
      }
    },
  );

  test('C-062 PUT of a part is refused', unless(replaceable), async () => {
    const { path } = await made(first(replaceable));
    const { body } = await send('GET', path);
    const headers = { 'content-range': 'bytes 0-9/100' };
    assert.equal((await send('PUT', path, { body, headers })).status, 400);
  });

  test('C-063 PATCH changes what it names and nothing else', unless(updatable), async () => {
    for (const sample of updatable) {
      const { path } = await made(sample);
      const changes = await make.body(sample, 1);
      for (const [name, value] of Object.entries(changes)) {
        if (sample.immutable.includes(name)) continue;
        const { body: before } = await send('GET', path);
        // Another one may have the value together with what stays as it is.
        await make.clear(sample, { ...before, [name]: value }, before['id']);
        service.later(1000);
        const { status, body: after } = await send('PATCH', path, { body: { [name]: value } });
        assert.equal(status, 200);
        const same = new Set([name, 'revision', 'updatedAt']);
        const rest = (body: Json) => Object.entries(body).filter(([each]) => !same.has(each));
        assert.deepEqual(rest(after), rest(before));
        if (!sample.writeOnly.includes(name)) assert.deepEqual(after[name], value);
      }
    }
  });

  test(
    'C-063 null in a merge patch removes what may be absent, and no more',
    unless(updatable),
    async () => {
      for (const sample of updatable) {
        const { path } = await made(sample);
        const { body: before } = await send('GET', path);
        const members = membersOf(service, sample);
        for (const [name, member] of Object.entries(members)) {
          const isFixed = member['readOnly'] === true || sample.immutable.includes(name);
          const isTaken = isTakenByDefault(sample, name);
          if (isFixed || isTaken || isDecided(sample, name, member) || !(name in before)) continue;
          const answer = await send('PATCH', path, { body: { [name]: null } });
          const permitsNull = [member['type']].flat().includes('null');
          if (sample.required.includes(name) && !permitsNull) {
            assert.equal(answer.status, validationStatus, name);
            assert.deepEqual([...new Set(placesOf(answer))], [`/${name}`]);
          } else {
            assert.equal(answer.status, 200, answer.text);
            assert.deepEqual(answer.body[name], permitsNull ? null : member['default'], name);
          }
        }
      }
    },
  );

  /** Patches of the lists and objects in a body, and what they make of them. */
  function nestedPatches(sample: ResourceSample, body: Json): readonly NestedPatch[] {
    const members = membersOf(service, sample);
    return Object.entries(body).flatMap(([name, value]): NestedPatch[] => {
      const isShown = isFree(sample, name) && !sample.writeOnly.includes(name);
      if (!isShown || typeof value !== 'object' || value === null) return [];
      if (Array.isArray(value)) {
        const { minItems = 0 } = members[name] ?? {};
        const other = value.length > Number(minItems) ? value.slice(0, -1) : value.toReversed();
        return value.length === 0 ? [] : [{ name, value: other, made: other }];
      }
      // null would take a member away.
      const kept = Object.entries(value).find(
        ([, inner]) => !/^null|:null/.test(JSON.stringify(inner)),
      );
      return kept === undefined
        ? []
        : [{ name, value: { [kept[0]]: kept[1] as unknown }, made: value }];
    });
  }

  const nested = updatable.filter(({ bodies: [body] }) =>
    Object.values(body).some((value) => typeof value === 'object'),
  );
  test(
    'C-063 a merge patch replaces lists and goes into objects',
    unless(nested),
    async (testing) => {
      if (nested.every((sample) => nestedPatches(sample, sample.bodies[0]).length === 0)) {
        testing.skip('no member with a list or an object can be changed and seen');
        return;
      }
      for (const sample of nested) {
        const collection = await make.collection(sample);
        const given = await make.body(sample);
        const path = `${collection}/${(await make.insert(sample, collection, given)).id}`;
        for (const { name, value, made: expected } of nestedPatches(sample, given)) {
          const { body, text } = await send('PATCH', path, { body: { [name]: value } });
          assert.deepEqual(body[name], expected, text);
        }
      }
    },
  );

  test('C-063 PATCH tells the kinds of patch that it takes', unless(updatable), async () => {
    const { path } = await made(first(updatable));
    const types = service.contract.find('PATCH', path)?.accepts ?? [];
    assert.ok(types.includes('application/merge-patch+json'));
    // The other representations have tests of their own.
    for (const type of [jsonPatch, 'application/merge-patch+json', 'application/json']) {
      const body = type === jsonPatch ? [] : {};
      const answer = await send('PATCH', path, { body, headers: { 'content-type': type } });
      assert.equal(answer.status, 200, type);
    }
    const headers = { 'content-type': 'application/example-patch' };
    const refused = await send('PATCH', path, { body: '', headers });
    assert.equal(refused.status, 415);
    const options = await service.anonymous('OPTIONS', path);
    for (const answer of [refused, options]) {
      assert.equal(answer.headers.get('accept-patch'), types.join(', '));
    }
  });

  test('C-063 a JSON Patch is done as a whole or not at all', unless(updatable), async () => {
    for (const sample of updatable) {
      const { path } = await made(sample);
      const { body: before } = await send('GET', path);
      const changes = Object.entries(await make.body(sample, 1)).filter(
        ([name]) => !sample.immutable.includes(name) && !sample.writeOnly.includes(name),
      );
      const impossible = { op: 'test', path: '/id', value: unknownId };
      const operations = sendableOf(
        changes.map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
        (some) => [...some, impossible],
      );
      await make.clear(sample, { ...before, ...Object.fromEntries(changes) }, before['id']);
      const headers = { 'content-type': jsonPatch };
      const refused = await send('PATCH', path, { body: [...operations, impossible], headers });
      assert.equal(refused.status, 409);
      assert.deepEqual((await send('GET', path)).body, before);
      const { status, body } = await send('PATCH', path, { body: operations, headers });
      assert.equal(status, 200);
      for (const [name, value] of changes.slice(0, operations.length))
        assert.deepEqual(body[name], value);
    }
  });

  test(
    'C-063 C-134 a JSON Patch whose pointers lead nowhere does not fit',
    unless(updatable),
    async () => {
      for (const sample of updatable) {
        const { path } = await made(sample);
        const { body: before } = await send('GET', path);
        const lists = Object.keys(before).filter((name) => Array.isArray(before[name]));
        const patches = [
          [{ op: 'add', path: '/id/below', value: 1 }],
          [{ op: 'remove', path: '' }],
          [{ op: 'copy', from: '/toString', path: '/id' }],
          ...lists.flatMap((name) => [
            [{ op: 'add', path: `/${name}/-1`, value: 1 }],
            [{ op: 'add', path: `/${name}/00`, value: 1 }],
            [{ op: 'replace', path: `/${name}/-`, value: 1 }],
            [{ op: 'replace', path: `/${name}/length`, value: 0 }],
          ]),
        ];
        for (const body of patches) {
          const answer = await send('PATCH', path, {
            body,
            headers: { 'content-type': jsonPatch },
          });
          assert.equal(answer.status, 409, JSON.stringify(body.slice(0, 1)));
        }
        assert.deepEqual((await send('GET', path)).body, before);
      }
    },
  );

  test(
    'C-063 C-134 a JSON Patch makes a resource neither many times as large nor too deep',
    unless(updatable),
    async () => {
      const { path } = await made(first(updatable));
      const { body: before } = await send('GET', path);
      // Each would make the resource twice as large, and one level deeper.
      const copies = Array.from({ length: 100 }, (_, index) => ({
        op: 'copy',
        from: '',
        path: `/m${String(index)}`,
      }));
      const body = sendableOf(copies, (some) => some);
      const answer = await send('PATCH', path, { body, headers: { 'content-type': jsonPatch } });
      assert.ok([409, validationStatus].includes(answer.status), answer.text);
      assert.deepEqual((await send('GET', path)).body, before);
    },
  );

  test(
    'C-012 C-063 a JSON Patch nests nothing deeper than a body may be',
    unless(updatable),
    async (testing) => {
      const levels = Math.ceil(limits.depth / 2);
      const found = updatable.flatMap((sample) => {
        const item = `${sample.path}/{${sample.idParameter}}`;
        const { properties = {} } = schemasOf(service.contract).request(
          'PATCH',
          item,
          'application/merge-patch+json',
        );
        return Object.entries(properties as Readonly<Record<string, Json>>)
          .filter(
            ([name, schema]) =>
              Number(schema['x-maxLength'] ?? 0) > 20 * limits.depth &&
              isFree(sample, name) &&
              isSeenAsSent(sample, name) &&
              !isDecided(sample, name, schema),
          )
          .slice(0, 1)
          .map(([name]) => ({ sample, name }));
      });
      if (found.length === 0) {
        testing.skip('no member takes any JSON value as deep as a body may be');
        return;
      }
      const value: unknown = JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1));
      // Two of them, and a place as deep.
      if (!isSendable([value, value, '/a'.repeat(levels), ' '.repeat(300)])) {
        testing.skip('no body is large enough');
        return;
      }
      const headers = { 'content-type': jsonPatch };
      for (const { sample, name } of found) {
        const { path } = await made(sample);
        const start = { op: 'add', path: `/${name}`, value };
        const {
          body: before,
          status,
          text,
        } = await send('PATCH', path, { body: [start], headers });
        assert.equal(status, 200, text);
        const end = `/${name}${'/a'.repeat(levels)}`;
        const other = { op: 'add', path: `/${name}/b`, value };
        for (const operations of [
          [{ op: 'copy', from: `/${name}`, path: end }],
          [{ op: 'add', path: end, value }],
          [
            { op: 'add', path: end, value: 1 },
            { op: 'replace', path: end, value },
          ],
          [other, { op: 'move', from: `/${name}/b`, path: end }],
        ]) {
          const answer = await send('PATCH', path, { body: operations, headers });
          assert.equal(answer.status, validationStatus, answer.text);
          assert.deepEqual(placesOf(answer), [end]);
        }
        assert.deepEqual((await send('GET', path)).body, before);
      }
    },
  );

  test('C-012 C-063 a JSON Patch reaches no prototype', unless(updatable), async () => {
    const { path } = await made(first(updatable));
    const headers = { 'content-type': jsonPatch };
    const polluting = [
      ['/__proto__', { polluted: true }],
      ['/__proto__', 1],
      ['/__proto__/polluted', 1],
      ['/constructor/prototype/polluted', 1],
    ];
    for (const [place, value] of polluting) {
      const body = [{ op: 'add', path: place, value }];
      const { status } = await send('PATCH', path, { body, headers });
      assert.ok(status >= 400 && status < 500, String(place));
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    }
  });

  test('C-064 repeating a merge patch changes nothing', unless(updatable), async () => {
    for (const sample of updatable) {
      const { path } = await made(sample);
      const { body: before } = await send('GET', path);
      const changes = Object.entries(await make.body(sample, 1)).filter(
        ([name]) => !sample.immutable.includes(name),
      );
      const body = Object.fromEntries(changes);
      await make.clear(sample, { ...before, ...body }, before['id']);
      const once = await send('PATCH', path, { body });
      assert.equal(once.status, 200, once.text);
      service.later(60_000);
      assert.deepEqual((await send('PATCH', path, { body })).body, once.body);
    }
  });

  test(
    'C-065 a change is held back unless it is made for the state there is',
    unless(updatable),
    async () => {
      for (const sample of updatable) {
        const { path } = await made(sample);
        const before = await send('GET', path);
        const etag = before.headers.get('etag') ?? '';
        const refused = ['"another"', `W/${etag}`, `"${'9'.repeat(30)}"`];
        for (const tags of refused) {
          const headers = { 'if-match': tags };
          assert.equal((await send('PATCH', path, { body: {}, headers })).status, 412, tags);
          if (!sample.methods.includes('delete')) continue;
          assert.equal((await send('DELETE', path, { headers })).status, 412, tags);
        }
        assert.deepEqual((await send('GET', path)).body, before.body);
        for (const tags of [etag, `"another", ${etag}`, '*']) {
          const headers = { 'if-match': tags };
          assert.equal((await send('PATCH', path, { body: {}, headers })).status, 200, tags);
        }
        assert.equal(sample.preconditions === 'required', demands(service, path));
      }
    },
  );

  const demanding = updatable.filter(({ preconditions }) => preconditions === 'required');
  test(
    'C-065 a change that says nothing of a state is refused where one is required',
    unless(demanding),
    async () => {
      for (const sample of demanding) {
        const { path } = await made(sample);
        const request = service.head(
          `PATCH ${path} HTTP/1.1`,
          'Connection: close',
          'Content-Type: application/json',
          'Content-Length: 2',
          'Idempotency-Key: "once"',
        );
        const [answer] = await service.exchange(request, '{}');
        assert.equal(answer?.status, 428);
        service.check('PATCH', path, answer);
      }
    },
  );

  test(
    'C-066 C-067 C-138 DELETE answers 204 with nothing, and then 404',
    unless(deletable),
    async () => {
      for (const sample of deletable) {
        const { path } = await made(sample);
        const line = `DELETE ${path} HTTP/1.1`;
        const request = service.head(line, 'Connection: close', 'If-Match: *');
        const [deleted] = await service.exchange(request);
        assert.equal(deleted?.status, 204);
        for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
          assert.equal(deleted.headers.get(name), null, name);
        }
        const again = await send('DELETE', path);
        assert.equal(again.status, 404);
        assert.equal(again.body['code'], 'not-found');
      }
    },
  );

  const orphanable = readable.filter(({ parent }) => parent?.methods.includes('delete') === true);
  test('C-067 with a parent its children go', unless(orphanable), async () => {
    for (const sample of orphanable) {
      assert.ok(sample.parent !== undefined);
      let collection = await make.collection(sample);
      // What nothing else refers to, where there is room for it besides what is referred to.
      if (holding([sample.parent], 3).length > 0) {
        const within = await make.collection(sample.parent);
        const { id } = await make.insert(sample.parent, within);
        collection = `${within}/${id}${collection.slice(collection.lastIndexOf('/'))}`;
      }
      const parent = collection.slice(0, collection.lastIndexOf('/'));
      const path = `${collection}/${(await make.insert(sample, collection)).id}`;
      assert.equal((await send('GET', path)).status, 200);
      assert.equal((await send('DELETE', parent)).status, 204);
      assert.equal((await send('GET', path)).status, 404);
    }
  });

  const several = holding(deletable, 3);
  test(
    'C-068 DELETE takes a body, or the type of one, and minds neither',
    unless(several),
    async () => {
      const sample = first(several);
      const collection = await make.collection(sample);
      const paths = [await made(sample), await made(sample), await made(sample)].map(
        ({ path }) => path,
      );
      const remove = (path = '', ...headers: readonly string[]) =>
        service.head(`DELETE ${path} HTTP/1.1`, 'If-Match: *', ...headers);
      const answers = await service.exchange(
        remove(paths[0], 'Content-Type: application/json'),
        `${remove(paths[1], 'Content-Type: application/json', 'Content-Length: 5')}{"a":`,
        `${remove(paths[2], 'Content-Type: ;;', 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
        // Something else: requests of one connection may be carried out side by side.
        remove(`${collection}/${unknownId}`, 'Connection: close'),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [204, 204, 204, 404],
      );
      for (const path of paths) assert.equal((await send('DELETE', path)).status, 404);
    },
  );

  test('C-069 HEAD answers like GET, without the body', async () => {
    for (const { method, path, isPublic } of service.contract.operations) {
      if (method !== 'GET') continue;
      const client = isPublic ? service.anonymous : service.request;
      const headers = { 'accept-encoding': 'identity' };
      const got = await client('GET', filled(path), { headers });
      const asked = await client('HEAD', filled(path), { headers });
      assert.equal(asked.status, got.status, path);
      assert.equal(asked.text, '');
      const varying = new Set([
        'date',
        'x-request-id',
        'connection',
        'keep-alive',
        'content-length',
        'transfer-encoding',
      ]);
      const fixed = (answer: { headers: Headers }) =>
        [...answer.headers].filter(([name]) => !varying.has(name));
      assert.deepEqual(fixed(asked), fixed(got), path);
      // What has no end has no length.
      if (hasStream && got.headers.has('transfer-encoding')) continue;
      // The trace id makes each problem a different one, of the same length.
      assert.equal(asked.headers.get('content-length'), String(Buffer.byteLength(got.text)));
    }
  });

  test('C-070 OPTIONS needs no version to be named', isUnnamed, async () => {
    const { operations } = service.contract;
    for (const path of new Set(operations.map((each) => each.path))) {
      const answer = await service.asIs('OPTIONS', filled(path).replace(/^\/v\d[\d-]*(?=\/)/, ''));
      assert.equal(answer.status, 200, path);
      const allowed = (answer.headers.get('allow') ?? '').split(', ');
      const documented = operations
        .filter((each) => each.path === path)
        .map(({ method }) => method);
      for (const method of [...documented, 'OPTIONS'])
        assert.ok(allowed.includes(method), `${method} ${path}`);
      assert.ok(!allowed.includes('TRACE'), path);
    }
    assert.equal((await service.asIs('OPTIONS', '/nothing/at/all')).status, 404);
  });

  test('C-070 OPTIONS answers 200 with the exact Allow, to everybody', async () => {
    const { operations } = service.contract;
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const { status, headers, text } = await service.anonymous('OPTIONS', filled(path));
      assert.equal(status, 200);
      assert.equal(text, '');
      assert.equal(headers.get('content-length'), '0');
      const methods = operations.filter((each) => each.path === path).map(({ method }) => method);
      if (methods.includes('GET')) methods.push('HEAD');
      const allowed = (headers.get('allow') ?? '').split(', ');
      assert.deepEqual(allowed.toSorted(), [...methods, 'OPTIONS'].toSorted(), path);
      assert.equal(headers.has('accept-patch'), methods.includes('PATCH'), path);
    }
  });

  test('C-071 OPTIONS * is a ping', async () => {
    const [answer, other] = await service.exchange(
      head('OPTIONS * HTTP/1.1', 'Host: a'),
      head('GET * HTTP/1.1', 'Host: a', 'Connection: close'),
    );
    assert.equal(answer?.status, 200);
    assert.equal(answer.headers.get('content-length'), '0');
    // It asks of the server, and not of the resource at its root.
    assert.equal(answer.headers.get('allow'), null);
    assert.equal(other?.status, 400);
  });

  test('C-074 C-078 C-079 C-144 a method that a resource does not offer answers 405 with what it does', async () => {
    const { operations } = service.contract;
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const { headers } = await service.anonymous('OPTIONS', filled(path));
      const allow = headers.get('allow') ?? '';
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY']) {
        if (allow.split(', ').includes(method)) continue;
        const line = `${method} ${filled(path)} HTTP/1.1`;
        const request = service.head(line, 'Connection: close', 'X-Secret: echo me');
        const [answer] = await service.exchange(request);
        assert.ok(answer !== undefined);
        assert.equal(answer.status, 405, line);
        assert.equal(answer.headers.get('allow'), allow, line);
        assert.equal(answer.body['code'], 'method-not-allowed');
        assert.doesNotMatch(answer.text, /echo me/);
        service.check(method, filled(path), answer);
      }
    }
  });

  test('C-076 CONNECT answers 501 and closes', async () => {
    const request = head('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443');
    const [answer, ...more] = await service.exchange(request, '\u0016\u0003\u0001');
    assert.equal(answer?.status, 501);
    assert.equal(answer.headers.get('connection'), 'close');
    service.check('CONNECT', 'example.com:443', answer);
    assert.deepEqual(more, []);
  });

  test('C-077 methods that no resource has answer 501', async () => {
    for (const method of ['BREW', 'get', 'PROPFIND', 'LOCK', 'PURGE']) {
      for (const path of ['/health', '/nothing']) {
        const line = `${method} ${path} HTTP/1.1`;
        const [answer] = await service.exchange(head(line, 'Host: a', 'Connection: close'));
        assert.ok(answer !== undefined);
        assert.equal(answer.status, 501, method);
        assert.equal(answer.body['code'], 'not-implemented');
        service.check(method, path, answer);
      }
    }
    // In pieces, the first of which is nothing that the parser knows.
    const [answer] = await service.exchange('BR');
    assert.equal(answer?.status, 501);
  });

  test(
    'C-080 no header and no parameter changes the method',
    unless(offering('read', 'delete')),
    async () => {
      const { path } = await made(first(offering('read', 'delete')));
      const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
      assert.equal((await send('POST', path, { headers })).status, 405);
      assert.equal((await send('GET', path, { headers })).status, 200);
      assert.equal((await send('GET', `${path}?_method=DELETE`)).status, 400);
      assert.equal((await send('GET', path)).status, 200);
    },
  );

  test(
    'C-131 a client that waits is asked for its body when it is wanted, and not before',
    unless(offering('create', 'list')),
    async () => {
      const suitable = offering('create', 'list');
      const sample = first([...apart(suitable), ...suitable]);
      const collection = await make.collection(sample);
      const body = JSON.stringify(await make.body(sample));
      const post = (...headers: readonly string[]) =>
        service.head(
          `POST ${collection} HTTP/1.1`,
          'Connection: close',
          `Idempotency-Key: "${service.newId()}"`,
          ...headers,
        );
      const length = `Content-Length: ${String(Buffer.byteLength(body))}`;
      const type = 'Content-Type: application/json';
      const expect = 'Expect: 100-continue';
      const accepted = await service.exchange(post(length, type, expect) + body);
      assert.deepEqual(
        accepted.map(({ status }) => status),
        [100, 201],
      );
      // None of these bodies is ever sent.
      const untyped = await service.exchange(post(length, 'Content-Type: text/plain', expect));
      assert.deepEqual(
        untyped.map(({ status }) => status),
        [415],
      );
      const large = await service.exchange(post('Content-Length: 999999999', type, expect));
      assert.deepEqual(
        large.map(({ status }) => status),
        [413],
      );
      const before = itemsOf(await send('GET', collection)).length;
      const other = await service.exchange(post(length, type, 'Expect: a-miracle') + body);
      assert.equal(other[0]?.status, 417);
      assert.equal(other[0].body['code'], 'expectation-failed');
      assert.equal(itemsOf(await send('GET', collection)).length, before);
    },
  );
});

for (const engine of testEngines()) {
  describe(`part 4b, methods on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    const changing = changeable(updatable);
    test(
      'C-065 of changes made for the same state at once, one is stored',
      unless(changing),
      async () => {
        const service = await startConforming(engine);
        try {
          const { make } = service;
          for (const sample of changing) {
            const collection = await make.collection(sample);
            const given = await make.body(sample);
            const path = `${collection}/${(await make.insert(sample, collection, given)).id}`;
            const { headers } = await service.request('GET', path);
            const names = Object.keys(changesIn(sample));
            const changes = Object.entries(await make.body(sample, 1)).filter(
              ([name, value]) => names.includes(name) && !isDeepStrictEqual(given[name], value),
            );
            assert.ok(changes.length > 0, sample.path);
            const body = Object.fromEntries(changes.slice(0, 1));
            const ifMatch = { 'if-match': headers.get('etag') ?? '' };
            const answers = await Promise.all(
              Array.from({ length: 6 }, () =>
                service.request('PATCH', path, { body, headers: ifMatch }),
              ),
            );
            const statuses = answers.map(({ status }) => status).toSorted();
            assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412], sample.path);
            assert.equal((await service.request('GET', path)).body['revision'], 2);
          }
        } finally {
          await service.stop();
        }
      },
    );
  });
}

function demands({ contract }: ConformingService, path: string): boolean {
  return contract.find('PATCH', path)?.statuses.includes(428) ?? false;
}

/** Members of a resource as its bodies have them, or its representation where it takes no whole one. */
function membersOf(
  { contract }: ConformingService,
  { path, idParameter }: ResourceSample,
): Readonly<Record<string, Json>> {
  const collection = path.replaceAll('/', '~1');
  const one = `${collection}~1{${idParameter}}`;
  const content = 'content/application~1json';
  for (const place of [
    `${one}/put/requestBody/${content}`,
    `${collection}/post/requestBody/${content}`,
    `${one}/get/responses/200/${content}`,
  ]) {
    const { schema } = contract.schema(`/paths/${place}`) as { readonly schema?: Json };
    if (schema === undefined) continue;
    const { properties } = contract.schema(String(schema['$ref']).slice(1));
    return properties as Readonly<Record<string, Json>>;
  }
  return {};
}
