import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  currentVersion,
  hosts,
  pinned,
  rulesOfStrategy,
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
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { openVersions } from '../support/open-versions.ts';
import { serviceHost } from '../support/selectors/hostname.ts';

const readable = offering('read').filter(({ parent }) => parent === undefined);
const { label } = currentVersion;
/** IDs of the rules that this strategy is about, in front of titles. */
const rules = rulesOfStrategy.map((id) => `${id} `).join('');
const whenPinned =
  pinned === '' ? { skip: 'no version answers a request that names none' } : unless(readable);
const whenNoneIsPinned =
  pinned === '' ? unless(readable) : { skip: 'a version answers requests that name none' };

describe('part 9, versions in the host', () => {
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

  const asked = (address: string, host: string) =>
    service.asIs('GET', address, { headers: { host } });

  test(
    `${rules}the host names the version; port, case and the dot of the root do not matter`,
    unless(readable),
    async () => {
      const { address } = await made();
      const host = hosts.hostOf(label);
      for (const each of [host, `${host}:8443`, host.toUpperCase(), `${host}.`, `${host}.:443`]) {
        assertVersion(await asked(address, each), label);
      }
    },
  );

  test(`${rules}what looks like a version and is none is not found`, unless(readable), async () => {
    const { address } = await made();
    for (const wrong of [unknownMajor, `0${label}`, `${label}.0`]) {
      const answer = await asked(address, hosts.hostOf(wrong));
      assert.equal(answer.status, 404, wrong);
      assert.equal(answer.body['code'], 'unknown-version', wrong);
      assert.equal(answer.headers.get('x-api-version'), null);
    }
  });

  test(`${rules}another host is misdirected, and is never shown`, unless(readable), async () => {
    const { address } = await made();
    for (const foreign of [
      'elsewhere.example',
      `v${label}.elsewhere.example`,
      `my-${hosts.hostOf(label)}`,
      'service-v1.evil.test',
    ]) {
      const answer = await asked(address, foreign);
      assert.equal(answer.status, 421, foreign);
      assert.equal(answer.body['code'], 'misdirected-request', foreign);
      assert.ok(!answer.text.includes(foreign));
    }
    assert.equal(
      (await asked('/health', 'elsewhere.example')).status,
      200,
      'who looks after it needs no name',
    );
  });

  test(`${rules}at the host of the service the pinned version answers`, whenPinned, async (t) => {
    if (
      pinned !== label &&
      openVersions(versions, service.now).every((version) => version.label !== pinned)
    ) {
      t.skip('the pinned version does not answer everybody when the newest one does');
      return;
    }
    const { address } = await made();
    assertVersion(await asked(address, serviceHost()), pinned);
  });

  test(`${rules}the host of the service alone has no version`, whenNoneIsPinned, async () => {
    const { address } = await made();
    const answer = await asked(address, serviceHost());
    assert.equal(answer.status, 404);
    assert.equal(answer.body['code'], 'unknown-version');
  });

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

  test('C-202 the document has the host of the version, and that of the service for the rest', () => {
    const { servers, paths } = service.contract.document as {
      servers: readonly { readonly url: string }[];
      paths: Readonly<Record<string, { servers?: readonly { readonly url: string }[] }>>;
    };
    assert.deepEqual(
      servers.map(({ url }) => new URL(url).host),
      [hosts.hostOf(label)],
    );
    for (const { path, isVersioned } of service.contract.operations) {
      const [own] = paths[path]?.servers ?? [];
      assert.equal(own && new URL(own.url).host, isVersioned ? undefined : serviceHost(), path);
    }
  });
});

function assertVersion(answer: TestAnswer, expected: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-api-version'), expected);
}
