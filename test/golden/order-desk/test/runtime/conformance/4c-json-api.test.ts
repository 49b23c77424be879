import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sendableOf } from '../support/body-size.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  apart,
  first,
  followed,
  followedStatuses,
  itemsOf,
  linked,
  offering,
  startConforming,
  unknownId,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const type = 'application/vnd.api+json';
const accept = { accept: type };
const typed = { 'content-type': type };

const readable = offering('read');
const listable = offering('list');
const creatable = offering('create');
/** Those of which the answer to a creation shows what it made. */
const telling = creatable.filter(({ isShown }) => isShown);
const updatable = offering('read', 'update');

interface ResourceObject {
  readonly type: string;
  readonly id: string;
  readonly attributes: Json;
  readonly relationships?: Readonly<
    Record<string, { readonly data?: { readonly type: string; readonly id: string } | null }>
  >;
  readonly links: { readonly self: string };
}

interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly links: { readonly type: string };
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

describe('part 4c, JSON:API', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  async function made(sample: ResourceSample) {
    const collection = await make.collection(sample);
    const { id } = await make.insert(sample, collection);
    return { collection, id, path: `${collection}/${id}` };
  }

  const get = (path: string) => send('GET', path, { headers: accept });

  test('C-092 C-095 a resource object says what JSON says', unless(readable), async () => {
    for (const sample of readable) {
      const { path, id } = await made(sample);
      const answer = await get(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), type);
      assert.deepEqual(answer.body['jsonapi'], { version: '1.1' });
      assert.deepEqual(answer.body['links'], { self: linked(path) });
      const data = answer.body['data'] as ResourceObject;
      assert.equal(data.type, sample.collection);
      assert.equal(data.id, id);
      assert.equal(data.links.self, linked(path));
      for (const name of ['id', 'type', 'links', 'relationships']) {
        assert.ok(!(name in data.attributes), name);
      }
      assert.deepEqual(membersOf(data), (await send('GET', path)).body);
    }
  });

  test('C-092 C-095 a page says what JSON says', unless(listable), async () => {
    for (const sample of listable) {
      const { collection } = await made(sample);
      await make.insert(sample, collection);
      const page = await get(`${collection}?page%5Bsize%5D=1`);
      assert.equal(page.headers.get('content-type'), type);
      const json = await send('GET', `${collection}?size=1`);
      assert.deepEqual(page.body['meta'], { page: json.body['page'] });
      assert.deepEqual(dataOf(page).map(membersOf), itemsOf(json));
      for (const { id, links } of dataOf(page))
        assert.equal(links.self, linked(`${collection}/${id}`));
      assert.deepEqual(Object.keys(linksOf(page)), Object.keys(json.body['links'] ?? {}));
    }
  });

  test('C-034 C-092 what is related is linked', unless(readable), async () => {
    for (const sample of readable) {
      const { path } = await made(sample);
      const { relationships = {} } = (await get(path)).body['data'] as ResourceObject;
      for (const relationship of Object.values(relationships)) {
        const { links } = relationship as { links?: { related?: string } };
        if (links?.related === undefined) continue;
        const { status } = await get(links.related);
        assert.ok(followedStatuses(service, links.related).includes(status), links.related);
      }
      for (const [name, target] of Object.entries(sample.requiredReferences)) {
        if (sample.writeOnly.includes(name)) continue;
        assert.equal(relationships[name]?.data?.type, target.collection);
      }
    }
  });

  test(
    'C-081 C-082 C-092 Accept may name it with a profile, and with no other parameter',
    unless(readable),
    async () => {
      const { path } = await made(first(readable));
      for (const range of [
        type,
        `${type};profile="https://example.com/p"`,
        `${type};charset=utf-8, ${type}`,
      ]) {
        const answer = await send('GET', path, { headers: { accept: range } });
        assert.equal(answer.status, 200, range);
        assert.equal(answer.headers.get('content-type'), type);
      }
      for (const range of [
        `${type};charset=utf-8`,
        `${type};ext="https://example.com/e"`,
        `${type};version=1`,
      ]) {
        const answer = await send('GET', path, { headers: { accept: range } });
        assert.equal(answer.status, 406, range);
      }
    },
  );

  test('C-053 C-092 a document creates what the same JSON creates', unless(telling), async () => {
    for (const sample of telling) {
      const collection = await make.collection(sample);
      const members = await make.body(sample);
      const body = documentOf(sample, members);
      for (const parameters of ['', '; profile="https://example.com/p"']) {
        const headers = { 'content-type': type + parameters, ...accept };
        const own = parameters === '' ? body : documentOf(sample, await make.body(sample));
        const answer = await send('POST', collection, { body: own, headers });
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.headers.get('content-type'), type);
        const data = answer.body['data'] as ResourceObject;
        assert.equal(answer.headers.get('location'), data.links.self);
        if (parameters !== '') continue;
        const created = membersOf(data);
        for (const [name, value] of Object.entries(members)) {
          if (!sample.writeOnly.includes(name)) assert.deepEqual(created[name], value, name);
        }
      }
    }
  });

  test('C-086 C-092 a body has no other parameter than a profile', unless(creatable), async () => {
    const sample = first(creatable);
    const collection = await make.collection(sample);
    const body = documentOf(sample, await make.spare(sample));
    for (const parameters of [';charset=utf-8', '; ext="https://example.com/e"', ';version=1']) {
      const headers = { 'content-type': type + parameters, ...accept };
      const answer = await send('POST', collection, { body, headers });
      assert.equal(answer.status, 415, parameters);
      assert.equal(errorsOf(answer)[0]?.code, 'unsupported-media-type');
    }
  });

  test(
    'C-092 C-142 an identifier that the client chooses is forbidden',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        const body = documentOf(sample, await make.spare(sample), service.newId());
        const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
        assert.equal(answer.status, 403, answer.text);
        assert.equal(answer.headers.get('www-authenticate'), null);
        assert.equal(errorsOf(answer)[0]?.code, 'forbidden');
      }
    },
  );

  test(
    'C-092 C-145 a resource of another type or identifier conflicts with the address',
    unless(updatable),
    async () => {
      for (const sample of updatable) {
        const { path, id } = await made(sample);
        const ours = documentOf(sample, {}, id).data;
        const wrong: readonly (readonly [Json, string])[] = [
          [{ ...ours, type: 'nothing' }, '/data/type'],
          [{ ...ours, type: undefined }, '/data/type'],
          [{ ...ours, id: service.newId() }, '/data/id'],
          [{ ...ours, id: undefined }, '/data/id'],
          [{ ...ours, id: 5 }, '/data/id'],
        ];
        for (const [data, pointer] of wrong) {
          const answer = await send('PATCH', path, {
            body: { data },
            headers: { ...typed, ...accept },
          });
          assert.equal(answer.status, 409, JSON.stringify(data));
          const [error] = errorsOf(answer);
          assert.equal(error?.code, 'identity-conflict');
          assert.equal(error.source?.pointer, pointer);
        }
        const { body: kept } = await send('GET', path);
        assert.equal(kept['revision'], 1);
      }
    },
  );

  test(
    'C-092 C-139 what is no document with one resource object is refused',
    unless(creatable),
    async () => {
      const sample = first(creatable);
      const collection = await make.collection(sample);
      const { data } = documentOf(sample, await make.spare(sample));
      const bodies: readonly unknown[] = [
        {},
        [],
        'null',
        '5',
        { data: null },
        { data: [data] },
        { data: 'text' },
        { data: { ...data, attributes: [] } },
        { data: { ...data, relationships: 'text' } },
        { ...data },
        '{',
      ];
      for (const body of bodies) {
        const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.equal(errorsOf(answer)[0]?.code, 'malformed-body');
      }
    },
  );

  test(
    'C-092 C-140 each violation has a pointer into the document',
    unless(creatable),
    async () => {
      for (const sample of creatable) {
        const collection = await make.collection(sample);
        const valid = await make.spare(sample);
        const [reference] = Object.keys(sample.requiredReferences);
        const bodyWith = (values: readonly (readonly [string, unknown])[]) => {
          const { data } = documentOf(sample, {
            ...valid,
            ...Object.fromEntries(values),
            'no-such': 1,
          });
          const nothing = { data: { type: 'nothing', id: unknownId } };
          const relationships = {
            ...data.relationships,
            ...(reference === undefined ? {} : { [reference]: nothing }),
          };
          return { data: { ...data, relationships } };
        };
        const all = new Map(sample.invalid.map(({ member, value }) => [member, value]));
        const wrong = new Map(sendableOf([...all], bodyWith));
        const body = bodyWith([...wrong]);
        const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
        assert.equal(answer.status, validationStatus, answer.text);
        const expected = [...wrong.keys(), 'no-such'].map((name) => `/data/attributes/${name}`);
        if (reference !== undefined) expected.push(`/data/relationships/${reference}/data/id`);
        const found = errorsOf(answer).map(({ source }) => source?.pointer ?? '');
        const places = found.map((pointer) =>
          pointer
            .split('/')
            .slice(0, pointer.startsWith('/data/a') ? 4 : 6)
            .join('/'),
        );
        assert.deepEqual([...new Set(places)].toSorted(), expected.toSorted());
      }
    },
  );

  const referring = creatable.filter(
    ({ requiredReferences }) => Object.keys(requiredReferences).length > 0,
  );
  test('C-007 C-092 a relationship is no attribute', unless(referring), async () => {
    for (const sample of referring) {
      const collection = await make.collection(sample);
      const members = await make.spare(sample);
      const { data } = documentOf(sample, members);
      const [name = ''] = Object.keys(sample.requiredReferences);
      const attributes = { ...data.attributes, [name]: members[name] };
      const body = { data: { ...data, attributes } };
      const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
      assert.equal(answer.status, validationStatus, answer.text);
      assert.deepEqual(
        errorsOf(answer).map(({ source }) => source?.pointer),
        [`/data/attributes/${name}`],
      );
    }
  });

  test(
    'C-092 C-145 a relationship to nothing is reported with a pointer to it',
    unless(referring),
    async () => {
      for (const sample of referring) {
        const collection = await make.collection(sample);
        const [name = ''] = Object.keys(sample.requiredReferences);
        const body = documentOf(sample, { ...(await make.body(sample)), [name]: unknownId });
        const answer = await send('POST', collection, { body, headers: { ...typed, ...accept } });
        assert.equal(answer.status, 409, answer.text);
        assert.equal(errorsOf(answer)[0]?.source?.pointer, `/data/relationships/${name}/data/id`);
      }
    },
  );

  test('C-063 C-092 PATCH changes the attributes that it names', unless(updatable), async () => {
    for (const sample of updatable) {
      const { path, id } = await made(sample);
      for (const [name, value] of Object.entries(await make.body(sample, 1))) {
        const isFixed = sample.immutable.includes(name) || sample.writeOnly.includes(name);
        if (isFixed || sample.references.includes(name)) continue;
        const { body: before } = await send('GET', path);
        // Beside what stays as it was, the value may make the same as another one has.
        await make.clear(sample, { ...before, [name]: value }, id);
        const body = documentOf(sample, { [name]: value }, id);
        const answer = await send('PATCH', path, { body, headers: { ...typed, ...accept } });
        assert.equal(answer.status, 200, answer.text);
        const after = membersOf(answer.body['data'] as ResourceObject);
        const { updatedAt, revision } = after;
        assert.deepEqual(after, { ...before, [name]: value, updatedAt, revision });
      }
    }
  });

  test('C-083 C-092 problems are errors, in the same media type', async () => {
    for (const [path, status, other] of [
      ['/nothing', 404, 'application/json'],
      ['/health', 406, 'application/problem+json'],
    ] as const) {
      const plain = await send('GET', path, { headers: { accept: other } });
      const answer = await send('GET', path, { headers: accept });
      assert.equal(answer.status, status);
      const [error, ...more] = errorsOf(answer);
      assert.deepEqual(more, []);
      assert.ok(error !== undefined);
      assert.equal(error.status, String(status));
      assert.equal(error.code, plain.body['code']);
      assert.equal(error.title, plain.body['title']);
      assert.equal(error.links.type, plain.body['type']);
    }
  });

  test(
    'C-037 C-039 C-092 pages are asked for by names of JSON:API, and the links keep them',
    unless(apart(listable)),
    async () => {
      for (const sample of apart(listable)) {
        const { collection } = await made(sample);
        for (let count = 0; count < 4; count += 1) await make.insert(sample, collection);
        const all = await allItems(send, sample, collection);
        const second = await get(`${collection}?page[number]=2&page[size]=2`);
        const json = await send('GET', `${collection}?page=2&size=2`);
        assert.deepEqual(dataOf(second).map(membersOf), itemsOf(json));
        const seen: unknown[] = [];
        let path: string | undefined = `${collection}?page%5Bsize%5D=2`;
        while (path !== undefined) {
          const answer: TestAnswer = await get(path);
          assert.equal(answer.status, 200, answer.text);
          seen.push(...dataOf(answer).map(({ id }) => id));
          const links = linksOf(answer);
          for (const link of Object.values(links)) {
            const names = [...new URL(followed(link), 'http://a').searchParams.keys()];
            assert.ok(
              names.every((name) => /^page\[(number|size|cursor)\]$/.test(name)),
              link,
            );
          }
          path = links['next'];
        }
        assert.deepEqual(
          seen,
          all.map(({ id }) => id),
        );
      }
    },
  );

  const sortable = apart(listable).filter(({ sort }) => sort.length > 0);
  test('C-046 C-092 a minus sorts downwards', unless(sortable), async () => {
    for (const sample of sortable) {
      const { collection } = await made(sample);
      const [name = '', second = ''] = sample.sort;
      const pairs: readonly (readonly [string, string])[] = [
        [name, `${name},asc`],
        [`-${name}`, `${name},desc`],
        ...(second === ''
          ? []
          : [[`-${name},${second}`, `${name},desc&sort=${second},asc`] as const]),
      ];
      for (const [ours, theirs] of pairs) {
        const page = await get(`${collection}?sort=${ours}`);
        assert.equal(page.status, 200, page.text);
        const json = itemsOf(await send('GET', `${collection}?sort=${theirs}`));
        assert.deepEqual(dataOf(page).map(membersOf), json, ours);
      }
      assert.equal((await get(`${collection}?sort=${name},desc`)).status, validationStatus);
    }
  });

  const filterable = apart(listable).filter(({ filter }) => filter.length > 0);
  test('C-044 C-092 filters have names of JSON:API', unless(filterable), async () => {
    for (const sample of filterable) {
      const { collection } = await made(sample);
      const [item = {}] = itemsOf(await send('GET', collection));
      for (const name of sample.filter) {
        const value = item[name] ?? null;
        if (value === null) continue;
        const text = encodeURIComponent(String(value));
        const page = await get(`${collection}?filter[${name}]=${text}`);
        assert.equal(page.status, 200, page.text);
        const json = itemsOf(await send('GET', `${collection}?${name}=${text}`));
        assert.deepEqual(dataOf(page).map(membersOf), json, name);
        const range = `${name}[gte]`;
        if (!service.contract.find('GET', collection)?.parameters.includes(range)) continue;
        const above = await get(`${collection}?filter[${name}][gte]=${text}`);
        const from = itemsOf(await send('GET', `${collection}?${name}[gte]=${text}`));
        assert.deepEqual(dataOf(above).map(membersOf), from, range);
      }
    }
  });

  test('C-045 C-092 neither has the names of the other', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await make.collection(sample);
      const [filter] = sample.filter;
      const theirs = ['page', 'size', ...(filter === undefined ? [] : [filter])];
      const ours = [
        'page[number]',
        'page[size]',
        ...(filter === undefined ? [] : [`filter[${filter}]`]),
      ];
      for (const name of [
        ...theirs,
        'filter[page]',
        'filter[size]',
        'filter[sort]',
        'page[offset]',
        'include',
        'fields[x]',
      ]) {
        const answer = await get(`${collection}?${encodeURIComponent(name)}=1`);
        assert.equal(answer.status, 400, name);
        const [error] = errorsOf(answer);
        assert.equal(error?.code, 'unknown-parameter');
        assert.equal(error.source?.parameter, name);
      }
      for (const name of ours) {
        const answer = await send('GET', `${collection}?${encodeURIComponent(name)}=1`);
        assert.equal(answer.status, 400, name);
        assert.equal(answer.body['code'], 'unknown-parameter');
      }
      const wrong = await get(`${collection}?page[number]=0&page[size]=x`);
      assert.equal(wrong.status, validationStatus);
      assert.deepEqual(
        errorsOf(wrong).map(({ source }) => source?.parameter),
        ['page[number]', 'page[size]'],
      );
    }
  });
});

/** The members that JSON would have. */
function membersOf({ id, attributes, relationships = {} }: ResourceObject): Json {
  const related = Object.entries(relationships).flatMap(([name, { data }]) =>
    data === undefined ? [] : [[name, data?.id ?? null] as const],
  );
  return { id, ...attributes, ...Object.fromEntries(related) };
}

function dataOf({ body, text }: TestAnswer): readonly ResourceObject[] {
  const { data } = body as { readonly data?: readonly ResourceObject[] };
  assert.ok(data !== undefined, text);
  return data;
}

function linksOf({ body }: TestAnswer): Readonly<Record<string, string>> {
  return body['links'] as Readonly<Record<string, string>>;
}

function errorsOf({ headers, body }: TestAnswer): readonly ErrorObject[] {
  assert.equal(headers.get('content-type'), type);
  assert.deepEqual(body['jsonapi'], { version: '1.1' });
  return body['errors'] as readonly ErrorObject[];
}

/** A document with a resource of the members that JSON would have. */
function documentOf(sample: ResourceSample, members: Json, id?: string) {
  const isReference = (name: string) => sample.references.includes(name);
  const entries = Object.entries(members);
  const related = entries.flatMap(([name, value]) => {
    const target = sample.requiredReferences[name]?.collection;
    if (!isReference(name)) return [];
    return [[name, { data: value === null ? null : { type: target, id: value } }] as const];
  });
  return {
    data: {
      type: sample.collection,
      ...(id === undefined ? {} : { id }),
      attributes: Object.fromEntries(entries.filter(([name]) => !isReference(name))),
      ...(related.length === 0 ? {} : { relationships: Object.fromEntries(related) }),
    },
  };
}
