import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion, renamedIn, samples, versions } from '../../contract.ts';
import {
  filled,
  first,
  linked,
  offering,
  prefix,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { pageLinksOf } from '../support/links.ts';
import { needing } from '../support/target.ts';

const retired = versions.find(({ sunset }) => sunset !== undefined);

describe('part 9, versions in the path', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  const listable = offering('create', 'list');
  test('C-183 every link stays in its version', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await service.make.collection(sample);
      const created = await send('POST', collection, { body: await service.make.body(sample) });
      const page = await send('GET', `${collection}?size=1`);
      const links = Object.values(page.body['links'] as Readonly<Record<string, string>>);
      const header = pageLinksOf(page.headers.get('link')).map(({ target }) => target);
      for (const link of [...links, ...header, created.headers.get('location') ?? '']) {
        assert.ok(link.startsWith(`${linked(prefix)}/`), link);
      }
    }
  });

  const several = versions.length > 1;
  test(
    'C-183 every link of an older version stays in that one',
    several ? unless(offering('list')) : { skip: 'this service has one version' },
    async () => {
      const collections = offering('list').filter(({ parent }) => parent === undefined);
      for (const version of versions.slice(0, -1)) {
        for (const { path } of collections) {
          const own = path.slice(prefix.length);
          const page = await send(
            'GET',
            `/v${version.label}${renamedIn(version.label).paths[own] ?? own}?size=1`,
          );
          // A version that is gone, or has no such collection, shows nothing.
          if (page.status !== 200) continue;
          for (const link of Object.values(
            page.body['links'] as Readonly<Record<string, string>>,
          )) {
            assert.ok(link.startsWith(linked(`/v${version.label}/`)), link);
          }
        }
      }
    },
  );

  test('C-183 an address without a version is not found, and leads to those there are', async () => {
    for (const sample of samples) {
      const answer = await send('GET', filled(sample.path).slice(prefix.length));
      assert.equal(answer.status, 404);
      assert.equal(answer.body['code'], 'unknown-version');
      assert.ok(Array.isArray(answer.body['supportedVersions']));
      assert.equal(answer.headers.get('location'), null);
      assert.equal(answer.headers.get('x-api-version'), null);
    }
  });

  test('C-183 a version that does not exist is not found, and none is taken for another', async () => {
    const path = filled(first(samples).path).slice(prefix.length);
    const { label } = currentVersion;
    const others = [
      `v${String(Number(label) + 1)}`,
      `v0${label}`,
      `v${label}.0`,
      `v${label}%20`,
      `V${label}`,
      `v-${label}`,
      `v+${label}`,
      'v',
      'v99999',
      label,
      'latest',
    ];
    for (const other of others) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await send(method, `/${other}${path}`);
        assert.equal(answer.status, 404, other);
        assert.equal(answer.body['code'], 'unknown-version', other);
        assert.ok(Array.isArray(answer.body['supportedVersions']));
        assert.equal(answer.headers.get('x-api-version'), null);
      }
    }
  });

  test('C-183 below a version an unknown path is a path that is not found', async () => {
    for (const path of [prefix, `${prefix}/`, `${prefix}/nothing`]) {
      const answer = await send('GET', path);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.body['code'], 'not-found');
      assert.equal(answer.headers.get('x-api-version'), currentVersion.label);
    }
  });

  test(
    'C-184 below the path of a version that is gone everything is gone',
    retired === undefined ? { skip: 'no version of this service has an end' } : needing('clock'),
    async () => {
      assert.ok(retired?.sunset !== undefined);
      const { now } = service;
      service.now = new Date(retired.sunset);
      try {
        for (const path of [
          '',
          '/',
          '/nothing',
          '/%zz',
          filled(first(samples).path).slice(prefix.length),
        ]) {
          for (const method of ['GET', 'POST', 'DELETE', 'HEAD']) {
            const answer = await service.anonymous(method, `/v${retired.label}${path}`);
            assert.equal(answer.status, 410, `${method} ${path}`);
            assert.equal(answer.headers.get('cache-control'), 'no-store');
            if (method !== 'HEAD') assert.equal(answer.body['code'], 'version-retired');
          }
        }
      } finally {
        service.now = now;
      }
    },
  );
});
