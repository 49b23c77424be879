import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits } from '../../contract.ts';
import { placesOf, testClient, type TestAnswer } from '../support/client.ts';
import {
  alternate,
  apart,
  first,
  holding,
  itemsOf,
  linked,
  offering,
  startConforming,
  testEngines,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const offered = offering('list').filter(({ hasCursor }) => hasCursor);
const several = holding(offered, 4);
const own = apart(several);
/** Those of which there can be many: some come and go. */
const many = holding(own, 30);
const jsonApi = 'application/vnd.api+json';

for (const engine of testEngines()) {
  describe(`part 4a, walks by cursor on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let make: ConformingService['make'];
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
      make = service.make;
    });
    after(() => service.stop());

    test(
      'C-041 C-042 each row comes once and in order, whatever comes and goes meanwhile',
      unless(many),
      async () => {
        for (const sample of many) {
          const collection = await make.collection(sample);
          const pair = sample.sort.slice(0, 2).map((name) => `&sort=${name},desc`);
          for (const sort of new Set(['', pair.join('')])) {
            await insert(make, sample, collection, 7);
            const whole = await allItems(
              send,
              sample,
              sort === '' ? collection : `${collection}?${sort.slice(1)}`,
            );
            const before = whole.map(({ id }) => id);
            const gone = new Set<unknown>();
            const seen: unknown[] = [];
            let path: string | undefined = `${collection}?size=2${sort}`;
            while (path !== undefined) {
              const answer: TestAnswer = await send('GET', path);
              assert.equal(answer.status, 200, answer.text);
              seen.push(...idsOf(answer));
              path = linksOf(answer)['next'];
              if (path !== undefined) assert.notEqual(cursorIn(path), null, path);
              // Few enough that the walk comes to its end.
              if (seen.length > 6) continue;
              await insert(make, sample, collection, 1);
              const [ahead] = before.filter((id) => !seen.includes(id)).slice(-1);
              for (const id of [seen.at(-1), ahead]) {
                if (id === undefined || !sample.methods.includes('delete')) continue;
                const { status } = await send('DELETE', `${collection}/${String(id)}`);
                if (status === 204) gone.add(id);
              }
            }
            assert.equal(new Set(seen).size, seen.length, 'nothing comes twice');
            const wanted = before.filter((id) => !gone.has(id));
            const found = seen.filter((id) => before.includes(id) && !gone.has(id));
            assert.deepEqual(found, wanted, `${sample.path} ${sort}`);
          }
        }
      },
    );

    test(
      'C-041 C-042 C-046 in every order the cursors lead where the numbers lead',
      unless(own),
      async () => {
        for (const sample of own) {
          const collection = await make.collection(sample);
          await insert(make, sample, collection, 2);
          for (const sort of sample.sort.flatMap((name) => [`${name},asc`, `${name},desc`])) {
            const query = `${collection}?sort=${sort}`;
            const seen: unknown[] = [];
            let path: string | undefined = `${query}&size=3`;
            while (path !== undefined) {
              const answer: TestAnswer = await send('GET', path);
              seen.push(...idsOf(answer));
              path = linksOf(answer)['next'];
            }
            const numbered = await allItems(send, sample, query);
            assert.deepEqual(
              seen,
              numbered.map(({ id }) => id),
              sort,
            );
          }
        }
      },
    );
  });

  describe(`part 4a, cursors on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let make: ConformingService['make'];
    const send = (...request: Parameters<ConformingService['request']>) =>
      service.request(...request);

    before(async () => {
      service = await startConforming(engine);
      make = service.make;
    });
    after(() => service.stop());

    /** The cursor that leads behind the first items. */
    async function cursorOf(collection: string, query = ''): Promise<string> {
      const answer = await send('GET', `${collection}?size=1${query}`);
      const cursor = cursorIn(linksOf(answer)['next']);
      assert.ok(cursor !== null, answer.text);
      return cursor;
    }

    test(
      'C-039 C-042 C-043 a page that a cursor led to has no number, and counts as the others do',
      unless(several),
      async () => {
        for (const sample of several) {
          const collection = await make.collection(sample);
          await insert(make, sample, collection, 4);
          const cursor = await cursorOf(collection);
          const path = `${collection}?size=1&cursor=${cursor}`;
          const answer = await send('GET', path);
          const page = answer.body['page'] as Json;
          assert.equal('number' in page, false);
          assert.equal(page['size'], 1);
          assert.equal('totalItems' in page, sample.hasTotal);
          const links = linksOf(answer);
          assert.equal(links['self'], linked(path));
          assert.equal(links['prev'], undefined);
          assert.equal(links['first'], linked(`${collection}?size=1&page=1`));
          const header = answer.headers.get('link') ?? '';
          assert.ok(header.includes(`<${String(links['next'])}>; rel="next"`));
          // A request with a page number gets links with page numbers.
          const numbered = await send('GET', `${collection}?size=1&page=1`);
          assert.equal(linksOf(numbered)['next'], linked(`${collection}?size=1&page=2`));
        }
      },
    );

    test(
      'C-042 the same place has the same cursor, and the same page the same tag',
      unless(own),
      async () => {
        for (const sample of own) {
          const collection = await make.collection(sample);
          await insert(make, sample, collection, 3);
          const cursor = await cursorOf(collection);
          assert.equal(await cursorOf(collection), cursor);
          const path = `${collection}?size=1&cursor=${cursor}`;
          const [one, two] = [await send('GET', path), await send('GET', path)];
          assert.equal(one.text, two.text);
          const etag = one.headers.get('etag') ?? '';
          assert.equal(two.headers.get('etag'), etag);
          const same = await send('GET', path, { headers: { 'if-none-match': etag } });
          assert.equal(same.status, 304);
          const larger = itemsOf(await send('GET', `${collection}?size=2&cursor=${cursor}`));
          assert.deepEqual(larger[0], itemsOf(one)[0]);
        }
      },
    );

    async function assertRefused(path: string, what = path): Promise<void> {
      const answer = await send('GET', path);
      assert.equal(answer.status, validationStatus, what);
      assert.equal(answer.body['code'], 'validation-failed', what);
      assert.deepEqual(placesOf(answer), ['cursor'], what);
    }

    test(
      'C-042 a cursor cannot be changed or guessed, and tells nothing',
      unless(several),
      async () => {
        const sample = first(several);
        const collection = await make.collection(sample);
        const [id = ''] = await insert(make, sample, collection, 3);
        const cursor = await cursorOf(collection);
        assert.match(cursor, /^[A-Za-z0-9_-]+$/);
        assert.doesNotMatch(
          Buffer.from(cursor, 'base64url').toString('latin1'),
          /[[{"]\S*20\d\d-|select/i,
        );
        assert.ok(!Buffer.from(cursor, 'base64url').includes(id));
        for (let index = 0; index < cursor.length; index += 1) {
          const other = cursor[index] === 'A' ? 'B' : 'A';
          await assertRefused(
            `${collection}?cursor=${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`,
          );
        }
        const plain = Buffer.from(JSON.stringify([id])).toString('base64url');
        const others = [
          '',
          'A',
          'AAAA',
          cursor.slice(1),
          cursor.slice(0, -1),
          `${cursor}A`,
          `${cursor}=`,
          `${cursor}.`,
          cursor + cursor,
          plain,
          id,
          'A'.repeat(500),
        ];
        const queries = [
          ...others.map((text) => `cursor=${text}`),
          `cursor=${cursor}&cursor=${cursor}`,
        ];
        for (const query of queries) {
          const path = `${collection}?${query}`;
          // An address that is too long is refused as such, whatever it holds.
          if (path.length > limits.uri) assert.equal((await send('GET', path)).status, 414, path);
          else await assertRefused(path);
        }
      },
    );

    test(
      'C-042 a cursor belongs to its list, its filters and its order',
      unless(several),
      async () => {
        for (const sample of several) {
          const collection = await make.collection(sample);
          await insert(make, sample, collection, 3);
          const cursor = await cursorOf(collection);
          await assertRefused(`${collection}?cursor=${cursor}&page=1`);
          const [item = {}] = itemsOf(await send('GET', collection));
          const name = sample.filter.find((each) => (item[each] ?? null) !== null);
          if (name !== undefined) {
            const text = encodeURIComponent(String(item[name]));
            await assertRefused(`${collection}?cursor=${cursor}&${name}=${text}`);
          }
          for (const each of sample.sort) {
            await assertRefused(`${collection}?cursor=${cursor}&sort=${each},asc`);
            const sorted = await cursorOf(collection, `&sort=${each},asc`);
            await assertRefused(`${collection}?cursor=${sorted}`);
            await assertRefused(`${collection}?cursor=${sorted}&sort=${each},desc`);
            const path = `${collection}?size=1&cursor=${sorted}&sort=${each},asc`;
            assert.equal((await send('GET', path)).status, 200);
          }
          for (const other of offered) {
            if (other === sample) continue;
            await assertRefused(`${await make.collection(other)}?cursor=${cursor}`);
          }
        }
      },
    );

    test('C-042 C-092 JSON:API has it under a name of its own', unless(several), async (t) => {
      const sample = first(several);
      const collection = await make.collection(sample);
      if (service.contract.find('GET', collection)?.offers.includes(jsonApi) !== true) {
        t.skip('JSON:API is not among the representations');
        return;
      }
      await insert(make, sample, collection, 3);
      const headers = { accept: jsonApi };
      const one = await send('GET', `${collection}?page[size]=1`, { headers });
      const next = linksOf(one)['next'] ?? '';
      const cursor = new URL(next, 'http://a').searchParams.get('page[cursor]') ?? '';
      assert.notEqual(cursor, '', next);
      const two = await send('GET', next, { headers });
      assert.equal(two.status, 200, two.text);
      const json = await send('GET', `${collection}?size=1&cursor=${await cursorOf(collection)}`);
      const { data } = two.body as { readonly data?: readonly Json[] };
      assert.deepEqual(
        data?.map(({ id }) => id),
        idsOf(json),
      );
      const path = `${collection}?page[cursor]=${cursor.slice(1)}`;
      const wrong = await send('GET', path, { headers });
      assert.equal(wrong.status, validationStatus);
      const { errors } = wrong.body as { errors?: readonly { readonly source: Json }[] };
      assert.deepEqual(errors?.[0]?.source, { parameter: 'page[cursor]' });
    });

    test('C-042 C-097 any replica reads it', unless(several, 'server'), async () => {
      const sample = first(several);
      const collection = await make.collection(sample);
      await insert(make, sample, collection, 3);
      const path = `${collection}?size=1&cursor=${await cursorOf(collection)}`;
      const { server } = service.createReplica();
      try {
        const address = await server.listen({ host: '127.0.0.1', port: 0 });
        const answer = await testClient(address, service.credential)('GET', path);
        assert.equal(answer.text, (await send('GET', path)).text);
      } finally {
        await server.close();
      }
    });

    const without = offering('list').filter(({ hasCursor }) => !hasCursor);
    test('C-042 C-048 a collection that offers none refuses it', unless(without), async () => {
      for (const sample of without) {
        const answer = await send('GET', `${await make.collection(sample)}?cursor=AAAA`);
        assert.equal(answer.status, 400);
        assert.equal(answer.body['code'], 'unknown-parameter');
      }
    });
  });
}

/** Some more of them, without a request. Unique values are few, so each group of tests has a service of its own. */
async function insert(
  make: ConformingService['make'],
  sample: ResourceSample,
  collection: string,
  number: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < number; count += 1) {
    const body = await make.body(sample, alternate(sample, count));
    ids.push((await make.insert(sample, collection, body)).id);
  }
  return ids;
}

function linksOf({ body }: TestAnswer): Readonly<Record<string, string | undefined>> {
  return body['links'] as Readonly<Record<string, string>>;
}

function cursorIn(link: string | undefined): string | null {
  return new URL(link ?? '', 'http://service.test').searchParams.get('cursor');
}

function idsOf(answer: TestAnswer): unknown[] {
  return itemsOf(answer).map(({ id }) => id);
}
