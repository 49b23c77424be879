import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  currentVersion,
  origins,
  pinned,
  rulesOfStrategy,
  unknownDay,
  unknownMajor,
  versions,
} from '../../contract.ts';
import { type TestAnswer } from '../support/client.ts';
import {
  first,
  followed,
  linked,
  offering,
  prefix,
  startConforming,
  unknownLabel,
  unless,
  withoutLabels,
  type ConformingService,
} from '../support/conformance.ts';
import { openVersions } from '../support/open-versions.ts';
import { readAlike } from '../support/read-alike.ts';

const readable = offering('read').filter(({ parent }) => parent === undefined);
const { label } = currentVersion;
/** IDs of the rules that this strategy is about, in front of titles. */
const rules = rulesOfStrategy.map((id) => `${id} `).join('');
const whenPinned =
  pinned === '' ? { skip: 'no version answers a request that names none' } : unless(readable);
const whenNoneIsPinned =
  pinned === '' ? unless(readable) : { skip: 'a version answers requests that name none' };

describe('part 9, versions in a header', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);
  /** A new resource, and its address without a version. */
  async function made(sample = first(readable)): Promise<{ path: string; address: string }> {
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    return { path, address: path.slice(prefix.length) };
  }

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  const asked = (address: string, version: string) =>
    service.asIs('GET', address, { headers: { 'x-api-version': version } });

  test(`${rules}the header names the version`, unless(readable), async () => {
    const { address } = await made();
    assertVersion(await asked(address, label), label);
    assertVersion(await asked(address, `${label}, ${label}`), label);
  });

  test(`${rules}what is no version, or more than one, is refused`, unless(readable), async () => {
    const { address } = await made();
    const malformed = [
      '',
      '0',
      `0${label}`,
      `v${label}`,
      `${label}.0`,
      `"${label}"`,
      '2026-02-30',
      'latest',
    ];
    const wrong = [
      ...withoutLabels(malformed),
      unknownMajor,
      unknownDay,
      `${label}, ${unknownLabel}`,
      `${unknownLabel},${label}`,
    ];
    for (const value of wrong) assertRefused(await asked(address, value), value);
  });

  test(
    `${rules}every answer says that it depends on the header, whatever its status is`,
    unless(readable),
    async () => {
      const { path, address } = await made();
      const { headers } = await send('GET', path);
      const answers = [
        await send('GET', path),
        await send('HEAD', path),
        await send('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } }),
        await send('GET', `${prefix}/nothing`),
        await send('OPTIONS', path),
        await send('GET', path, { headers: { accept: 'image/png' } }),
        await service.anonymous('GET', path),
        await asked(address, unknownLabel),
      ];
      for (const { status, headers: got } of answers) {
        const vary = (got.get('vary') ?? '').toLowerCase().split(', ');
        assert.ok(vary.includes('x-api-version'), String(status));
      }
    },
  );

  test(
    'C-188 without it the pinned version answers, and says which it is',
    whenPinned,
    async (t) => {
      if (
        pinned !== label &&
        openVersions(versions, service.now).every((version) => version.label !== pinned)
      ) {
        t.skip('the pinned version does not answer everybody when the newest one does');
        return;
      }
      const [sample] = readAlike(service, readable, pinned);
      if (sample === undefined) {
        t.skip('the pinned version calls everything otherwise than the newest one');
        return;
      }
      const { address } = await made(sample);
      assertVersion(await service.asIs('GET', address), pinned);
    },
  );

  test(
    'C-188 without it the request is refused, and no version is chosen',
    whenNoneIsPinned,
    async () => {
      const { address } = await made();
      assertRefused(await service.asIs('GET', address), 'absent');
    },
  );

  const [origin = ''] = origins;
  test(
    'C-187 pages of other origins may send it, and a preflight needs none',
    origin === '' ? { skip: 'this service permits no other origin' } : unless(readable),
    async () => {
      const { address } = await made();
      const preflight = await service.asIs('OPTIONS', address, {
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-version',
        },
      });
      assert.ok(preflight.status === 200 || preflight.status === 204, String(preflight.status));
      assert.match(
        preflight.headers.get('access-control-allow-headers') ?? '',
        /\bx-api-version\b/i,
      );
    },
  );

  const listable = offering('create', 'list');
  test(`${rules}every link has the form of the request`, unless(listable), async () => {
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

  test('C-202 the document has the header at every operation of the version', () => {
    const { paths } = service.contract.document as { paths: Readonly<Record<string, object>> };
    for (const { path, method, isVersioned } of service.contract.operations) {
      const operations = paths[path] as Readonly<
        Record<string, { parameters?: readonly { name: string; in: string; required?: boolean }[] }>
      >;
      const named = operations[method.toLowerCase()]?.parameters?.find(
        ({ name }) => name === 'X-API-Version',
      );
      assert.equal(named?.in, isVersioned ? 'header' : undefined, path);
      if (isVersioned && pinned === '') assert.equal(named?.required, true);
    }
  });
});

function assertVersion(answer: TestAnswer, expected: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-api-version'), expected);
}

function assertRefused(answer: TestAnswer, what: string): void {
  assert.equal(answer.status, 400, what);
  assert.equal(answer.body['code'], 'invalid-version', what);
  assert.equal(answer.headers.get('x-api-version'), null, what);
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
  const supported = answer.body['supportedVersions'] as readonly (number | string)[];
  const known = new Set(versions.map((version) => version.label));
  assert.ok(supported.length > 0 && supported.every((version) => known.has(String(version))), what);
}
