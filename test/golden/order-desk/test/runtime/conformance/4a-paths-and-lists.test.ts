import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits, selector } from '../../contract.ts';
import { placesOf, type TestAnswer } from '../support/client.ts';
import {
  alternate,
  apart,
  first,
  holding,
  itemsOf,
  linked,
  madeAt,
  offering,
  prefix,
  startConforming,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { pageLinksOf } from '../support/links.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const { ownParameters } = selector;

const listable = offering('list');
const readable = offering('read');
const ownLists = apart(listable);

/** In pairs that text has in another order. */
const tellingNumbers = [
  [10, 5],
  [100, 20],
  [1000, 200],
  [10_000, 2000],
  [-5, -10],
  [-20, -100],
] as const;

/** Whether a test may choose a number for the member. */
function isNumeric({ types, bodies: [body], attributes }: ResourceSample, name: string): boolean {
  const isNumber = ['integer', 'number', 'long', 'decimal'].includes(types[name] ?? '');
  return isNumber && name in body && attributes.every(({ member }) => member !== name);
}

describe('part 4a, paths', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  /** Sends a request target that an HTTP client would tidy up. */
  async function sendTarget(method: string, target: string): Promise<TestAnswer> {
    const request = service.head(`${method} ${target} HTTP/1.1`, 'Connection: close');
    const [answer] = await service.exchange(request);
    assert.ok(answer !== undefined, `${method} ${target} is answered`);
    service.check(method, target, answer);
    return answer;
  }

  test('C-028 C-030 paths are of lower-case words joined by hyphens', () => {
    for (const { path } of service.contract.operations) {
      if (!path.startsWith(prefix)) continue;
      assert.match(path, /^\/v\d[\d-]*(\/([a-z][a-z0-9]*(-[a-z0-9]+)*|\{[A-Za-z]\w*\}))+$/);
    }
  });

  test('C-029 upper case is another path', unless(listable), async () => {
    const collection = await make.collection(first(listable));
    const [, version = '', ...rest] = collection.split('/');
    const upper = `/${version}/${rest.join('/').toUpperCase()}`;
    assert.equal((await send('GET', collection)).status, 200);
    assert.equal((await send('GET', upper)).status, 404);
  });

  test('C-031 an ending selects no format', unless(readable), async () => {
    const sample = first(readable);
    const collection = await make.collection(sample);
    const { id } = await make.insert(sample, collection);
    for (const ending of ['.json', '.xml', '.html']) {
      assert.equal((await send('GET', `${collection}/${id}${ending}`)).status, 404);
      assert.equal((await send('GET', collection + ending)).status, 404);
    }
  });

  const children = readable.filter(
    ({ parent }) => parent !== undefined && holding([parent], 2).length > 0,
  );
  test(
    'C-034 a child is found within its own parent alone, by every method',
    unless(children),
    async () => {
      for (const sample of children) {
        assert.ok(sample.parent !== undefined);
        const collection = await make.collection(sample);
        const { id } = await make.insert(sample, collection);
        const other = await make.insert(
          sample.parent,
          collection.split('/').slice(0, -2).join('/'),
        );
        const path = collection.split('/');
        path[path.length - 2] = other.id;
        // Before anything else is made: where there is room for few, that may take the place of the other parent.
        if (sample.methods.includes('list')) {
          assert.ok(itemsOf(await send('GET', path.join('/'))).every((item) => item['id'] !== id));
        }
        const elsewhere = `${path.join('/')}/${id}`;
        const body = await make.body(sample, 1);
        const methods = { read: 'GET', replace: 'PUT', update: 'PATCH', delete: 'DELETE' } as const;
        for (const [name, method] of Object.entries(methods)) {
          if (!sample.methods.some((offered) => offered === name)) continue;
          const request = method === 'PUT' || method === 'PATCH' ? { body } : {};
          const answer = await send(method, elsewhere, request);
          // One that could be created there has the identifier of another one: to the service that is the same as a race.
          const expected =
            method === 'PUT' && sample.replacingNothing !== 404 ? [403, 409, 412] : [404];
          assert.ok(expected.includes(answer.status), `${method} ${answer.text}`);
        }
        assert.equal((await send('HEAD', elsewhere)).status, 404);
        const { status, body: kept } = await send('GET', `${collection}/${id}`);
        assert.equal(status, 200);
        assert.equal(kept['revision'], 1);
      }
    },
  );

  test('C-034 a parent that does not exist has no list of children', unless(listable), async () => {
    for (const sample of listable) {
      if (sample.parent === undefined) continue;
      const path = (await make.collection(sample)).split('/');
      for (const id of ['x', '%00', '00000000-0000-7000-8000-000000000000']) {
        path[path.length - 2] = id;
        assert.equal((await send('GET', path.join('/'))).status, 404, path.join('/'));
      }
    }
  });

  test('C-035 no resource is nested more than two levels deep', () => {
    // Below a resource there may be what can be done with it, which is no resource.
    const resources = service.contract.operations.filter(({ path }) => path.endsWith('}'));
    for (const { path } of [...resources, ...offering()]) {
      if (!path.startsWith(prefix)) continue;
      // A history is below the resource that it is about, wherever that lives.
      const owner = path.replace(/\/transitions(\/\{\w+\})?$/, '');
      const parents = owner.replace(/\/\{\w+\}$/, '').match(/\{\w+\}/g) ?? [];
      assert.ok(parents.length <= 2, path);
    }
  });

  test('C-036 a slash at the end or twice makes another path', unless(listable), async () => {
    const collection = await make.collection(first(listable));
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      for (const target of [`${collection}/`, collection.replace('/', '//'), `${collection}//`]) {
        const answer = await sendTarget(method, target);
        assert.equal(answer.status, 404, `${method} ${target}`);
      }
    }
    assert.equal((await send('GET', `${collection}?`)).status, 200);
  });

  test('C-036 an encoded slash separates nothing', unless(listable), async () => {
    const sample = listable.find(({ methods }) => methods.includes('read')) ?? first(listable);
    const collection = await make.collection(sample);
    const at = collection.lastIndexOf('/');
    const joined = `${collection.slice(0, at)}%2F${collection.slice(at + 1)}`;
    // It is the identifier of nothing, where there is something to be read, and to somebody.
    for (const [target, of] of [
      [joined, sample.parent],
      [`${collection}/a%2Fb`, sample],
    ] as const) {
      const { status } = await sendTarget('GET', target);
      const expected = of?.methods.includes('read') === false ? [403, 404, 405] : [404];
      assert.ok(expected.includes(status), `${target} ${String(status)}`);
    }
  });

  test('C-036 a path that is not percent-encoded UTF-8 is refused', async () => {
    for (const segment of ['%zz', '%', '%C0%80', '%ED%A0%80', '%FF']) {
      const answer = await sendTarget('GET', `${prefix}/${segment}`);
      assert.equal(answer.status, 400, segment);
      assert.equal(answer.body['code'], 'malformed-request');
    }
    assert.equal((await sendTarget('GET', `${prefix}#fragment`)).status, 400);
  });

  test('C-036 an encoded letter is that letter', unless(listable), async () => {
    const collection = await make.collection(first(listable));
    const letter = collection.slice(-1);
    const encoded = `${collection.slice(0, -1)}%${letter.charCodeAt(0).toString(16)}`;
    assert.equal((await sendTarget('GET', encoded)).status, 200);
  });

  test('C-036 a whole address as the target is read as its path', async () => {
    const target = 'http://elsewhere.example';
    assert.equal((await sendTarget('GET', `${target}/health`)).status, 200);
    assert.equal((await sendTarget('GET', `${target}${prefix}/nothing`)).body['code'], 'not-found');
    assert.equal((await sendTarget('GET', target)).status, 200);
  });
});

describe('part 4a, lists', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
    for (const sample of listable) await fill(sample, 5);
  });
  after(() => service.stop());

  /** Rows that refer to something go away with it, where that makes room for another one. */
  async function fill(sample: ResourceSample, count: number): Promise<string> {
    const collection = await make.collection(sample);
    for (let number = 0; number < count; number += 1) {
      await make.insert(sample, collection, await make.body(sample, alternate(sample, number)));
    }
    return collection;
  }

  function parametersOf(sample: ResourceSample): readonly string[] {
    const { operations } = service.contract;
    const operation = operations.find(
      ({ method, path }) => method === 'GET' && path === sample.path,
    );
    return operation?.parameters ?? [];
  }

  test('C-037 pages and their sizes are whole numbers from 1', unless(listable), async () => {
    const collection = await make.collection(first(listable));
    const wrong = ['', '0', '-1', '1.5', '1abc', 'abc', '1e1', '%201', '0x1', '99999999999999999'];
    for (const name of ['page', 'size']) {
      for (const value of [...wrong, `1&${name}=2`]) {
        const answer = await send('GET', `${collection}?${name}=${value}`);
        assert.equal(answer.status, validationStatus, `${name}=${value}`);
        assert.deepEqual(placesOf(answer), [name]);
      }
    }
  });

  test('C-038 a size above the limit is cut down to it, and shown', unless(listable), async () => {
    for (const sample of listable) {
      const path = `${await make.collection(sample)}?size=${String(sample.maxSize + 1)}`;
      const { status, body } = await send('GET', path);
      assert.equal(status, 200);
      assert.equal((body['page'] as Json)['size'], sample.maxSize);
    }
  });

  test(
    'C-039 C-041 the links lead through all pages, and no item is missed or shown twice',
    unless(ownLists),
    async () => {
      for (const sample of ownLists) {
        const collection = await make.collection(sample);
        const all = await allItems(send, sample, collection);
        const sorts = sample.sort.map((name) => `&sort=${name},desc`);
        for (const sort of ['', ...sorts]) {
          const seen: unknown[] = [];
          let path: string | undefined = `${collection}?size=2${sort}`;
          while (path !== undefined) {
            const answer: TestAnswer = await send('GET', path);
            assert.equal(answer.status, 200, path);
            seen.push(...itemsOf(answer).map(({ id }) => id));
            path = linksOf(answer)['next'];
          }
          assert.deepEqual(seen.toSorted(), all.map(({ id }) => id).toSorted());
        }
      }
    },
  );

  test(
    'C-039 links keep what was asked for, in the body and in the Link header',
    unless(holding(listable, 3)),
    async () => {
      for (const sample of holding(listable, 3)) {
        const collection = await fill(sample, 3);
        const first = await send('GET', `${collection}?size=2&page=1`);
        const second = await send('GET', `${collection}?size=2&page=2`);
        assert.equal(linksOf(first)['self'], linked(`${collection}?size=2&page=1`));
        assert.equal(linksOf(first)['prev'], undefined);
        assert.equal(linksOf(first)['next'], linked(`${collection}?size=2&page=2`));
        assert.equal(linksOf(second)['prev'], linksOf(first)['first']);
        assert.equal(linksOf(second)['first'], linked(`${collection}?size=2&page=1`));
        for (const answer of [first, second]) {
          const { self: _, ...others } = linksOf(answer);
          const header = Object.entries(others).map(([relation, target]) => ({ target, relation }));
          assert.deepEqual(pageLinksOf(answer.headers.get('link')), header);
        }
      }
    },
  );

  const filterable = listable.filter(({ filter }) => filter.length > 0);
  test('C-039 links hold no character that an address may not', unless(filterable), async () => {
    for (const sample of filterable) {
      // Names of ranges hold brackets.
      const name = parametersOf(sample).find((parameter) => parameter.endsWith('[gte]'));
      const [item] = itemsOf(await send('GET', await make.collection(sample)));
      const value = name === undefined ? undefined : item?.[name.replace('[gte]', '')];
      if (value === undefined || value === null) continue;
      const query = `${String(name)}=${encodeURIComponent(String(value))}&size=1`;
      const page = await send('GET', `${await make.collection(sample)}?${query}`);
      assert.doesNotMatch(page.headers.get('link') ?? '', /[[\]]/);
    }
  });

  test(
    'C-039 a Link header that is too long for clients is left out, and the body has the links',
    unless(filterable),
    async (t) => {
      let longest = 0;
      for (const sample of filterable) {
        const collection = await make.collection(sample);
        const [item = {}] = itemsOf(await send('GET', collection));
        const filters = sample.filter
          .filter((name) => item[name] !== undefined && item[name] !== null)
          .flatMap((name) => {
            const filter = `&${encoded(name)}=${encoded(String(item[name]))}`;
            return Array.from({ length: 50 }, () => filter);
          });
        // Room is left for the path, and for what names the version.
        for (const room of [250, 4000].map((each) => Math.min(each, limits.uri - 256))) {
          let query = 'size=1&page=2';
          for (const filter of filters) if (query.length + filter.length < room) query += filter;
          const answer = await send('GET', `${collection}?${query}`);
          assert.equal(answer.status, 200, answer.text);
          const { self, ...others } = linksOf(answer);
          assert.equal(self, linked(`${collection}?${query}`));
          const wanted = Object.entries(others)
            .map(([name, to]) => `<${String(to)}>; rel="${name}"`)
            .join(', ').length;
          const header = answer.headers.get('link') ?? '';
          const isThere = header.includes('rel="first"');
          if (wanted < 2500) assert.ok(isThere, `a header of ${String(wanted)} bytes is there`);
          if (wanted > 4096) assert.ok(!isThere, `a header of ${String(wanted)} bytes is left out`);
          longest = Math.max(longest, wanted);
        }
      }
      if (longest <= 4096) t.skip('no filter makes an address that long');
    },
  );

  test('C-040 a page beyond the end is empty', unless(ownLists), async () => {
    for (const sample of ownLists) {
      const answer = await send('GET', `${await make.collection(sample)}?page=1000`);
      assert.equal(answer.status, 200);
      assert.deepEqual(itemsOf(answer), []);
      assert.equal(linksOf(answer)['next'], undefined);
    }
  });

  test('C-043 items are counted where the specification says so', unless(listable), async () => {
    for (const sample of listable) {
      const { body } = await send('GET', `${await fill(sample, 5)}?size=2`);
      const page = body['page'] as Json;
      assert.equal('totalItems' in page, sample.hasTotal);
      if (!sample.hasTotal) continue;
      const { room } = sample;
      assert.ok(Number(page['totalItems']) >= (room === 'unlimited' ? 5 : Math.min(5, room)));
      const size = Math.min(2, sample.maxSize);
      assert.equal(page['totalPages'], Math.ceil(Number(page['totalItems']) / size));
    }
  });

  test(
    'C-044 a filter that is repeated finds any of its values',
    unless(apart(filterable)),
    async () => {
      for (const sample of apart(filterable)) {
        const collection = await make.collection(sample);
        const items = await allItems(send, sample, collection);
        for (const name of sample.filter) {
          const values = [...new Set(items.map((item) => item[name]))]
            .filter((value) => value !== undefined && value !== null)
            .slice(0, 2);
          if (values.length === 0) continue;
          const query = values
            .map((value) => `${name}=${encodeURIComponent(String(value))}`)
            .join('&');
          const found = await allItems(send, sample, `${collection}?${query}`);
          const expected = items.filter((item) => values.some((value) => value === item[name]));
          assert.deepEqual(idsOf(found).toSorted(), idsOf(expected).toSorted(), query);
        }
      }
    },
  );

  test('C-044 a range finds what lies in it', unless(apart(filterable)), async () => {
    for (const sample of apart(filterable)) {
      const collection = await make.collection(sample);
      for (const parameter of parametersOf(sample)) {
        const [, name = ''] = /^(\w+)\[gte\]$/.exec(parameter) ?? [];
        const items = await allItems(send, sample, collection);
        const value = items.map((item) => item[name] ?? null).find((each) => each !== null);
        if (name === '' || value === undefined) continue;
        const text = encodeURIComponent(String(value));
        const list = async (operator: string) =>
          idsOf(await allItems(send, sample, `${collection}?${name}[${operator}]=${text}`));
        const equal = idsOf(items.filter((item) => item[name] === value));
        const [above, from, below, to] = [
          await list('gt'),
          await list('gte'),
          await list('lt'),
          await list('lte'),
        ];
        assert.deepEqual(from.toSorted(), [...above, ...equal].toSorted(), `${parameter}=${text}`);
        assert.deepEqual(to.toSorted(), [...below, ...equal].toSorted(), `${parameter}=${text}`);
        assert.equal(new Set([...above, ...below, ...equal]).size, from.length + below.length);
      }
    }
  });

  test('C-044 a filter takes values of its type alone', unless(filterable), async () => {
    for (const sample of filterable) {
      const collection = await make.collection(sample);
      const pointer = `/paths/${sample.path.replaceAll('/', '~1')}/get`;
      const { parameters } = service.contract.schema(pointer) as { parameters: readonly Json[] };
      for (const name of sample.filter) {
        const parameter = parameters.find((each) => each['name'] === name);
        assert.ok(parameter !== undefined, name);
        const { items } = parameter['schema'] as { items: Json };
        const isText = items['type'] === 'string' && !('format' in items) && !('enum' in items);
        const answer = await send('GET', `${collection}?${name}=%01%27%20OR%20%271%27=%271`);
        // Text of whatever kind may be looked for; nothing has it.
        if (isText && answer.status === 200) assert.deepEqual(itemsOf(answer), []);
        else assert.equal(answer.status, validationStatus, name);
        assert.equal((await send('GET', `${collection}?${name}=%00`)).status, 400);
      }
    }
  });

  test(
    'C-045 unknown parameters are refused, and those there are are listed',
    unless(listable),
    async () => {
      const sample = first(listable);
      const answer = await send('GET', `${await make.collection(sample)}?no-such=1&Page=2`);
      assert.equal(answer.status, 400);
      assert.equal(answer.body['code'], 'unknown-parameter');
      assert.deepEqual(placesOf(answer), ['no-such', 'Page']);
      assert.deepEqual(answer.body['allowed'], parametersOf(sample));
    },
  );

  test('C-045 operations without parameters refuse them all', unless(readable), async () => {
    const sample = first(readable);
    const collection = await make.collection(sample);
    const { id } = await make.insert(sample, collection);
    const answer = await send('GET', `${collection}/${id}?verbose=true`);
    assert.equal(answer.status, 400);
    assert.equal(answer.body['code'], 'unknown-parameter');
    assert.equal((await send('GET', '/health?verbose')).status, 400);
  });

  const sortable = listable.filter(({ sort }) => sort.length > 0);
  const comparable = holding(apart(offering('create', 'list')), 2);
  const numeric = comparable.flatMap((sample) =>
    sample.sort.filter((name) => isNumeric(sample, name)).map((name) => ({ sample, name })),
  );
  test('C-046 numbers are sorted as numbers, not as text', unless(comparable), async (testing) => {
    const found = numeric.flatMap(({ sample, name }) => {
      const example = sample.bodies[0][name];
      const values = tellingNumbers.map((pair) => pair.map((value) => spelledAs(example, value)));
      const isPermitted = (value: unknown) =>
        service.contract.permits('POST', sample.path, name, value);
      return values
        .filter((pair) => pair.every(isPermitted))
        .slice(0, 1)
        .map((pair) => ({ sample, name, pair }));
    });
    if (found.length === 0) {
      testing.skip('no number that can be sorted by permits two that text has in another order');
      return;
    }
    for (const { sample, name, pair } of found) {
      const collection = await make.collection(sample);
      const ids: string[] = [];
      // Both before any is made: the next of the unique values may be one of the two.
      const bodies: Json[] = [];
      for (const value of pair) bodies.push({ ...(await make.body(sample)), [name]: value });
      for (const body of bodies) {
        await make.clear(sample, body);
        const created = await send('POST', collection, { body });
        assert.equal(created.status, 201, created.text);
        ids.push(String(madeAt(created).split('/').at(-1)));
      }
      const sorted = idsOf(await allItems(send, sample, `${collection}?sort=${name},desc`));
      assert.deepEqual(
        sorted.filter((id) => ids.includes(id)),
        ids,
        name,
      );
    }
  });

  test(
    'C-046 later keys decide where earlier ones are equal',
    unless(apart(sortable)),
    async () => {
      for (const sample of apart(sortable)) {
        const collection = await make.collection(sample);
        for (const [index, name] of sample.sort.entries()) {
          const next = sample.sort[(index + 1) % sample.sort.length] ?? name;
          if (next === name) continue;
          const path = `${collection}?sort=${name},asc`;
          const up = await allItems(send, sample, `${path}&sort=${next},asc`);
          const down = await allItems(send, sample, `${path}&sort=${next},desc`);
          assert.deepEqual(
            up.map((item) => item[name]),
            down.map((item) => item[name]),
          );
        }
      }
    },
  );

  test(
    'C-046 C-047 a sort names members that can be sorted by, and a direction or none',
    unless(apart(sortable)),
    async () => {
      const sample = first(apart(sortable));
      const collection = await make.collection(sample);
      const [name = ''] = sample.sort;
      const plain = itemsOf(await send('GET', `${collection}?sort=${name}`));
      const ascending = itemsOf(await send('GET', `${collection}?sort=${name},asc`));
      assert.deepEqual(plain, ascending);
      const wrong = [
        '',
        'no-such',
        `-${name}`,
        `${name},up`,
        `${name},ASC`,
        `${name},asc,desc`,
        `${name}&sort=${name}`,
      ];
      for (const value of wrong) {
        const answer = await send('GET', `${collection}?sort=${value}`);
        assert.equal(answer.status, validationStatus, value);
        assert.deepEqual(placesOf(answer), ['sort']);
      }
    },
  );

  test(
    'C-048 members that are not offered can be neither filtered nor sorted by',
    unless(listable),
    async () => {
      for (const sample of listable) {
        const collection = await make.collection(sample);
        const [item] = itemsOf(await send('GET', collection));
        const names = Object.keys(item ?? {});
        // A member may be called as a parameter of every list, `page`, or as that of the version.
        const parameters = new Set([...parametersOf(sample), ...ownParameters]);
        for (const name of names.filter((each) => !parameters.has(each))) {
          const answer = await send('GET', `${collection}?${name}=1`);
          assert.equal(answer.status, 400, name);
          assert.equal(answer.body['code'], 'unknown-parameter');
        }
        for (const name of names.filter((each) => !sample.sort.includes(each))) {
          const answer = await send('GET', `${collection}?sort=${name},asc`);
          assert.ok(answer.status === 400 || answer.status === validationStatus, name);
        }
      }
    },
  );
});

/** A number in the spelling of another one: text with as many digits behind the point. */
function spelledAs(example: unknown, value: number): number | string {
  if (typeof example !== 'string') return value;
  const [, fraction = ''] = example.split('.');
  return value.toFixed(fraction.length);
}

function linksOf({ body }: TestAnswer): Readonly<Record<string, string | undefined>> {
  return body['links'] as Readonly<Record<string, string>>;
}

/** Percent-encoded all through, which makes it three times as long. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

function idsOf(items: readonly Json[]): string[] {
  return items.map((item) => String(item['id']));
}
