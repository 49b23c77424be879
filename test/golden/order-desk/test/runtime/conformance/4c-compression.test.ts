import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sendPlainly, type RawAnswer } from '../support/bytes.ts';
import {
  documentPath,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import type { Json, ResourceSample } from '../support/sample.ts';
import { schemasOf } from '../support/schemas.ts';
import { requestFor } from '../support/selected.ts';

const readable = offering('read');
const listable = offering('list');

/** In bytes: what is smaller is not compressed. */
const threshold = 1024;
const length = 1200;

/** Items that are made for one page. */
const mostRows = 40;

const undo = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const;

describe('part 4c, compression', () => {
  let service: ConformingService;
  let make: ConformingService['make'];
  let made = 0;

  before(async () => {
    service = await startConforming();
    make = service.make;
  });
  after(() => service.stop());

  const send = (
    method: 'GET' | 'HEAD',
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const request = requestFor(path, { ...service.credential, ...headers });
    return sendPlainly(service.address, method, request.target, request.headers);
  };

  /** As large as its members let one become. */
  async function large(sample: ResourceSample): Promise<string> {
    const texts = schemasOf(service.contract).freeTexts(sample, length);
    made += 1;
    const text = String(made).padEnd(length, 'x');
    const values: Json = Object.fromEntries(texts.map((name) => [name, text]));
    const collection = await make.collection(sample);
    const body = { ...(await make.body(sample)), ...values };
    return `${collection}/${(await make.insert(sample, collection, body)).id}`;
  }

  const preferences: readonly (readonly [
    acceptEncoding: string,
    coding: 'br' | 'gzip' | undefined,
  ])[] = [
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000, br;q=0', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ];

  test('C-096 a large answer comes in the coding that its reader prefers, and says the same', async () => {
    const plain = await send('GET', documentPath);
    assert.ok(plain.body.length > threshold);
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [acceptEncoding, coding] of preferences) {
      const answer = await send('GET', documentPath, { 'accept-encoding': acceptEncoding });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-encoding'], coding, acceptEncoding);
      assert.equal(answer.headers['content-length'], String(answer.body.length));
      assert.equal(answer.headers['content-type'], plain.headers['content-type']);
      const body = coding === undefined ? answer.body : undo[coding](answer.body);
      assert.ok(body.equals(plain.body), acceptEncoding);
      if (coding !== undefined) assert.ok(answer.body.length < plain.body.length / 2);
    }
  });

  test('C-087 C-096 whatever was chosen, Vary says by what', async () => {
    for (const acceptEncoding of ['gzip', 'identity', 'gzip;q=0']) {
      for (const path of [documentPath, '/health', '/nothing']) {
        const { headers } = await send('GET', path, { 'accept-encoding': acceptEncoding });
        assert.match(headers.vary ?? '', /\bAccept-Encoding\b/, path);
      }
    }
  });

  test('C-096 what is small is sent as it is', async () => {
    for (const path of ['/health', '/nothing']) {
      const { headers, body } = await send('GET', path, { 'accept-encoding': 'br, gzip' });
      assert.ok(body.length < threshold);
      assert.equal(headers['content-encoding'], undefined);
    }
  });

  /** A page that is as large as its members and its size let it become; undefined where that is small. */
  async function largePage(sample: ResourceSample) {
    const collection = await make.collection(sample);
    const path = `${collection}?size=${String(sample.maxSize)}`;
    await large(sample);
    for (let count = 0; count < Math.min(sample.maxSize, mostRows); count += 1) {
      await make.insert(sample, collection);
      const plain = await send('GET', path);
      if (plain.body.length >= threshold) return { path, plain };
    }
    return undefined;
  }

  test('C-096 a page in a coding is that page', unless(listable), async (t) => {
    let found: { readonly path: string; readonly plain: RawAnswer } | undefined;
    for (const sample of listable) found ??= await largePage(sample);
    if (found === undefined) {
      t.skip('no page of this service is large enough');
      return;
    }
    const { path, plain } = found;
    for (const coding of ['br', 'gzip'] as const) {
      const coded = await send('GET', path, { 'accept-encoding': coding });
      assert.equal(coded.headers['content-encoding'], coding);
      assert.ok(undo[coding](coded.body).equals(plain.body));
      // A weak tag promises the same meaning, not the same bytes.
      assert.equal(coded.headers.etag, plain.headers.etag);
      const headers = { 'accept-encoding': coding, 'if-none-match': coded.headers.etag ?? '' };
      assert.equal((await send('GET', path, headers)).status, 304);
    }
  });

  test(
    'C-095 C-096 each coding of a resource has a strong tag of its own',
    unless(readable),
    async (t) => {
      let found = 0;
      for (const sample of readable) {
        const path = await large(sample);
        for (const accept of service.contract.find('GET', path)?.offers ?? []) {
          const plain = await send('GET', path, { accept });
          if (plain.body.length < threshold) continue;
          found += 1;
          const tags = [plain.headers.etag];
          for (const coding of ['br', 'gzip'] as const) {
            const accepting = { accept, 'accept-encoding': coding };
            const coded = await send('GET', path, accepting);
            assert.equal(coded.headers['content-encoding'], coding);
            assert.ok(undo[coding](coded.body).equals(plain.body));
            const { etag = '' } = coded.headers;
            assert.match(etag, new RegExp(`^"[^"]+\\.${coding}"$`));
            tags.push(etag);

            const head = await send('HEAD', path, accepting);
            assert.equal(head.body.length, 0);
            for (const name of [
              'content-encoding',
              'content-length',
              'content-type',
              'etag',
              'vary',
            ]) {
              assert.equal(head.headers[name], coded.headers[name], name);
            }

            const same = await send('GET', path, { ...accepting, 'if-none-match': etag });
            assert.equal(same.status, 304);
            assert.equal(same.headers.etag, etag);
            assert.equal(same.headers.vary, coded.headers.vary);
            assert.equal(same.headers['content-encoding'], undefined);
            // Other bytes have another ETag.
            const other = await send('GET', path, { accept, 'if-none-match': etag });
            assert.equal(other.status, 200);

            if (!sample.methods.includes('update')) continue;
            const headers = { 'if-match': etag };
            const changed = await service.request('PATCH', path, { body: {}, headers });
            assert.equal(changed.status, 200, 'a change may be made for any of them');
          }
          assert.equal(new Set(tags).size, 3);
        }
      }
      if (found === 0) t.skip('no resource of this service is large enough');
    },
  );
});
