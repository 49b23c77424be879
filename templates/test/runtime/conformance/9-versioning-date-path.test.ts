import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion, unknownDay, versions } from '../../contract.ts';
import { type TestAnswer } from '../support/client.ts';
import {
  first,
  followed,
  linked,
  offering,
  prefix,
  startConforming,
  unless,
  withoutLabels,
  type ConformingService,
} from '../support/conformance.ts';

const readable = offering('read').filter(({ parent }) => parent === undefined);
const { label } = currentVersion;

describe('part 9, dates in the path', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);
  /** A new resource, and its address without a version. */
  async function made(): Promise<{ path: string; address: string }> {
    const sample = first(readable);
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    return { path, address: path.slice(prefix.length) };
  }

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test(
    'C-181 C-194 the first segment is the day of a version, exactly',
    unless(readable),
    async () => {
      const { address } = await made();
      assertVersion(await service.asIs('GET', `/${label}${address}`), label);
      const [year = '', month = '', day = ''] = label.split('-');
      const others = [
        '2026-02-30',
        unknownDay,
        new Date(Date.parse(label) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
        `v${label}`,
        `${year}${month}${day}`,
        `${year}-${String(Number(month))}-${day}x`,
        `${label}T00:00:00Z`,
        `%20${label}`,
        'latest',
        '1',
        'v1',
      ];
      for (const other of withoutLabels(others)) {
        assertRefused(await service.asIs('GET', `/${other}${address}`), other);
      }
    },
  );

  test('C-194 an address without a day is not found', unless(readable), async () => {
    const { address } = await made();
    assertRefused(await service.asIs('GET', address), address);
  });

  test('C-194 nothing else in an address is taken for one', unless(readable), async () => {
    const { address } = await made();
    const inside = address.replace(/[^/]+$/, label);
    const answer = await service.asIs('GET', `/${label}${inside}`);
    assert.equal(answer.status, 404);
    assert.equal(answer.body['code'], 'not-found');
  });

  const listable = offering('create', 'list');
  test('C-194 every link has the form of the request', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await service.make.collection(sample);
      const created = await send('POST', collection, { body: await service.make.body(sample) });
      const location = created.headers.get('location') ?? '';
      assert.equal(location, linked(`${collection}/${String(created.body['id'])}`));
      const page = await send('GET', `${collection}?size=1&page=1`);
      const {
        self,
        first: start,
        ...others
      } = page.body['links'] as Readonly<Record<string, string>>;
      assert.equal(self, linked(`${collection}?size=1&page=1`));
      assert.equal(start, self);
      const header = [...(page.headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(
        ([, target = '']) => target,
      );
      for (const link of [
        ...Object.values(others),
        ...header.filter((target) => target.includes('size=')),
      ]) {
        assert.equal(linked(followed(link)), link);
        assert.equal((await send('GET', link)).status, 200, link);
      }
    }
  });
});

function assertVersion(answer: TestAnswer, expected: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-api-version'), expected);
}

function assertRefused(answer: TestAnswer, what: string): void {
  assert.equal(answer.status, 404, what);
  assert.equal(answer.body['code'], 'unknown-version', what);
  assert.equal(answer.headers.get('x-api-version'), null, what);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  const supported = answer.body['supportedVersions'] as readonly (number | string)[];
  const known = new Set(versions.map((version) => version.label));
  assert.ok(supported.length > 0 && supported.every((version) => known.has(String(version))), what);
}
