import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentVersion, versions } from '../../src/versioning/versions.ts';
import type { TestAnswer } from '../support/client.ts';
import {
  filled,
  first,
  offering,
  prefix,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { samples } from '../support/samples.ts';

const readable = offering('read');
const majors = versions.map(({ major }) => major);

describe('part 9, versioning', () => {
  let service: ConformingService;
  const send = (...request: Parameters<ConformingService['request']>) =>
    service.request(...request);

  before(async () => {
    service = await startConforming();
  });
  after(() => service.stop());

  test('C-180 the version has three numbers, of which an address shows the first', () => {
    const info = service.contract.document['info'] as Readonly<Record<string, unknown>>;
    assert.match(String(info['version']), /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/);
    assert.equal(Number.parseInt(String(info['version']), 10), currentVersion.major);
    for (const { path } of service.contract.operations) assert.doesNotMatch(path, /^\/v\d+\./);
  });

  test('C-182 every answer below a version tells it, whatever its status is', async () => {
    const statuses = new Set<number>();
    for (const { method, path } of service.contract.operations) {
      if (!path.startsWith(`${prefix}/`)) continue;
      const url = filled(path);
      const answers = [
        await send('OPTIONS', url),
        await service.anonymous(method, url),
        await send(method, url, { headers: { accept: 'image/png' } }),
        await send('DELETE', `${url}/nothing/below`),
      ];
      if (method === 'GET') answers.push(await send('GET', url), await send('HEAD', url));
      if (method === 'POST') {
        answers.push(await send('POST', url, { body: '{' }));
        answers.push(await send('POST', url, { body: '', headers: { 'content-type': 'a/b' } }));
      }
      for (const answer of answers) {
        assertTellsVersion(answer);
        statuses.add(answer.status);
      }
    }
    for (const path of [prefix, `${prefix}/`, `${prefix}/nothing`, `${prefix}/%zz`]) {
      assertTellsVersion(await send('GET', path));
    }
    assert.ok(statuses.size >= 3);
  });

  test('C-182 what belongs to no version tells none', async () => {
    for (const path of ['/', '/health', '/problems/not-found', '/nothing']) {
      const { headers } = await send('GET', path);
      assert.equal(headers.get('x-api-version'), null, path);
    }
  });

  const listable = offering('create', 'list');
  test('C-183 every link stays in its version', unless(listable), async () => {
    for (const sample of listable) {
      const collection = await service.make.collection(sample);
      const created = await send('POST', collection, { body: await service.make.body(sample) });
      const page = await send('GET', `${collection}?size=1`);
      const links = Object.values(page.body['links'] as Readonly<Record<string, string>>);
      const header = [...(page.headers.get('link') ?? '').matchAll(/<([^>]*)>/g)].map(
        ([, target = '']) => target,
      );
      for (const link of [...links, ...header, created.headers.get('location') ?? '']) {
        assert.ok(link.startsWith(`${prefix}/`), link);
      }
    }
  });

  test('C-183 an address without a version is not found, and leads to those there are', async () => {
    for (const sample of samples) {
      const answer = await send('GET', filled(sample.path).slice(prefix.length));
      assert.equal(answer.status, 404);
      assert.equal(answer.body['code'], 'unknown-version');
      assert.deepEqual(answer.body['supportedVersions'], majors);
      assert.equal(answer.headers.get('location'), null);
    }
  });

  test('C-183 a version that does not exist is not found, and none is taken for another', async () => {
    const path = filled(first(samples).path).slice(prefix.length);
    const { major } = currentVersion;
    const others = [
      `v${String(major + 1)}`,
      `v0${String(major)}`,
      `v${String(major)}.0`,
      `v${String(major)}%20`,
      `V${String(major)}`,
      `v-${String(major)}`,
      `v+${String(major)}`,
      'v0',
      'v',
      'v99999',
      String(major),
      'latest',
    ];
    for (const other of others) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await send(method, `/${other}${path}`);
        assert.equal(answer.status, 404, other);
        assert.equal(answer.body['code'], 'unknown-version', other);
        assert.deepEqual(answer.body['supportedVersions'], majors);
        assert.equal(answer.headers.get('x-api-version'), null);
      }
    }
  });

  test('C-183 below a version an unknown path is a path that is not found', async () => {
    const answer = await send('GET', `${prefix}/nothing`);
    assert.equal(answer.status, 404);
    assert.equal(answer.body['code'], 'not-found');
  });

  test('C-198 nothing but the path selects a version', unless(readable), async () => {
    const sample = first(readable);
    const collection = await service.make.collection(sample);
    const { id } = await service.make.insert(sample, collection);
    const path = `${collection}/${id}`;
    const headers = {
      'x-api-version': '99',
      'api-version': '99',
      'accept-version': '99',
      accept: 'application/json;version=99',
    };
    const answer = await send('GET', path, { headers });
    assert.equal(answer.status, 200);
    assertTellsVersion(answer);
    for (const name of ['version', 'api-version', 'v']) {
      assert.equal((await send('GET', `${path}?${name}=99`)).status, 400);
    }
    const request = service.head(`GET ${path} HTTP/1.1`, 'Connection: close');
    const [named] = await service.exchange(request.replace('Host: a', 'Host: v99.example'));
    assert.equal(named?.status, 200);
    assertTellsVersion(named);
  });
});

function assertTellsVersion({ status, headers }: TestAnswer): void {
  assert.equal(headers.get('x-api-version'), String(currentVersion.major), String(status));
  assert.equal(headers.get('api-supported-versions'), majors.join(', '));
}
