import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion, samples, unknownMajor, versionedCollections } from '../../contract.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  documentPath,
  followed,
  linked,
  offering,
  prefix,
  startConforming,
  unknownId,
  unless,
  withoutLabels,
  type ConformingService,
} from '../support/conformance.ts';
import { withoutBasePath } from '../support/links.ts';

const collections = new Set(versionedCollections.map((path) => prefix + path));
const versioned = offering('list').filter(({ path }) => collections.has(path));
/** What is below such a collection has the version of it. */
const isCovered = (path: string) =>
  [...collections].some((each) => path === each || path.startsWith(`${each}/`));
const neutral = offering('read').filter(({ path }) => !isCovered(path));
const { label } = currentVersion;

describe('part 9, versions of some collections', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test(
    'C-197 what has versions names one behind the first segment',
    unless(versioned),
    async () => {
      for (const sample of versioned) {
        const collection = await service.make.collection(sample);
        const address = withoutBasePath(linked(collection));
        assert.ok(address.split('/')[2] === `v${label}`, address);
        assertVersion(await service.asIs('GET', address), label);
        for (const other of [
          ...withoutLabels(['0']).map((none) => `v${none}`),
          `v0${label}`,
          `V${label}`,
          `v${label}.0`,
          `v${unknownMajor}`,
          'v',
        ]) {
          const wrong = address.replace(`/v${label}/`, `/${other}/`);
          const answer = await service.asIs('GET', wrong);
          assert.equal(answer.status, 404, wrong);
          assert.equal(answer.headers.get('x-api-version'), null, wrong);
        }
        const without = await service.asIs('GET', address.replace(`/v${label}/`, '/'));
        assert.equal(without.status, 404, 'without a version');
      }
    },
  );

  test('C-197 everything else has none', unless(neutral), async () => {
    for (const sample of neutral) {
      const collection = await service.make.collection(sample);
      const { id } = await service.make.insert(sample, collection);
      const address = withoutBasePath(linked(`${collection}/${id}`));
      assert.equal(address, `${collection}/${id}`.slice(prefix.length));
      const answer = await service.asIs('GET', address);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('x-api-version'), null);
    }
  });

  test('C-197 no identifier looks like a version', async () => {
    for (const { path, methods } of samples) {
      if (path.includes('{')) continue;
      const address = path.slice(prefix.length);
      const isNothing =
        methods.includes('read') || [...collections].some((each) => each.startsWith(`${path}/`));
      // If no caller may read a resource, every identifier gets the same response.
      const expected = isNothing
        ? 404
        : (await service.asIs('GET', `${address}/${unknownId}`)).status;
      for (const version of [`v${label}`, `v${unknownMajor}`]) {
        assert.equal(
          (await service.asIs('GET', `${address}/${version}`)).status,
          expected,
          address,
        );
      }
    }
  });

  const listable = offering('create', 'list');
  test('C-197 every link has the form of the request', unless(listable), async () => {
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

  test('C-197 C-202 the document has both, each as it is asked for', async () => {
    const { body } = await service.anonymous('GET', documentPath);
    const paths = Object.keys(body['paths'] as object);
    for (const { path, idParameter, methods } of samples) {
      for (const method of methods) {
        const isOfMany = method === 'list' || method === 'create';
        const address = withoutBasePath(linked(isOfMany ? path : `${path}/{${idParameter}}`));
        assert.ok(paths.includes(address), address);
      }
    }
    for (const { path, isVersioned } of service.contract.operations) {
      const isAcross = [...collections].some((each) => path === each.replaceAll(/\/\{\w+\}/g, ''));
      if (path.startsWith(prefix)) assert.equal(isVersioned, isCovered(path) || isAcross, path);
    }
  });
});

function assertVersion(answer: TestAnswer, expected: string): void {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-api-version'), expected);
}
