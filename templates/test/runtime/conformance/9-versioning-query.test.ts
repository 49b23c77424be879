import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  currentVersion,
  pinned,
  selector,
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
const [parameter = ''] = selector.ownParameters;
const whenPinned =
  pinned === '' ? { skip: 'no version answers a request that names none' } : unless(readable);
const whenNoneIsPinned =
  pinned === '' ? unless(readable) : { skip: 'a version answers requests that name none' };

describe('part 9, versions in the query', () => {
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

  test(
    `${rules}the query names the version, wherever it stands there`,
    unless(readable),
    async () => {
      const { address } = await made();
      assertVersion(await service.asIs('GET', `${address}?${parameter}=${label}`), label);
      // The same twice is the same.
      assertVersion(
        await service.asIs('GET', `${address}?${parameter}=${label}&${parameter}=${label}`),
        label,
      );
      const encoded = `%${parameter.charCodeAt(0).toString(16)}${parameter.slice(1)}`;
      assertVersion(await service.asIs('GET', `${address}?${encoded}=${label}`), label);
    },
  );

  test(`${rules}it is no parameter of the operation`, unless(readable), async () => {
    const { path, address } = await made();
    const unknown = await send('GET', `${path}?no-such=1`);
    assert.equal(unknown.status, 400);
    assert.equal(unknown.body['code'], 'unknown-parameter');
    assert.ok(!JSON.stringify(unknown.body['allowed'] ?? []).includes(parameter));
    const cased = await service.asIs(
      'GET',
      `${address}?${parameter}=${label}&${parameter.toUpperCase()}=${label}`,
    );
    assert.equal(cased.body['code'], 'unknown-parameter', 'names of parameters have a case');
    for (const other of ['version', 'api-version'].filter((name) => name !== parameter)) {
      const mixed = await service.asIs('GET', `${address}?${parameter}=${label}&${other}=${label}`);
      assert.equal(mixed.body['code'], 'unknown-parameter', 'no other name is for it');
    }
  });

  test(`${rules}what is no version, or more than one, is refused`, unless(readable), async () => {
    const { address } = await made();
    const wrong = [
      ...withoutLabels(malformed(label)),
      unknownMajor,
      unknownDay,
      `${label}&${parameter}=${unknownLabel}`,
      `${unknownLabel}&${parameter}=${label}`,
    ];
    for (const value of wrong) {
      assertRefused(await service.asIs('GET', `${address}?${parameter}=${value}`), value);
    }
  });

  test(
    `${rules}without it the pinned version answers, and its links do without it too`,
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
    `${rules}without it the request is refused, and no version is chosen`,
    whenNoneIsPinned,
    async () => {
      const { address } = await made();
      assertRefused(await service.asIs('GET', address), 'absent');
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

  test('C-202 the document has the parameter at every operation of the version', () => {
    const { paths } = service.contract.document as { paths: Readonly<Record<string, object>> };
    for (const { path, method, isVersioned } of service.contract.operations) {
      const operations = paths[path] as Readonly<
        Record<string, { parameters?: readonly { name: string; in: string; required?: boolean }[] }>
      >;
      const named = operations[method.toLowerCase()]?.parameters?.find(
        ({ name }) => name === parameter,
      );
      assert.equal(named?.in, isVersioned ? 'query' : undefined, path);
      if (isVersioned && pinned === '') assert.equal(named?.required, true);
    }
  });
});

/** Whatever looks like a version and is none. */
function malformed(known: string): readonly string[] {
  return [
    '',
    '0',
    `0${known}`,
    `v${known}`,
    `${known}.0`,
    `%20${known}`,
    '2026-02-30',
    'latest',
    '1,2',
  ];
}

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
