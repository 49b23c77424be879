import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyMeansNewest } from '../../contract.ts';
import {
  apart,
  followed,
  holding,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { ResourceSample } from '../support/sample.ts';

const readable = offering('read');
const listable = offering('list');
/** Those of which the answer to a creation shows what it made. */
const telling = offering('create').filter(({ isShown }) => isShown);
const pages = apart(holding(listable, 2));
const jsonApi = 'application/vnd.api+json';

describe('part 4c, the same in every representation', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  let types: readonly string[];
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
    make = service.make;
    const shown = service.contract.operations.find(
      ({ method, path }) =>
        method === 'GET' && readable.some((sample) => path.startsWith(sample.path)),
    );
    types = shown?.offers ?? [];
  });
  after(() => service.stop());

  async function made(sample: ResourceSample): Promise<string> {
    const collection = await make.collection(sample);
    return `${collection}/${(await make.insert(sample, collection)).id}`;
  }

  test(
    'C-081 each is chosen by its name, its weight, or its place among equals',
    unless(readable),
    async () => {
      for (const sample of readable) {
        const path = await made(sample);
        assert.ok(types.length > 1);
        const expect = async (accept: string, type: string | undefined) => {
          const answer = await send('GET', path, { headers: { accept } });
          assert.equal(answer.status, 200, answer.text);
          assert.equal(typeOf(answer), type, accept);
        };
        for (const type of types) {
          await expect(type, type);
          await expect(type.toUpperCase(), type);
          await expect(`*/*;q=0.5, ${type};q=0.6`, type);
          await expect(
            types.map((each) => `${each};q=${each === type ? '0.9' : '0.8'}`).join(),
            type,
          );
          await expect(`image/png, ${type};q=0.002`, type);
          if (anyMeansNewest)
            await expect(
              `${type};q=0, */*`,
              types.find((each) => each !== type),
            );
        }
        await expect(types.toReversed().join(', '), types[0]);
        if (!anyMeansNewest) return;
        await expect('*/*', types[0]);
        await expect(
          'application/*',
          types.find((type) => type.startsWith('application/')),
        );
      }
    },
  );

  test(
    'C-095 each representation of a resource has its own strong tag',
    unless(readable),
    async () => {
      for (const sample of readable) {
        const path = await made(sample);
        const tags = new Map<string, string>();
        for (const accept of types) {
          const { headers } = await send('GET', path, { headers: { accept } });
          const etag = headers.get('etag') ?? '';
          assert.match(etag, /^"1\.v\d[\d-]*\.[\w.-]+"$/);
          tags.set(accept, etag);
        }
        assert.equal(new Set(tags.values()).size, types.length);
        for (const accept of types) {
          for (const [type, etag] of tags) {
            const headers = { accept, 'if-none-match': etag };
            const answer = await send('GET', path, { headers });
            assert.equal(
              answer.status,
              type === accept ? 304 : 200,
              `${accept} with the tag of ${type}`,
            );
          }
        }
      }
    },
  );

  test(
    'C-065 C-095 a change may be made for the state that any representation showed',
    unless(offering('read', 'update')),
    async () => {
      for (const sample of offering('read', 'update')) {
        const path = await made(sample);
        const changes = Object.entries(await make.body(sample, 1)).filter(
          ([name]) => !sample.immutable.includes(name) && !sample.writeOnly.includes(name),
        );
        for (const [index, accept] of types.entries()) {
          const { headers } = await send('GET', path, { headers: { accept } });
          const condition = { 'if-match': headers.get('etag') ?? '' };
          const [name = '', value] = changes[index % changes.length] ?? [];
          const body = name === '' ? {} : { [name]: value };
          const changed = await send('PATCH', path, { body, headers: condition });
          assert.equal(changed.status, 200, accept);
          if (changed.body['revision'] === undefined || name === '') continue;
          const again = await send('PATCH', path, { body, headers: { 'if-match': '"1.v1.json"' } });
          const isFirst = changed.body['revision'] === 1;
          assert.equal(again.status, isFirst ? 200 : 412, accept);
        }
      }
    },
  );

  test(
    'C-095 each representation of a page has a weak tag, by which it is not sent again',
    unless(pages),
    async () => {
      for (const sample of pages) {
        const collection = await make.collection(sample);
        await make.insert(sample, collection);
        // What is made next is on the last page, which may be as small as one, or behind it; another one may make room for it.
        const { length } = await allItems(send, sample, collection);
        const number = Math.max(1, Math.ceil(length / sample.maxSize));
        const pageAs = (accept: string) => {
          const [page, size] =
            accept === jsonApi ? ['page[number]', 'page[size]'] : ['page', 'size'];
          return `${collection}?${size}=${String(sample.maxSize)}&${page}=${String(number)}`;
        };
        const tags = new Map<string, string>();
        for (const accept of types) {
          const path = pageAs(accept);
          const { headers } = await send('GET', path, { headers: { accept } });
          const etag = headers.get('etag') ?? '';
          assert.match(etag, /^W\/"[^"]+"$/);
          tags.set(accept, etag);
          for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
            for (const method of ['GET', 'HEAD']) {
              const same = await send(method, path, { headers: { accept, 'if-none-match': tag } });
              assert.equal(same.status, 304, tag);
              assert.equal(same.text, '');
              assert.equal(same.headers.get('content-type'), null);
              for (const name of ['etag', 'cache-control', 'vary', 'link']) {
                assert.equal(same.headers.get(name), headers.get(name), name);
              }
            }
          }
        }
        assert.equal(new Set(tags.values()).size, types.length);
        await make.insert(sample, collection);
        for (const [accept, etag] of tags) {
          const headers = { accept, 'if-none-match': etag };
          assert.equal((await send('GET', pageAs(accept), { headers })).status, 200, accept);
        }
      }
    },
  );

  test(
    'C-053 C-085 POST answers in the representation that Accept prefers',
    unless(telling),
    async () => {
      for (const sample of telling) {
        const collection = await make.collection(sample);
        for (const accept of types) {
          const body = await make.body(sample);
          const answer = await send('POST', collection, { body, headers: { accept } });
          assert.equal(answer.status, 201, answer.text);
          assert.equal(typeOf(answer), accept);
          const location = followed(answer.headers.get('location') ?? '');
          assert.ok(location.startsWith(`${collection}/`));
          if (!sample.methods.includes('read')) continue;
          const read = await send('GET', location, { headers: { accept } });
          assert.equal(read.text, answer.text);
          assert.equal(read.headers.get('etag'), answer.headers.get('etag'));
        }
      }
    },
  );
});

function typeOf({ headers }: { readonly headers: Headers }): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0];
}
